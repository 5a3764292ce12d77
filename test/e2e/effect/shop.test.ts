// HP22: the shop of the examples, whose configuration has an effect check on its ledger, and a browser that is killed while the shop takes the order.
import { afterEach, expect, test } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startShop, type Shop } from '../../../examples/shop/server.mjs';
import { confirmUpdate } from '../../../src/workflows/messages.js';
import { startHarness, type Harness } from '../../support/agent-harness.js';
import { click, node } from '../../support/browser-flows.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { until } from '../../support/until.js';
import { browserPrograms } from '../../support/webdriver.js';

const folder = temporaryFolder();
let shop: Shop;
let harness: Harness;

async function open(): Promise<void> {
  shop = await startShop({ ledgerFile: join(folder(), 'ledger.jsonl'), delayMs: 3_000 });
  const text = await readFile(new URL('../../../examples/shop/steadyhand.config.json', import.meta.url), 'utf8');
  const { apps: _, ...config } = JSON.parse(text.replaceAll('http://127.0.0.1:5050', shop.url.replace(/\/$/, ''))) as { apps: unknown };
  harness = await startHarness({ address: sharedServerAddress(), config: { ...config, kinds: ['web'], browser: browserPrograms() } });
}
afterEach(async () => {
  await harness?.close();
  await shop?.close();
});

/** Driver and browser of the one device. */
async function processes(): Promise<readonly number[]> {
  const devices = join(harness.home, 'devices');
  const [file] = (await readdir(devices)).filter((name) => name.endsWith('.json'));
  const { attachment } = JSON.parse(await readFile(join(devices, file ?? ''), 'utf8')) as { attachment: { processes: { pid: number }[] } };
  return attachment.processes.map(({ pid }) => pid);
}

test('HP22, HP23: a browser that is killed while the shop takes the order: the ledger tells that there is one', async () => {
  await open();
  const nodes = [
    click('add', 'Add to cart'),
    click('checkout', 'Checkout'),
    click('name', 'Full name'),
    node('ada', { type: 'TypeText', text: 'Ada' }),
    node('day', { type: 'PressKey', key: 'Tab' }),
    node('friday', { type: 'PressKey', key: 'Down' }),
    click('order', 'Place order'),
  ];
  const edges = nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id, to: id }));
  const device = { kind: 'web', url: new URL('/products/blue-notebook', shop.url).href };
  const run = await harness.flow(() => ({ name: 'order', nodes, edges }), { device });
  const { asker, requestId } = await run.asks('confirmation');
  await harness.client.workflow.getHandle(asker).executeUpdate(confirmUpdate, { args: [{ requestId, approved: true }] });
  await until(() => shop.ledger().length > 0, 'the order in the ledger');
  for (const pid of await processes()) process.kill(pid, 'SIGKILL');
  expect(await run.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
  expect(shop.ledger()).toHaveLength(1);
});
