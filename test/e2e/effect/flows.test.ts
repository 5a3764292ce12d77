// HP22: effect checks of a flow's nodes, and one that is itself a flow, which reads a page in a browser of its own.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { confirmUpdate } from '../../../src/workflows/messages.js';
import { memoryDevice, startHarness, type Harness } from '../../support/agent-harness.js';
import { startOrderRecord, type OrderRecord } from '../../support/order-record.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { sharedServerAddress } from '../../support/temporal-server.js';

const odd = fileURLToPath(new URL('../../support/odd-tool-server.mjs', import.meta.url));
let record: OrderRecord;
let harness: Harness;
let folder: string;

beforeAll(async () => {
  record = await startOrderRecord();
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-effects-'));
  const counting = join(folder, 'count.flow.json');
  const nodes = [{ id: 'find', name: 'Find receipts', node_type: { type: 'FindText', search_text: 'Receipt' } }];
  writeFileSync(counting, JSON.stringify({ name: 'count receipts', reads: true, nodes }));
  const rises = { expect: { rises: 1 }, settleMs: 1_500 };
  harness = await startHarness({
    address: sharedServerAddress(),
    driver: record.around,
    config: {
      kinds: ['memory', 'web'],
      toolServers: { odd: { command: process.execPath, args: [odd] } },
      effectChecks: {
        orders: { ...rises, http: { url: record.url }, value: 'orders' },
        receipts: { ...rises, flow: { file: counting, device: { kind: 'web', url: `${record.url}/page` } }, value: 'find_receipts.count' },
      },
    },
  });
});
afterAll(async () => {
  await harness?.close();
  await record?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => record.reset());

const device = () =>
  memoryDevice({
    start: 'form',
    screens: {
      form: { title: 'Form', controls: [{ role: 'button', name: 'Keep it', on: { post: { url: record.url }, goto: 'thanks' } }] },
      thanks: { title: 'Thanks', controls: [{ role: 'heading', name: 'Kept' }] },
    },
  });
const pressing = (more: object) => () => ({
  name: 'keep',
  nodes: [
    { id: 'press', name: 'Press', node_type: { type: 'Click', target: 'Keep it' }, ...more },
    { id: 'find', name: 'Find', node_type: { type: 'FindText', search_text: 'Kept' } },
  ],
  edges: [{ from: 'press', to: 'find' }],
});

test.each([
  ['done: the flow goes on', 'after', 'orders'],
  ['not done: it is sent again', 'before', 'orders'],
  ['done, as a flow reads from its page', 'after', 'receipts'],
  ['not done, as a flow reads from its page', 'before', 'receipts'],
] as const)('HP22: a node whose check finds it %s', async (_, where, check) => {
  record.loseNext(where);
  const run = await harness.flow(pressing({ effect_check: check }), { device: device() });
  expect(await run.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
  expect(record.orders).toEqual(['ours']);
});

test('HP22: without a check the same node ends as unknown', async () => {
  record.loseNext('after');
  const run = await harness.flow(pressing({}), { device: device() });
  await expect(run.handle.result()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('it is not known whether it happened') },
  });
});

test('HP22: a tool of a server whose answer does not come is not called again, whatever its check reads', async () => {
  const call = {
    id: 'call',
    name: 'Call',
    node_type: { type: 'McpToolCall', tool_name: 'hang' },
    effect_check: 'orders',
    timeout_ms: 4_000,
  };
  const run = await harness.flow(() => ({ name: 'call', nodes: [call] }), { device: device() });
  await expect(run.handle.result()).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/outcome-unknown: .*the check 'orders' was 0 and still is/) },
  });
});

test('HP22: the check of the rule that held it, under the approval that was given once', async () => {
  record.loseNext('before');
  const rules = [{ reason: 'keeps something', words: ['keep'], effectCheck: 'orders' }];
  const run = await harness.flow(pressing({}), { device: device(), guard: { rules } });
  const { asker, requestId } = await run.asks('confirmation');
  await harness.client.workflow.getHandle(asker).executeUpdate(confirmUpdate, { args: [{ requestId, approved: true }] });
  expect(await run.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
  expect(record.orders).toEqual(['ours']);
});

test('HP22: a node that names no configured check, and one that is no action, are refused before anything runs', async () => {
  const unknown = await harness.flow(pressing({ effect_check: 'ordres' }), { device: device() });
  await expect(unknown.handle.result()).rejects.toMatchObject({
    cause: { message: `effect_check of "Press" is "ordres"; allowed: the configured effect checks: orders, receipts.` },
  });
  const reading = (): object => ({
    name: 'x',
    nodes: [{ id: 'f', name: 'F', node_type: { type: 'FindText', search_text: 'x' }, effect_check: 'orders' }],
  });
  await expect((await harness.flow(reading, { device: device() })).handle.result()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('effect_check tells what became of one action, and a FindText is none') },
  });
});
