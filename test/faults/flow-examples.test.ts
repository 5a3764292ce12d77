// The flows of examples/, as published, in the sample shop.
import { readdir, readFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fillTheCart } from '../../examples/flows/fill-the-cart.js';
import { shopScript } from '../../examples/scripted-model/shop-script.mjs';
import type { Shop } from '../../examples/shop/server.mjs';
import { startHarness, type Brain, type Harness } from '../support/agent-harness.js';
import { openSampleShop } from '../support/sample-shop.js';
import { until } from '../support/until.js';
import { sharedServerAddress, temporalCli, temporalEnvironment } from '../support/temporal-server.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const read = async (name: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(fileURLToPath(new URL(`../../examples/flows/${name}.flow.json`, import.meta.url)), 'utf8')) as Record<
    string,
    unknown
  >;

test('the flow in TypeScript produces the document beside it', async () => {
  expect(await read('fill-the-cart')).toEqual(JSON.parse(JSON.stringify(fillTheCart)));
});

describe('the example flows', () => {
  let harness: Harness;
  let shop: Shop;
  beforeAll(async () => {
    shop = await openSampleShop();
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1 } });
  });
  afterAll(async () => {
    await harness?.close();
    await shop?.close();
  });

  const start = async (document: object, brain: Brain = {}) =>
    harness.flow(() => document, { device: { kind: 'web', url: shop.url } }, brain);

  test('X1: find-a-notebook: linear, its checks pass', async () => {
    const result = await (await start(await read('find-a-notebook'))).handle.result();
    expect(result).toMatchObject({ outcome: 'completed', verdict: 'passed' });
    expect(result.checks).toHaveLength(3);
  });

  test('fill-the-cart: a Switch and an If in nested loops put three notebooks and a pen into the cart', async () => {
    const result = await (await start(await read('fill-the-cart'))).handle.result();
    expect(result).toMatchObject({ outcome: 'completed', verdict: 'passed', variables: { 'cart.text': 'Cart (4)' } });
    expect(result.path.nodes).toMatchObject({ 'put-blue-notebook-in': 3, 'put-fountain-pen-in': 1 });
  });

  test("pick-a-pen: an AI step, its checks, and a person's answer", async () => {
    const script = ({ text }: { readonly text: string }) => shopScript({ text, fields: ['tool_calls'], images: 0 });
    const document = await read('pick-a-pen');
    const run = await harness.flow(
      (id) => ({ ...document, nodes: withId(document['nodes'], id) }),
      { device: { kind: 'web', url: shop.url } },
      { step: [script], outcome: [{ reached: true, reason: 'it is there' }] },
    );
    const { requestId } = await run.asks('confirmation');
    await run.handle.executeUpdate('confirm', { args: [{ requestId, approved: true }] });
    expect(await run.handle.result()).toMatchObject({
      outcome: 'completed',
      verdict: 'passed',
      variables: { 'pick.article': 'Fountain pen', 'keep_it_.approved': true },
    });
  });

  test('fill-the-cart from the bare Temporal CLI, with the commands of docs/flow.md', async () => {
    const docs = await readFile(join(root, 'docs/flow.md'), 'utf8');
    const [, lines = ''] = /## From the Temporal CLI\n\n```sh\n([^]*?)```/.exec(docs) ?? [];
    const id = harness.expect({});
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-ec', lines.replaceAll('cart-1', id).replace('http://127.0.0.1:5050/', shop.url)],
      {
        cwd: root,
        env: { ...temporalEnvironment(sharedServerAddress()), PATH: `${dirname(temporalCli())}:${process.env['PATH'] ?? ''}` },
      },
    );
    expect(stdout).toMatch(new RegExp(`WorkflowId +${id}`));
    expect(stdout).toContain('"visits":');
    await expect(harness.client.workflow.getHandle(id).result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    // Stopped while its browser was being opened: a worker that ends now would leave it to the next one.
    await until(async () => (await readdir(join(harness.home, 'devices'))).length === 0, 'the end of the browser');
  });
});

/** The model's script is found by the run's id in the prompt. */
function withId(nodes: unknown, id: string): unknown {
  return JSON.parse(
    JSON.stringify(nodes)
      .replace('the one with the steel nib.', `the one with the steel nib. (${id})`)
      .replace('The cart is shown,', `(${id}) The cart is shown,`),
  );
}
