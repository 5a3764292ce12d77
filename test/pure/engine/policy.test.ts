// What a carried machine says of guard, settings and budget does not hold: it is what this execution has resolved.
import { expect, test } from '@jest/globals';
import { startAppAgent } from '../../../src/domain/agent/app-agent-machine.js';
import { startHostAgent } from '../../../src/domain/agent/host-agent-machine.js';
import { emptyBlackboard } from '../../../src/domain/agent/memory.js';
import { defaultGuardRules, type Guard } from '../../../src/domain/guard/guard.js';
import { defaultAgentSettings as settings } from '../../../src/domain/run/settings.js';
import { mountApp, type AppFrame } from '../../../src/workflows/agent/app-frame.js';
import { mountHost, type HostFrame } from '../../../src/workflows/agent/host-frame.js';
import type { RunShell } from '../../../src/workflows/engine/run.js';

const guard: Guard = { origins: ['https://shop.example'], apps: [], rules: defaultGuardRules, off: false };
const resolved = { settings: { ...settings, safeGuard: true }, guard, budget: { maxSteps: 10 } };
const run = { id: 'run-1', resolved } as unknown as RunShell;
const carried = { settings: { ...settings, safeGuard: false }, guard: { ...guard, rules: [], off: true }, budget: {} };

test('of a HostAgent', () => {
  const frame: HostFrame = {
    ...{ kind: 'host', name: 'run-1', begunAt: 0 },
    machine: startHostAgent({ request: 'order', keepOpen: false, ...carried }),
  };
  mountHost(frame, run);
  expect(frame.machine).toMatchObject(resolved);
});

test.each([
  ['what the run has, where it had more', {}, { maxSteps: 10 }],
  ['its own, where that is less', { maxSteps: 3 }, { maxSteps: 3 }],
])('of an AppAgent, whose budget is %s', (_what, budget, wanted) => {
  const machine = startAppAgent({ ...carried, budget, subtask: 'order', blackboard: emptyBlackboard, stepsBefore: 0 });
  const frame = { kind: 'app', name: 'run-1/app-1', begunAt: 0, given: {}, machine } as unknown as AppFrame;
  mountApp(frame, run);
  expect(frame.machine).toMatchObject({ ...resolved, budget: wanted });
});
