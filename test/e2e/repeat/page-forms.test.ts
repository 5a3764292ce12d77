// R1: what a flow did is not said to have failed because a page writes it in its own way, or does not show it at all.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FlowInputDocument } from '../../../src/domain/flow/document.schema.js';
import { assignThenFinish, click, say, startHarness, type, type Harness } from '../../support/agent-harness.js';
import { commandLine, type CommandLine } from '../../support/command-line.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { browserPrograms } from '../../support/webdriver.js';

/** Amounts have two places, and counts their plural. With `?silent`, it only thanks. */
const page = `<!doctype html><title>Expenses</title><h1>Expenses</h1>
<form><label>What <input name="what"></label> <label>Amount <input name="amount" inputmode="decimal"></label> <button>Save</button></form>
<main><ul></ul><p id="sum"></p></main>
<script>
const silent = location.search === '?silent';
const euros = (amount) => amount.toFixed(2) + ' €';
async function show() {
  const all = await (await fetch('/expenses')).json();
  if (all.length === 0) return;
  const sum = all.reduce((total, { amount }) => total + amount, 0);
  document.querySelector('ul').replaceChildren(...all.map(({ what, amount }) => {
    const row = document.createElement('li');
    for (const text of [what, euros(amount)]) row.append(Object.assign(document.createElement('span'), { textContent: text }), ' ');
    return row;
  }));
  document.querySelector('#sum').textContent = silent ? 'Thank you' : all.length + (all.length === 1 ? ' expense, ' : ' expenses, ') + euros(sum) + ' in all';
}
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { what, amount } = Object.fromEntries(new FormData(event.target));
  await fetch('/expenses', { method: 'POST', body: JSON.stringify({ what, amount: Number(amount) }) });
  event.target.reset();
  await show();
});
show();
</script>`;

describe('a flow on a page that writes values in its own forms', () => {
  const expenses: { readonly what: string; readonly amount: number }[] = [];
  let folder: string;
  let server: Server;
  let url: string;
  let harness: Harness;
  let steadyhand: CommandLine;
  let flow: FlowInputDocument;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-page-forms-'));
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        if (request.method === 'POST') expenses.push(JSON.parse(Buffer.concat(parts).toString()) as (typeof expenses)[number]);
        const isPage = !request.url?.startsWith('/expenses');
        response.setHeader('content-type', isPage ? 'text/html; charset=utf-8' : 'application/json');
        response.end(isPage ? page : JSON.stringify(expenses));
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1, browser: browserPrograms() } });
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: harness.config.shared } });
    const run = await harness.run(
      {
        host: assignThenFinish,
        app: [
          type('What', 'Lunch'),
          type('Amount', '12.50'),
          click('Save'),
          say('FINISH', { Comment: 'done', Result: 'Lunch was saved for 12.50 €: 1 expense, 12.5 € in all.' }),
        ],
      },
      { request: 'Note that Lunch was 12.50', device: { kind: 'web', url }, settings: { pictures: 'never' } },
    );
    await run.handle.result();
    const file = join(folder, 'note.flow.json');
    const made = await steadyhand('flow', 'from-run', run.id, '--out', file);
    expect(made).toMatchObject({ code: 0 });
    flow = JSON.parse(await readFile(file, 'utf8')) as FlowInputDocument;
  }, 120_000);
  afterAll(async () => {
    await harness?.close();
    server?.closeAllConnections();
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('RP13: R1: a value in another form than the page has is found there, a plural is, and nothing of the first run is left', async () => {
    expect(flow.result?.replaceAll(/\{\{[^{}]*\}\}/g, '')).not.toMatch(/\d/);
    const again = await harness.flow(() => flow, { device: { kind: 'web', url }, variables: { what: 'Tea', amount: '7' } });
    expect(await again.handle.result()).toMatchObject({
      outcome: 'completed',
      text: 'Tea was saved for 7 €: 2 expense, 19.50 € in all.',
    });
    expect(expenses).toMatchObject([{ what: 'Lunch' }, { what: 'Tea', amount: 7 }]);
  });

  test('RP13: R1: what is done, but cannot be read afterwards, ends as result-not-read, with an exit code of its own, and is done once', async () => {
    const quick = {
      ...flow,
      nodes: flow.nodes.map((node) => ({
        ...node,
        node_type: node.node_type.type === 'Read' ? { ...node.node_type, wait_ms: 500 } : node.node_type,
      })),
    };
    const file = join(folder, 'quick.flow.json');
    await writeFile(file, JSON.stringify(quick));
    const done = await steadyhand(
      ...['flow', 'run', file, '--url', `${url}?silent`, '--var', 'what=Cake', '--var', 'amount=3', '--heal', 'never', '--follow'],
    );
    expect(done).toMatchObject({
      code: 5,
      stdout: expect.stringMatching(/result-not-read all was done, but not all of its result could be read/),
    });
    expect(expenses.filter(({ what }) => what === 'Cake')).toHaveLength(1);
  });
});
