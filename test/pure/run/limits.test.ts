// Whatever somebody sets, no limit that nobody can set cuts it.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { configSchema } from '../../../src/config/config.schema.js';
import { parseHostAgentInput } from '../../../src/domain/agent/input.js';
import { flowJsonSchema } from '../../../src/domain/flow/document.schema.js';
import { callMs } from '../../../src/activities/flow/tool-on-device.js';
import { beatMs, limitMs, longestWaitMs, limits, longestMs, type Limit } from '../../../src/domain/run/limits.js';
import { seeded } from '../../support/properties.js';

const all: readonly (readonly [string, Limit])[] = Object.entries(limits);

/** Ends a wait or a run by itself; nothing fixed lies around it. */
const endsByItself = [
  'budget.maxTimeMs',
  'settings.pendingTimeout',
  'settings.confirmTimeout',
  'settings.holdTimeout',
  'settings.releaseDeviceAfter',
  'timings.reopenAfterMs',
  'effectChecks.*.settleMs',
];
/** Times out when no heartbeat comes: `beatMs` follows it. */
const heartbeats = ['timings.leaseHeartbeatMs', 'timings.performHeartbeatMs', 'timings.decideHeartbeatMs'];

test.each(all)('%s leaves room for its setting', (_, limit) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (ms) => limitMs(limit, ms) > limit.times * ms),
    seeded,
  );
});

test('each time that can be set has its limits in the table, or none around it', () => {
  const set = timesIn(z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as Schema, '');
  expect(set.length).toBeGreaterThan(10);
  const known = [...all.map(([, { setting }]) => setting), ...endsByItself, ...heartbeats];
  expect(set.filter((path) => !known.includes(path))).toEqual([]);
});

test('each time that a node can be given has its limits in the table, or is waited for by the flow', () => {
  const set = new Set(JSON.stringify(flowJsonSchema()).match(/\w+_ms(?=":)/g));
  const known = [...all.map(([, { setting }]) => setting), 'wait_ms', 'settle_ms', 'retry_delay_ms'];
  expect([...set].filter((name) => !known.includes(name))).toEqual([]);
  // What one call does not wait is waited for in the next.
  expect(longestWaitMs).toBeLessThan(callMs / 1.5);
});

test.each([
  ['budget', 'maxTimeMs'],
  ...['pendingTimeout', 'confirmTimeout', 'holdTimeout', 'releaseDeviceAfter'].map((name) => ['settings', name]),
])('a run whose %s.%s no timer can hold is refused when it starts', (of = '', name = '') => {
  const start = (ms: number): unknown => parseHostAgentInput({ request: 'x', [of]: { [name]: ms } });
  expect(start(longestMs)).toBeDefined();
  expect(() => start(longestMs + 1)).toThrow(new RegExp(`${name}.*a number from 1 to ${longestMs}`));
});

test('several heartbeats fit into whatever time is set for them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 9 }), (ms) => beatMs(ms) * 3 < ms && beatMs(ms) <= 2_000),
    seeded,
  );
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

function timesIn(schema: Schema, path: string): readonly string[] {
  const { properties = {}, additionalProperties, anyOf = [] } = schema;
  const below = (part: string): string => (path === '' ? part : `${path}.${part}`);
  return [
    ...Object.entries(properties).flatMap(([name, each]) =>
      /(Ms|Timeout|After)$/.test(name) ? [below(name)] : timesIn(each, below(name)),
    ),
    ...(typeof additionalProperties === 'object' ? timesIn(additionalProperties, below('*')) : []),
    ...anyOf.flatMap((each) => timesIn(each, path)),
  ];
}
