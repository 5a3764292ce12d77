// R2: a flow goes on beside a banner that was there before it did anything, and halts at a question that came after.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FlowInputDocument } from '../../../src/domain/flow/document.schema.js';
import type { FlowResult } from '../../../src/workflows/flow/flow-result.js';
import { assignThenFinish, click, say, startHarness, type, type Brain, type Harness, type Situation } from '../../support/agent-harness.js';
import { commandLine, type CommandLine } from '../../support/command-line.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { browserPrograms } from '../../support/webdriver.js';

/** With `?banner` a banner is there from the beginning; with `?covers` over all; with `?asks` the button asks first, beside the rest, with `?doubts` by more buttons than one that goes on; with `?out` nobody is logged in, under the same address and title. */
const page = `<!doctype html><title>Shopping list</title><h1>Shopping list</h1>
<form id="login" hidden><label>Password <input type="password" id="secret"></label> <button id="enter">Log in</button></form>
<main><label>What <input name="what"></label> <button id="note">Note it</button> <button id="done">Finish</button><p id="told"></p></main>
<div id="banner" role="dialog" aria-label="We use cookies" hidden style="position: fixed; inset: auto 0 0 0; background: #eee">
<h2>We use cookies</h2><p>On this page.</p><button>All of them</button></div>
<div id="question" role="dialog" aria-label="Really?" hidden style="position: fixed; inset: auto 0 0 0; background: #eee">
<p>Is it to be noted?</p><button id="yes">Yes</button> <button id="maybe">Perhaps</button> <button id="cancel">Cancel</button></div>
<script>
const at = (id) => document.querySelector('#' + id);
const mode = location.search.slice(1);
at('banner').hidden = mode !== 'banner' && mode !== 'covers';
if (mode === 'covers') at('banner').style.top = '0';
const show = (isOut) => { at('login').hidden = !isOut; document.querySelector('main').hidden = isOut; };
show(mode === 'out');
at('login').onsubmit = (event) => { event.preventDefault(); show(at('secret').value !== 'open sesame'); };
const note = async () => {
  await fetch('/notes', { method: 'POST', body: document.querySelector('[name=what]').value });
  at('told').textContent = 'One more thing is on the list';
};
at('maybe').hidden = mode !== 'doubts';
at('note').onclick = () => { if (mode === 'asks' || mode === 'doubts') at('question').hidden = false; else note(); };
at('yes').onclick = () => { at('question').hidden = true; note(); };
at('cancel').onclick = () => { at('question').hidden = true; };
at('done').onclick = () => { fetch('/notes', { method: 'POST', body: 'finished' }); at('told').textContent = 'The list is finished'; };
</script>`;

describe('a flow and what is in front', () => {
  let notes: string[] = [];
  let folder: string;
  let steadyhand: CommandLine;
  let server: Server;
  let url: string;
  let harness: Harness;
  let flow: FlowInputDocument;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-in-front-'));
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        if (request.method === 'POST') notes.push(body);
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(page);
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1, browser: browserPrograms() } });
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: harness.config.shared } });
    const run = await harness.run(
      {
        host: assignThenFinish,
        app: [type('What', 'Milk'), click('Note it'), click('Finish'), say('FINISH', { Comment: 'done', Result: 'It is noted.' })],
      },
      { request: 'Note that we need Milk, and finish the list', device: { kind: 'web', url }, settings: { pictures: 'never' } },
    );
    await run.handle.result();
    const file = join(folder, 'note.flow.json');
    expect(await steadyhand('flow', 'from-run', run.id, '--out', file)).toMatchObject({ code: 0 });
    const made = JSON.parse(await readFile(file, 'utf8')) as FlowInputDocument;
    flow = {
      ...made,
      nodes: made.nodes.map((node) => ({
        ...node,
        node_type: { ...node.node_type, wait_ms: 1_500 } as typeof node.node_type,
      })),
    };
  }, 120_000);
  afterAll(async () => {
    await harness?.close();
    server?.closeAllConnections();
    server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const logIn: FlowInputDocument = {
    name: 'Log in',
    nodes: [
      {
        ...{ id: 'type', name: 'Type it' },
        node_type: {
          type: 'Act',
          deed: { type: 'SetText', text: 'open sesame' },
          target: { role: 'password', name: 'Password', id: 'secret' },
        },
      },
      {
        id: 'enter',
        name: 'Enter',
        node_type: { type: 'Act', deed: { type: 'Click' }, target: { role: 'button', name: 'Log in', id: 'enter' } },
      },
    ],
    edges: [{ from: 'type', to: 'enter' }],
  };

  /** A model knows a run by its id in a node's name. */
  const named = (id: string): FlowInputDocument => ({
    ...flow,
    nodes: flow.nodes.map((node) => ({ ...node, name: `${node.name} ${id}` })),
  });

  async function again(mode: string): Promise<FlowResult & { readonly id: string }> {
    notes = [];
    const run = await harness.flow(() => flow, { device: { kind: 'web', url: `${url}?${mode}` }, heal: 'never' });
    return { ...(await run.handle.result()), id: run.handle.workflowId };
  }

  test('RP4: R2: a banner that covers nothing that is needed is left where it is, and that is told', async () => {
    const { outcome, message, id } = await again('banner');
    expect({ outcome, message }).toEqual({ outcome: 'completed', message: '' });
    expect(notes).toEqual(['Milk', 'finished']);
    const { stdout } = await steadyhand('flow', 'show', id);
    expect(stdout.match(/"We use cookies" lies over the screen, and was left there/g)).toHaveLength(1);
  });

  test('RP4: R2: one that covers what is needed halts it, and so does a question that came after a deed: nothing is done past it', async () => {
    await expect(again('covers')).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/^"Fill in What" .* something lies over it: "We use cookies"$/) },
    });
    expect(notes).toEqual([]);
    await expect(again('asks')).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/^"Click Finish" .* something lies over it: "Really\?"$/) },
    });
    expect(notes).toEqual([]);
  });

  const yes: Brain = {
    heal: [
      ({ find }: Situation) => ({ label: find('btn', /^Yes$/)?.label ?? null, closes: true, because: 'it only closes what is in front' }),
    ],
  };

  test.each([
    ['the one button beside the one that cancels', 'asks', 'ask', {}],
    ['that button, whatever a model would say of it', 'asks', 'auto', yes],
    ['the button that a model says closes it, where a model may heal by itself', 'doubts', 'auto', yes],
  ] as const)(
    'RP11: R2: a question that came after a deed is put to a person, with %s: approved, that is pressed once',
    async (_, mode, heal, brain) => {
      notes = [];
      const run = await harness.flow((id) => named(id), { device: { kind: 'web', url: `${url}?${mode}` }, heal }, brain);
      const { requestId, reason, byModel } = (await run.asks('confirmation')) as { requestId: string; reason?: string; byModel?: boolean };
      expect({ reason, byModel }).toEqual({ reason: expect.stringMatching(/"Really\?.*"Yes"/), byModel: true });
      expect(notes).toEqual([]);
      await run.handle.executeUpdate('confirm', { args: [{ requestId, approved: true, by: 'ann' }] });
      const result = await run.handle.result();
      expect(result).toMatchObject({ outcome: 'completed', message: '' });
      expect(result.heals).toMatchObject([{ kind: 'interruption', by: 'ann', interruption: { name: 'Really?', close: { name: 'Yes' } } }]);
      expect(notes).toEqual(['Milk', 'finished']);
    },
  );

  test.each(['ask', 'auto'] as const)('RP11: R2: refused, with %s, it halts and nothing is pressed or learnt', async (heal) => {
    notes = [];
    const run = await harness.flow((id) => named(id), { device: { kind: 'web', url: `${url}?asks` }, heal, fallback: 'agent' }, yes);
    const { requestId } = await run.asks('confirmation');
    await run.handle.executeUpdate('confirm', { args: [{ requestId, approved: false }] });
    await expect(run.handle.result()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('"Really?" came in front, and "Yes" was not pressed: a person said') },
    });
    expect(notes).toEqual([]);
  });

  test('RP11: R2: a login that has come in the place of the rest, under its address and title, is logged in at, or said for what it is', async () => {
    notes = [];
    const out = { kind: 'web', url: `${url}?out` } as const;
    const run = await harness.flow(() => ({ ...flow, log_in: 'enter' }), { device: out, heal: 'never', flows: { enter: logIn } });
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
    expect(notes).toEqual(['Milk', 'finished']);
    const wrong = JSON.parse(JSON.stringify(logIn).replace('open sesame', 'open poppy')) as FlowInputDocument;
    const locked = await harness.flow(() => ({ ...flow, log_in: 'enter' }), { device: out, heal: 'never', flows: { enter: wrong } });
    await expect(locked.handle.result()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('nobody is logged in there: give the run a profile that is, or the flow a `log_in`') },
    });
    expect(notes).toEqual(['Milk', 'finished']);
  });
});
