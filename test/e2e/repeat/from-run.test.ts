// RP1–RP7: an agent orders in the shop of the examples, with a detour and an answer; the command makes a flow of it, and the flow orders again, without a model.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Shop } from '../../../examples/shop/server.mjs';
import type { FlowInputDocument } from '../../../src/domain/flow/document.schema.js';
import { confirmUpdate } from '../../../src/workflows/messages.js';
import { assignThenFinish, click, say, startHarness, type, type Answer, type Harness, type Run } from '../../support/agent-harness.js';
import { commandLine, type CommandLine } from '../../support/command-line.js';
import { openSampleShop } from '../../support/sample-shop.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { browserPrograms } from '../../support/webdriver.js';

/** On the control of that kind and name. */
const call =
  (kind: string, name: RegExp, more: object): Answer =>
  ({ find }) => ({
    ...more,
    ...{ ControlLabel: find(kind, name)?.label ?? '', ControlText: '', Status: 'CONTINUE' },
  });

async function approve(harness: Harness, run: Pick<Run, 'asks'>): Promise<void> {
  const { asker, requestId } = await run.asks('confirmation');
  await harness.client.workflow.getHandle(asker).executeUpdate(confirmUpdate, { args: [{ requestId, approved: true }] });
}

describe('a flow from a run', () => {
  let folder: string;
  let shop: Shop;
  let harness: Harness;
  let steadyhand: CommandLine;
  let run: Run;
  let device: { readonly kind: 'web'; readonly url: string };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-from-run-'));
    shop = await openSampleShop();
    device = { kind: 'web', url: new URL('/products/blue-notebook', shop.url).href };
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1, browser: browserPrograms() } });
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: harness.config.shared } });
    run = await harness.run(
      {
        host: assignThenFinish,
        app: [
          call('a', /^Cart/, { Function: 'click_input', Args: {}, Thought: 'Is something in it?' }),
          { Function: 'go_back', Args: {}, Status: 'CONTINUE' },
          call('num', /^Quantity$/, { Function: 'set_edit_text', Args: { text: '2', clear_current_text: true } }),
          click('Add to cart'),
          click('Checkout'),
          say('PENDING', { Questions: ['In whose name?'] }),
          type('Full name', 'Grace Hopper'),
          call('combo', /^Delivery day$/, { Function: 'select_option', Args: { values: ['Friday'] } }),
          click('Place order'),
          ({ text }) => ({
            Function: '',
            ...{
              Status: 'FINISH',
              Comment: 'done',
              Result: `${/Order #\d+ confirmed/.exec(text)?.[0] ?? ''} for Grace Hopper, €25.00 in all.`,
            },
          }),
        ],
      },
      { request: 'Order 2 of this notebook, delivered on Friday', device, settings: { pictures: 'never' } },
    );
    const question = await run.asks('question');
    await run.handle.signal('answer', { requestId: question.requestId, answers: ['Grace Hopper'] });
    await approve(harness, run);
    await run.handle.result();
  });
  afterAll(async () => {
    await harness?.close();
    await shop?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const file = () => join(folder, 'order.flow.json');

  test('RP1, RP2, RP5, RP7: the command writes a flow, and says what it left out', async () => {
    const { code, stdout } = await steadyhand('flow', 'from-run', run.id, '--out', file(), '--name', 'Order a notebook');
    expect(code).toBe(0);
    expect(stdout).toContain(`9 nodes, 3 variables: quantity = "2", full_name = "Grace Hopper", delivery_day = "Friday".`);
    expect(stdout).toContain('step 2 of app-1, go_back: a detour: it led back to where it began');
    const flow = JSON.parse(await readFile(file(), 'utf8')) as FlowInputDocument;
    expect(flow.nodes.map(({ name }) => name)).toEqual([
      ...['Fill in Quantity of Blue notebook', 'Click Add to cart of Blue notebook', 'Click Checkout', 'Fill in Full name'],
      ...[
        'Choose delivery_day in Delivery day',
        'Click Place order',
        'Order confirmed',
        'Total',
        'Expect Order ## confirmed · Fern & Fold',
      ],
    ]);
    expect(flow.result).toBe('Order {{var:order_confirmed.text}} confirmed for {{var:full_name}}, {{var:total.text}} in all.');
    expect(flow.compiled).toMatchObject({
      run: run.id,
      version: 1,
      application: new URL(shop.url).origin,
      cost: { calls: expect.any(Number) },
    });
    expect(await steadyhand('flow', 'validate', file())).toMatchObject({ code: 0 });
    expect((await steadyhand('flow', 'draw', file())).stdout).toContain('Fill in Quantity');
  });

  test('RP8: R5: a person reads its nodes, and what its screens are known by stands at the end, also in the library', async () => {
    const read = (text: string) =>
      JSON.parse(text) as { readonly nodes: readonly { readonly node_type: object }[]; readonly screens: object };
    const written = await readFile(file(), 'utf8');
    const { nodes, screens } = read(written);
    const named = nodes.flatMap(({ node_type: type }) => ('screen' in type ? [type.screen] : []));
    expect(named).toHaveLength(nodes.length);
    expect([...new Set(named)]).toEqual(Object.keys(screens));
    expect(written.slice(0, written.indexOf('"screens"'))).not.toMatch(/"(structure|headings|controls)"/);
    for (const _ of ['first', 'again']) expect((await steadyhand('flow', 'save', file())).stdout).toContain('in version 1:');
    expect(Object.keys(read((await steadyhand('flow', 'json', 'order-a-notebook')).stdout).screens)).toEqual(Object.keys(screens));
  });

  test('RP2, RP5, RP42: the flow orders again, with other values and no model, and says what it read', async () => {
    const flow = JSON.parse(await readFile(file(), 'utf8')) as FlowInputDocument;
    const asked = harness.asked(run).length;
    const again = await harness.flow(() => flow, { device, variables: { full_name: 'Ada Lovelace', quantity: '3' } });
    await approve(harness, again);
    const result = await again.handle.result();
    expect(result).toMatchObject({ outcome: 'completed', text: 'Order #2 confirmed for Ada Lovelace, €37.50 in all.' });
    expect(shop.ledger()).toMatchObject([{ name: 'Grace Hopper' }, { name: 'Ada Lovelace' }]);
    expect(harness.asked(run)).toHaveLength(asked);
  });

  test('RP1: what can be no flow is one sentence', async () => {
    const lines = async (...args: readonly string[]): Promise<string> => (await steadyhand('flow', 'from-run', ...args)).stderr;
    expect(await lines('nobody')).toMatch(/^error .*'nobody'/);
    expect(await lines('missing.cassette.json.gz')).toMatch(/^error missing\.cassette\.json\.gz cannot be read/);
    const idle = await harness.run({ host: assignThenFinish, app: [say('FINISH', { Result: 'nothing' })] }, { request: 'look', device });
    await idle.handle.result();
    expect(await lines(idle.id)).toMatch(`The run '${idle.id}' did nothing that had an effect: there is nothing to repeat.`);
  });
});
