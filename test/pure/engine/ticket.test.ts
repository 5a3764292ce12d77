// The ticket of a run's device sessions, and what a changed configuration leaves in its records (activities/run-seals.ts).
import { describe, expect, test } from '@jest/globals';
import { checkTicket, settleRun } from '../../../src/activities/run-seals.js';
import { createSealedTokens } from '../../../src/adapters/node-crypto/sealed-tokens.js';
import type { DeviceSpec } from '../../../src/domain/device/device-spec.js';
import type { ResolvedRun } from '../../../src/domain/run/resolve-settings.js';
import type { PolicyHashes } from '../../../src/domain/run/settled-run.js';
import type { Key } from '../../../src/ports/keys.js';
import { activityContext } from '../../support/activity-context.js';
import { holdInput } from '../../support/memory-host.js';
import { createMemoryRunRecords } from '../../support/memory-stores.js';

const key = (id: string, byte: number): Key => ({ id, secret: new Uint8Array(32).fill(byte) });
const sealsOf = (of: Key) => ({ carriedSeals: async () => createSealedTokens([of]) });
const resolved = {
  guard: { rules: [], apps: [], origins: ['https://shop.example'] },
  budget: { maxSteps: 10 },
  apps: [],
} as unknown as ResolvedRun;

const web: DeviceSpec = { kind: 'web', url: 'https://shop.example/cart', capabilities: { locale: 'de', size: [1, 2] } };

function settled(given: Partial<ResolvedRun> = {}, policy?: PolicyHashes, records = createMemoryRunRecords()) {
  const settle = () => settleRun({ ...resolved, ...given }, web, { first: 'first', policy }, { ...sealsOf(key('k1', 1)), records });
  return activityContext({ workflowExecution: { workflowId: 'run-1', runId: 'second' } }).run(settle);
}

const owner = { ownerWorkflowId: 'run-1', ownerFirstRunId: 'first', origins: ['https://shop.example'] };

describe('the ticket of a device session', () => {
  test('opens the device that it was made for, wherever it starts', async () => {
    const { ticket } = await settled();
    const spec = { capabilities: { size: [1, 2], locale: 'de' }, url: 'https://shop.example/', kind: 'web' } as const;
    await expect(checkTicket(holdInput({ ...owner, ticket, spec }), sealsOf(key('k1', 1)))).resolves.toBeUndefined();
  });

  test.each([
    ['another run', { ownerWorkflowId: 'run-2' }],
    ['another run of the same id', { ownerFirstRunId: 'later' }],
    ['another device', { spec: { ...web, profile: 'bank' } }],
    ['more origins', { origins: ['https://shop.example', 'https://bank.example'] }],
    ['any origin', { origins: [] }],
    ['a ticket that is none', { ticket: '' }],
  ])('refuses %s', async (_what, change) => {
    const { ticket } = await settled();
    await expect(checkTicket(holdInput({ ...owner, ticket, spec: web, ...change }), sealsOf(key('k1', 1)))).rejects.toMatchObject({
      code: 'not-yours',
    });
  });

  test('waits for a key that is not there, and names it', async () => {
    const { ticket } = await settled();
    await expect(checkTicket(holdInput({ ...owner, ticket, spec: web }), sealsOf(key('k2', 2)))).rejects.toMatchObject({
      code: 'store-unavailable',
      message: expect.stringContaining("'k1'"),
    });
  });
});

describe('a configuration that has changed since the run last continued as new', () => {
  test.each<readonly [string, Partial<ResolvedRun>, string | undefined]>([
    ['in nothing', {}, undefined],
    ['in what does not bound a run', { apps: [{ name: 'Shop', url: 'https://shop.example' }] }, undefined],
    ['in its budget', { budget: { maxSteps: 9 } }, 'another budget'],
    ['in its guard', { guard: { ...resolved.guard, off: true } }, 'another guard'],
    [
      'in everything',
      { guard: { ...resolved.guard, off: true }, budget: {}, effectChecks: { paid: {} } as never },
      'another guard, budget and effect checks',
    ],
  ])('%s is told once, in one sentence', async (_what, given, told) => {
    const records = createMemoryRunRecords();
    const { policy } = await settled();
    await settled(given, policy, records);
    await settled(given, policy, records);
    const text = `The configuration has changed since the run last continued as new: ${told} from here on.`;
    expect(await records.read('run-1')).toEqual(
      told === undefined ? [] : [{ seq: 'policy#second', at: expect.any(String), type: 'policy-changed', data: { text } }],
    );
  });
});
