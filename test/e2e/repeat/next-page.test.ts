// R2: a row that is on another page of its list is looked for there, as a person would.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FlowInputDocument } from '../../../src/domain/flow/document.schema.js';
import type { FlowResult } from '../../../src/workflows/flow/flow-result.js';
import { assignThenFinish, click, say, startHarness, type Harness } from '../../support/agent-harness.js';
import { commandLine } from '../../support/command-line.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { browserPrograms } from '../../support/webdriver.js';

/** `?links`, `?buttons`, `?next`, `?days` and `?holds` say what turns the pages, of two rows each; without one all rows are there. */
const page = `<!doctype html><title>Parcels</title><h1>Parcels</h1>
<table><tbody></tbody></table><div id="paging"></div><p id="told"></p>
<script>
const rows = ['Anna', 'Berta', 'Clara', 'Dora', 'Emma'];
const [mode, shown = '1'] = location.search.slice(1).split('.');
let at = Number(shown);
const pages = mode === '' ? [1] : [1, 2, 3];
const element = (tag, textContent, more = {}) => Object.assign(document.createElement(tag), { textContent, ...more });
function paging() {
  const names = { buttons: 'Go to page ', holds: 'Delete page ' };
  const turn = (n) => () => { at = n; fetch('/turned', { method: 'POST', body: String(n) }); show(); };
  const number = (n) => {
    if (mode === 'links') return n === at ? element('span', n) : element('a', n, { href: '?links.' + n });
    const button = element('button', (names[mode] ?? '') + n, { onclick: turn(n) });
    if (n === at) button.setAttribute('aria-current', 'true');
    return button;
  };
  if (mode === 'next') return at < 3 ? [element('a', 'Older', { href: '?next.' + (at + 1), rel: 'next' })] : [];
  return mode === '' ? [] : pages.map(number);
}
function show() {
  const here = mode === '' ? rows.toReversed() : rows.slice((at - 1) * 2, at * 2);
  document.querySelector('tbody').replaceChildren(...here.map((name) => {
    const row = element('tr', '');
    const button = element('button', 'Mark');
    button.onclick = async () => { await fetch('/marks', { method: 'POST', body: name }); document.querySelector('#told').textContent = 'Marked'; };
    row.append(element('td', name), element('td', ''));
    row.lastChild.append(button);
    return row;
  }));
  const around = document.createElement(mode === 'days' ? 'div' : 'nav');
  around.append(...paging().flatMap((each) => [each, ' ']));
  document.querySelector('#paging').replaceChildren(around);
}
show();
</script>`;

describe('a flow whose row is on another page of the list', () => {
  let marks: string[] = [];
  let turned: string[] = [];
  let folder: string;
  let server: Server;
  let url: string;
  let harness: Harness;
  let flow: FlowInputDocument;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-next-page-'));
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        if (request.url === '/marks') marks.push(body);
        if (request.url === '/turned') turned.push(body);
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(page);
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1, browser: browserPrograms() } });
    const steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: harness.config.shared } });
    const run = await harness.run(
      { host: assignThenFinish, app: [click('Mark'), say('FINISH', { Comment: 'done', Result: 'Marked.' })] },
      { request: 'Mark the parcel of Emma', device: { kind: 'web', url }, settings: { pictures: 'never' } },
    );
    await run.handle.result();
    const file = join(folder, 'mark.flow.json');
    expect(await steadyhand('flow', 'from-run', run.id, '--out', file)).toMatchObject({ code: 0 });
    const made = JSON.parse(await readFile(file, 'utf8')) as FlowInputDocument;
    flow = {
      ...made,
      nodes: made.nodes.map((node) => ({ ...node, node_type: { ...node.node_type, wait_ms: 500 } as typeof node.node_type })),
    };
  }, 120_000);
  afterAll(async () => {
    await harness?.close();
    server?.closeAllConnections();
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function again(mode: string): Promise<FlowResult> {
    [marks, turned] = [[], []];
    const run = await harness.flow(() => flow, { device: { kind: 'web', url: `${url}?${mode}` }, heal: 'never' });
    return run.handle.result();
  }

  test.each(['links', 'buttons', 'next'])(
    'RP14: R2: it turns the pages by their %s, and does there what was recorded, once',
    async (mode) => {
      expect(await again(mode)).toMatchObject({ outcome: 'completed', message: '' });
      expect(marks).toEqual(['Emma']);
    },
  );

  test.each([
    ['days', 'numbers that may be anything'],
    ['holds', 'what the guard holds back'],
  ])('RP14: R2: it halts at %s: %s is not pressed', async (mode) => {
    await expect(again(mode)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('no row with a button there reads "Emma"') },
    });
    expect({ marks, turned }).toEqual({ marks: [], turned: [] });
  });

  test('RP14: R2: a row that is on no page is not there', async () => {
    const other = JSON.parse(JSON.stringify(flow).replaceAll('Emma', 'Frieda')) as FlowInputDocument;
    [marks, turned] = [[], []];
    const run = await harness.flow(() => other, { device: { kind: 'web', url: `${url}?buttons` }, heal: 'never' });
    await expect(run.handle.result()).rejects.toMatchObject({ cause: { message: expect.stringContaining('reads "Frieda"') } });
    expect({ marks, turned }).toEqual({ marks: [], turned: ['2', '3'] });
  });
});
