// FL22 in a real browser: an agent whose model acts by Anthropic's computer use tool, behind a server that checks each request by the published types.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startHarness, type Harness, type Run } from '../../support/agent-harness.js';
import { startMessagesServer, type AskedInMessages, type MessagesServer, type SaidBlock } from '../../support/messages-server.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

/** Where each begins, px of the page. */
const places = { Name: [20, 20], Save: [20, 80], Next: [20, 140], 'Delete account': [20, 200] } as const;
type Place = keyof typeof places;
const at = (name: Place) => `style="position:absolute;width:160px;height:40px;left:${places[name][0]}px;top:${places[name][1]}px"`;
const button = (name: Place) => `<button type="button" ${at(name)}>${name}</button>`;
/** The title tells how wide the page is, so that a model that sees pictures only can be scripted. */
const page = `<title>Form</title><input aria-label="Name" ${at('Name')}>${button('Save')}${button('Next')}${button('Delete account')}
  <script>
    document.title = 'Form of ' + innerWidth;
    addEventListener('click', ({ target }) => {
      if (target.tagName === 'BUTTON')
        fetch('/touched', { method: 'POST', body: target.textContent + '|' + document.querySelector('input').value });
    }, true);
  </script>`;

type Turn = (asked: AskedInMessages) => readonly SaidBlock[];

describe("a model with Anthropic's computer use tool", () => {
  let harness: Harness;
  let tool: MessagesServer;
  let url = '';
  let touched: string[] = [];
  let turns: Turn[] = [];
  const site = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.url === '/touched') touched.push(body);
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });

  beforeAll(async () => {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    tool = await startMessagesServer((asked) => turns.shift()?.(asked) ?? [{ text: 'It is done.' }], 'scripted-key');
    harness = await startHarness({
      address: sharedServerAddress(),
      env: { ANTHROPIC_BASE_URL: tool.url, ANTHROPIC_API_KEY: 'scripted-key', STEADYHAND_COMPUTER_TOOL: 'anthropic' },
      config: { kinds: ['web'], slots: 1, model: { imageMaxSide: 640 } },
    });
  });
  beforeEach(() => {
    touched = [];
  });
  afterEach(() => {
    expect(tool.refused).toEqual([]);
  });
  afterAll(async () => {
    await harness?.close();
    await tool?.close();
    site.closeAllConnections();
    site.close();
  });

  const start = (...script: readonly Turn[]): Promise<Run> => {
    turns = [...script];
    return harness.run({}, { request: 'fill in the form', device: { kind: 'web', url } });
  };
  /** In the middle of it, px of the picture. */
  const click =
    (name: Place) =>
    ({ text, picture }: AskedInMessages): SaidBlock => {
      const scale = picture.width / Number(/Form of (\d+)/.exec(text)?.[1]);
      const [x, y] = places[name];
      return { does: 'left_click', input: { coordinate: [Math.round((x + 80) * scale), Math.round((y + 20) * scale)] } };
    };
  const batch =
    (...items: readonly (SaidBlock | ((asked: AskedInMessages) => SaidBlock))[]): Turn =>
    (asked) =>
      items.map((item) => (typeof item === 'function' ? item(asked) : item));
  const told = (): string => tool.requests.at(-1)?.text ?? '';

  test('FL22: several calls of a message are actions, each told by itself, up to the first that the guard holds', async () => {
    const run = await start(
      batch(
        { thinks: 'A form.' },
        click('Name'),
        { does: 'type', input: { text: 'Ada (50%)' } },
        click('Save'),
        click('Delete account'),
        click('Next'),
        { does: 'screenshot' },
      ),
    );
    const asked = await run.asks('confirmation');
    expect(touched).toEqual(['Save|Ada (50%)']);
    expect(asked).toMatchObject({ actions: [{ target: { name: 'Delete account' } }] });
    await run.handle.signal('confirm', { requestId: asked.requestId, approved: true });
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed', previousSubtasks: [{ result: 'It is done.' }] });
    expect(touched).toEqual(['Save|Ada (50%)', 'Delete account|Ada (50%)']);
    expect(told()).toContain('click_on_coordinates "Save"');
    const records = await harness.records(run);
    const [decided] = records.filter(({ type }) => type === 'decided');
    expect(JSON.stringify(decided?.data['actions']).match(/"function"/g)).toHaveLength(5);
  });

  test('FL22: what cannot be done exactly ends the batch, and the model is told why', async () => {
    const run = await start(batch(click('Save'), { does: 'hold_key', input: { text: 'a', duration: 1 } }, click('Next')));
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(touched).toEqual(['Save|']);
    expect(told()).toContain('A key is not held for a time');
  });
});
