import { expect, test } from '@jest/globals';
import { whyNoDevice, whyNotAlive, whyNotPolling } from '../../../src/domain/telemetry/health.js';

test.each([
  [['RUNNING', 'RUNNING'], undefined, undefined, undefined],
  [[], undefined, undefined, 'not polling'],
  [['RUNNING', 'INITIALIZED'], undefined, undefined, 'not polling'],
  [['RUNNING', 'FAILED'], undefined, 'a Temporal Worker has failed', 'not polling'],
  [['STOPPING', 'DRAINING'], 1_000, undefined, 'draining'],
  [['DRAINING'], 61_000, 'draining takes too long', 'draining'],
])(
  'FL7: a worker whose Workers are %j, draining for %s ms, is dead because of %s and does not poll because of %s',
  (states, drainingMs, dead, idle) => {
    expect(whyNotAlive({ states, drainingMs })).toBe(dead);
    expect(whyNotPolling({ states, drainingMs })).toBe(idle);
  },
);

test.each([
  [['web'], ['web'], undefined],
  [[], [], undefined],
  [['web', 'desktop', 'appium'], ['web'], 'cannot be opened: desktop, appium'],
])('FL7: of %j only %j can be opened: %s', (wanted, usable, why) => expect(whyNoDevice(wanted, usable)).toBe(why));
