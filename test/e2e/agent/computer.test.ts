// FL22 in a real browser: an agent whose model acts by OpenAI's `computer` tool, behind a server that checks each request by the published types.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startHarness, type Harness, type Run } from '../../support/agent-harness.js';
import { startComputerServer, type AskedByTool, type ComputerServer, type Said, type WireAction } from '../../support/computer-server.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

/** What stands where, px of the page. */
const places = { Name: [20, 20], Save: [20, 80], Next: [20, 140], 'Delete account': [20, 200], PIN: [20, 260] } as const;
type Place = keyof typeof places;
const at = (name: Place) => `style="position:absolute;width:160px;height:40px;left:${places[name][0]}px;top:${places[name][1]}px"`;
const button = (name: Place) => `<button type="button" ${at(name)}>${name}</button>`;
/** The title tells how wide the page is, so that a model that sees pictures only can be scripted. */
const page = (more: string) => `<title>Form</title>
  <input aria-label="Name" ${at('Name')}><input type="password" aria-label="PIN" ${at('PIN')}>
  ${button('Save')}${button('Next')}${button('Delete account')}
  <script>
    document.title = 'Form of ' + innerWidth;
    const field = (label) => document.querySelector('[aria-label=' + label + ']').value;
    addEventListener('click', ({ target }) => {
      if (target.tagName !== 'BUTTON') return;
      fetch('/touched', { method: 'POST', body: [target.textContent, field('Name'), field('PIN')].join('|') });
      ${more}
    }, true);
  </script>`;
const pages: Readonly<Record<string, string>> = {
  '/': page(''),
  '/asks': page(`document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-label="Sure?">Sure? <button>Yes</button></div>');`),
};

type Turn = (asked: AskedByTool) => readonly Said[];

describe('a model with a computer tool', () => {
  let harness: Harness;
  let tool: ComputerServer;
  let url = '';
  let touched: string[] = [];
  let turns: Turn[] = [];
  const site = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.url === '/touched') touched.push(body);
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages[request.url ?? ''] ?? '');
  });

  beforeAll(async () => {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    tool = await startComputerServer((asked) => turns.shift()?.(asked) ?? [{ text: 'It is done.' }]);
    harness = await startHarness({
      address: sharedServerAddress(),
      env: { OPENAI_BASE_URL: tool.url, STEADYHAND_SECRET_PIN: 'open-sesame' },
      config: { kinds: ['web'], slots: 1, model: { computer: 'openai', imageMaxSide: 640 }, secrets: { PIN: { origins: [url] } } },
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

  const start = (path: string, ...script: readonly Turn[]): Promise<Run> => {
    turns = [...script];
    return harness.run({}, { request: 'fill in the form', device: { kind: 'web', url: `${url}${path}` } });
  };
  /** In the middle of it, px of the picture. */
  const click =
    (name: Place) =>
    ({ text, picture }: AskedByTool): WireAction => {
      const scale = picture.width / Number(/Form of (\d+)/.exec(text)?.[1]);
      const [x, y] = places[name];
      return { type: 'click', button: 'left', x: Math.round((x + 80) * scale), y: Math.round((y + 20) * scale), keys: null };
    };
  const type = (text: string) => (): WireAction => ({ type: 'type', text });
  const batch =
    (...items: readonly ((asked: AskedByTool) => WireAction)[]): Turn =>
    (asked) => [{ actions: items.map((item) => item(asked)) }];
  const told = (): string => tool.requests.at(-1)?.text ?? '';

  test('FL22: each item of a batch is an action: journalled, told and recorded by itself', async () => {
    const run = await start('/', batch(click('Name'), type('Ada (50%)'), click('PIN'), type('{{secret:PIN}}'), click('Save')));
    expect(await run.handle.result()).toMatchObject({
      outcome: 'completed',
      steps: 2,
      usage: { modelCalls: 2 },
      previousSubtasks: [{ result: 'It is done.' }],
    });
    expect(touched).toEqual(['Save|Ada (50%)|open-sesame']);
    const records = await harness.records(run);
    const acted = JSON.stringify(records.filter(({ type: kind }) => kind === 'decided')[0]?.data['actions']);
    expect(acted.match(/"function"/g)).toHaveLength(5);
    expect(acted).toContain('click_on_coordinates');
    // The model was sent nothing but a picture and what came of it.
    expect(told()).toContain('click_on_coordinates "Save"');
    expect(JSON.stringify(tool.requests.map(({ body }) => body))).not.toContain('open-sesame');
  });

  test('FL22: the batch is cut where the structure of the screen changed', async () => {
    const run = await start('/asks', batch(click('Save'), click('Next')));
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(touched).toEqual(['Save||']);
    expect(told()).toMatch(/Not run, because .* came: click_on_coordinates "Next"/);
  });

  test('FL22: the batch is cut at the first item that the guard holds; approved, it runs alone', async () => {
    const run = await start('/', batch(click('Save'), click('Delete account'), click('Next')));
    const asked = await run.asks('confirmation');
    expect(touched).toEqual(['Save||']);
    expect(asked).toMatchObject({ actions: [{ target: { name: 'Delete account' } }] });
    await run.handle.signal('confirm', { requestId: asked.requestId, approved: true });
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(touched).toEqual(['Save||', 'Delete account||']);
  });

  const checks = [{ id: 'sc_1', code: 'malicious_instructions', message: 'The page gives <orders>.' }];
  const checked: Turn = (asked) => [{ actions: [click('Save')(asked), click('Next')(asked)], checks }];

  test('FL22: pending safety checks ask a person, and an approval acknowledges them', async () => {
    const run = await start('/', checked);
    const asked = await run.asks('confirmation');
    expect(asked).toMatchObject({ reason: "the model's provider asks: malicious_instructions: The page gives <orders>." });
    expect(touched).toEqual([]);
    await run.handle.signal('confirm', { requestId: asked.requestId, approved: true });
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(touched).toEqual(['Save||']);
    expect(tool.requests.at(-1)?.body.input).toContainEqual(expect.objectContaining({ acknowledged_safety_checks: checks }));
  });

  test('FL22: rejected, nothing runs and nothing is acknowledged', async () => {
    const before = tool.requests.length;
    const run = await start('/', checked);
    const { requestId } = await run.asks('confirmation');
    await run.handle.signal('confirm', { requestId, approved: false });
    // The HostAgent's model is asked what now, and this server has none.
    await run.handle.result().catch(() => undefined);
    expect(touched).toEqual([]);
    expect(JSON.stringify(tool.requests.slice(before).map(({ body }) => body))).not.toContain('acknowledged');
  });
});
