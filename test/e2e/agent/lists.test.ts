// HE12 and HE14 in a real browser: what a run with one application costs, and that a list of actions is no way around anything.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { say, startHarness, type Answer, type Harness, type Run } from '../../support/agent-harness.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

/** Each change and press is sent to the site, with the name of what was touched. */
const heard = `<script>
  const tell = (name) => fetch('/touched', { method: 'POST', body: name });
  addEventListener('change', ({ target }) => tell(target.name));
  addEventListener('click', ({ target }) => target.tagName === 'BUTTON' && tell(target.textContent), true);
</script>`;
const boxes = ['One', 'Two', 'Three', 'Four', 'Five'];
const form = (more = '') =>
  `<title>Boxes</title><h1>Choose</h1>${boxes.map((name) => `<p><label><input type="checkbox" name="${name}"> ${name}</label></p>`).join('')}
   <p id="word"></p><button type="button">Submit</button>${heard}${more}`;
const after = (name: string, what: string) =>
  `<script>document.querySelector('[name=${name}]').addEventListener('change', () => { ${what} });</script>`;

const pages: Readonly<Record<string, string>> = {
  '/plain': form(),
  '/asks': form(
    after('Two', `document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-label="Sure?">Sure? <button>Yes</button></div>')`),
  ),
  '/renames': form(after('Two', `document.querySelector('button').textContent = 'Delete my account'`)),
  '/pays': form(after('Two', `document.getElementById('word').textContent = 'Total: $599.00. Your card will be charged.'`)),
};

describe('a list of actions', () => {
  let harness: Harness;
  let url = '';
  let touched: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.url === '/touched') touched.push(body);
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages[request.url ?? ''] ?? '');
  });

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1 } });
  });
  beforeEach(() => {
    touched = [];
  });
  afterAll(async () => {
    await harness?.close();
    server.closeAllConnections();
    server.close();
  });

  const press =
    (...names: readonly string[]): Answer =>
    ({ find }) => ({
      Actions: names.map((name) => ({
        Function: 'click_input',
        Args: { button: 'left', double: false },
        ControlLabel: (find('chk', new RegExp(`^${name}$`)) ?? find('btn', new RegExp(`^${name}$`)))?.label ?? '',
        ControlText: name,
        Status: 'CONTINUE',
      })),
    });
  const start = (page: string, ...app: readonly Answer[]): Promise<Run> =>
    harness.run(
      { host: [say('FAIL')], app: [...app, say('FINISH', { Result: 'done' })] },
      { request: 'choose all', device: { kind: 'web', url: `${url}${page}` } },
    );
  const told = (run: Run): string => harness.asked(run).at(-1)?.text ?? '';

  test('HE12, HE14: five check boxes are one call, and nobody else is asked', async () => {
    const run = await start('/plain', press(...boxes));
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed', steps: 2, usage: { modelCalls: 2 } });
    expect(touched).toEqual(boxes);
    // Each has its own outcome.
    expect(told(run).match(/is now checked/g)).toHaveLength(5);
  });

  test('HE12: where a dialog came the rest is not run, and the model is told which', async () => {
    const run = await start('/asks', press(...boxes));
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(touched).toEqual(['One', 'Two']);
    expect(told(run)).toMatch(/Not run, because .*(?:dialog|Yes).* came: click_input "Three".*"Five"/);
  });

  test('HE12: a button that became another one is not pressed', async () => {
    const run = await start('/renames', press('One', 'Two', 'Submit'));
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(touched).toEqual(['One', 'Two']);
    expect(told(run)).toContain('button "Submit" is no longer what it was');
  });

  test('HE12, HE40: the same button is judged by what stands beside it when its turn comes', async () => {
    const plain = await start('/plain', press('One', 'Two', 'Submit'));
    expect((await plain.handle.result()).outcome).toBe('completed');
    expect(touched).toEqual(['One', 'Two', 'Submit']);
    const paying = await start('/pays', press('One', 'Two', 'Submit'));
    const approval = await paying.asks('confirmation');
    expect(touched).toEqual(['One', 'Two', 'Submit', 'One', 'Two']);
    expect(approval).toMatchObject({ actions: [{ target: { name: 'Submit' } }] });
    await paying.handle.signal('confirm', { requestId: approval.requestId, approved: false });
    expect((await paying.handle.result()).outcome).not.toBe('error');
    expect(touched).toHaveLength(5);
  });
});
