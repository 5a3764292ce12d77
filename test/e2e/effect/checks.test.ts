// HP22, HP23: a device that loses its answers, and a system of record that is asked what became of them. The model, the person and the record are the test's.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { confirmUpdate } from '../../../src/workflows/messages.js';
import { assignThenFinish, memoryDevice, startHarness, type Harness, type Run, type Situation } from '../../support/agent-harness.js';
import { startOrderRecord, type OrderRecord } from '../../support/order-record.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

let record: OrderRecord;
let harness: Harness;

beforeAll(async () => {
  record = await startOrderRecord();
  harness = await startHarness({
    address: sharedServerAddress(),
    env: { LEDGER_TOKEN: 'Bearer abc' },
    driver: record.around,
    config: {
      effectChecks: {
        orders: {
          http: { url: `${record.url}/orders/{{customer}}`, headers: { authorization: '$LEDGER_TOKEN' } },
          value: 'orders',
          expect: { rises: 1 },
          settleMs: 2_500,
        },
      },
    },
  });
});
afterAll(async () => {
  await harness?.close();
  await record?.close();
});
beforeEach(() => record.reset());

const shop = () =>
  memoryDevice({
    start: 'form',
    screens: {
      form: { title: 'Form', controls: [{ role: 'button', name: 'Keep it', on: { post: { url: record.url }, goto: 'thanks' } }] },
      thanks: { title: 'Thanks', controls: [{ role: 'heading', name: 'Order confirmed' }] },
    },
  });
const ordersOf = { check: 'orders', with: { customer: 'ada b' } };

describe('of an agent', () => {
  /** Presses as long as the form is there. */
  const pressIfThere = (situation: Situation): Readonly<Record<string, unknown>> => {
    const { label } = situation.find('btn', /Keep it/) ?? {};
    if (label === undefined) return { Function: '', Status: 'FINISH', Result: 'kept', Comment: 'kept' };
    return { Function: 'click_input', Args: {}, ControlLabel: label, ControlText: 'Keep it', Status: 'CONTINUE', Comment: 'keep it' };
  };
  const pressing = { host: assignThenFinish, app: [pressIfThere] };
  const run = (more: object) => harness.run(pressing, { request: 'send it', device: shop(), ...more });
  const byWords = { effectChecks: [{ effectCheck: ordersOf, words: ['keep'] }] };
  /** The model's turns, and what the run's records say of the recovery. */
  async function told(of: Run) {
    const records = await harness.records(of);
    const recovery = records.flatMap(({ data }) => (data['recovery'] ?? []) as readonly { readonly check?: string }[]);
    return { prompts: harness.asked(of).map(({ text }) => text), recovery: recovery.filter(({ check }) => check !== undefined) };
  }

  test('HP22, HP23: what the record shows as done counts as done; records, model and details say who knew', async () => {
    record.loseNext('after');
    const ours = await run(byWords);
    expect(await ours.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(record.orders).toEqual(['ours']);
    const { prompts, recovery } = await told(ours);
    const evidence = `the check 'orders' was 0 and is 1`;
    expect(recovery).toMatchObject([{ evidence: 'connection-lost', journal: 'journal-unknown', check: 'check-done', witness: evidence }]);
    expect(prompts.at(-1)).toContain(`done, though its answer was lost: ${evidence}`);
    expect(new Set(record.asked)).toEqual(new Set(['GET /orders/ada%20b Bearer abc']));
  });

  test('HP22: what the record shows as not done is decided again by the model', async () => {
    record.loseNext('before');
    const ours = await run(byWords);
    expect(await ours.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(record.orders).toEqual(['ours']);
    const { prompts, recovery } = await told(ours);
    expect(recovery).toMatchObject([{ check: 'check-not-done', witness: `the check 'orders' was 0 and still is` }]);
    expect(prompts.some((text) => text.includes(`It surely was not done: the check 'orders' was 0 and still is.`))).toBe(true);
  });

  test('HP22: what the record shows only after a while is waited for, and not done a second time', async () => {
    record.loseNext('late');
    const ours = await run(byWords);
    expect(await ours.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(record.orders).toEqual(['ours']);
    expect((await told(ours)).recovery).toMatchObject([{ check: 'check-done', witness: `the check 'orders' was 0 and is 1` }]);
  });

  test('HP22: under the same approval it is sent again: who has approved it once is not asked twice', async () => {
    record.loseNext('before');
    const rules = [{ reason: 'keeps something', words: ['keep'], effectCheck: ordersOf }];
    const ours = await run({ guard: { rules } });
    const { asker, requestId } = await ours.asks('confirmation');
    await harness.client.workflow.getHandle(asker).executeUpdate(confirmUpdate, { args: [{ requestId, approved: true }] });
    expect(await ours.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(record.orders).toEqual(['ours']);
    const { recovery } = await told(ours);
    expect(recovery).toMatchObject([{ check: 'check-not-done' }]);
  });

  test.each([
    [
      'somebody else has changed it',
      (): void => record.loseNext('after', 1),
      'check-changed-otherwise',
      `the check 'orders' was 0 and is 2`,
    ],
    [
      'the record does not answer',
      (): void => void (record.status = 500),
      'check-failed',
      /^the check 'orders' could not be read before: .* answers 500/,
    ],
  ] as const)('HP22: it stays unknown when %s', async (_, arrange, check, witness) => {
    record.loseNext('after');
    arrange();
    const ours = await run(byWords);
    expect(await ours.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 1 });
    const { prompts, recovery } = await told(ours);
    expect(recovery).toMatchObject([{ check, witness: typeof witness === 'string' ? witness : expect.stringMatching(witness) }]);
    expect(prompts.at(-1)).toContain(
      `unknown: it may or may not have happened; it is not repeated, look at the screen (the check 'orders' `,
    );
    expect(record.orders.filter((one) => one === 'ours')).toHaveLength(1);
  });

  test.each([
    [
      'a name that is not configured',
      { effectChecks: ['ordres'] },
      `input.effectChecks[0] is "ordres"; allowed: the configured effect checks: orders.`,
    ],
    [
      'a value that is missing',
      { effectChecks: ['orders'] },
      'input.effectChecks[0].with.customer is missing; allowed: a text, which the effect check',
    ],
    ['such a rule', { guard: { rules: [{ words: ['x'], effectCheck: 'ordres' }] } }, 'input.guard.rules[0].effectCheck is "ordres"'],
  ])('HP22: %s is refused before anything runs', async (_, input, message) => {
    const ours = await run(input);
    await expect(ours.handle.result()).rejects.toMatchObject({ cause: { message: expect.stringContaining(message) } });
  });
});
