// FL22 in a real browser: an agent whose model acts by OpenAI's `computer` tool, behind a server that checks each request by the published types.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startHarness, type Harness, type Run } from '../../support/agent-harness.js';
import { startComputerServer, type AskedByTool, type ComputerServer, type Said, type WireAction } from '../../support/computer-server.js';
import { middleOf, startFormSite, type FormPlace, type FormSite } from '../../support/form-site.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

type Turn = (asked: AskedByTool) => readonly Said[];

describe('a model with a computer tool', () => {
  let harness: Harness;
  let tool: ComputerServer;
  let site: FormSite;
  let turns: Turn[] = [];

  beforeAll(async () => {
    site = await startFormSite();
    tool = await startComputerServer((asked) => turns.shift()?.(asked) ?? [{ text: 'It is done.' }]);
    harness = await startHarness({
      address: sharedServerAddress(),
      env: { OPENAI_BASE_URL: tool.url, STEADYHAND_SECRET_PIN: 'open-sesame' },
      config: { kinds: ['web'], slots: 1, model: { computer: 'openai', imageMaxSide: 640 }, secrets: { PIN: { origins: [site.url] } } },
    });
  });
  beforeEach(() => void (site.touched.length = 0));
  afterEach(() => {
    expect(tool.refused).toEqual([]);
  });
  afterAll(async () => {
    await harness?.close();
    await tool?.close();
    await site?.close();
  });

  const start = (path: string, ...script: readonly Turn[]): Promise<Run> => {
    turns = [...script];
    return harness.run({}, { request: 'fill in the form', device: { kind: 'web', url: `${site.url}${path}` } });
  };
  /** In the middle of it, px of the picture. */
  const click =
    (name: FormPlace) =>
    (asked: AskedByTool): WireAction => {
      const [x, y] = middleOf(name, asked);
      return { type: 'click', button: 'left', x, y, keys: null };
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
    expect(site.touched).toEqual(['Save|Ada (50%)|open-sesame']);
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
    expect(site.touched).toEqual(['Save||']);
    expect(told()).toMatch(/Not run, because .* came: click_on_coordinates "Next"/);
  });

  test('FL22: the batch is cut at the first item that the guard holds; approved, it runs alone', async () => {
    const run = await start('/', batch(click('Save'), click('Delete account'), click('Next')));
    const asked = await run.asks('confirmation');
    expect(site.touched).toEqual(['Save||']);
    expect(asked).toMatchObject({ actions: [{ target: { name: 'Delete account' } }] });
    await run.handle.signal('confirm', { requestId: asked.requestId, approved: true });
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(site.touched).toEqual(['Save||', 'Delete account||']);
  });

  const checks = [{ id: 'sc_1', code: 'malicious_instructions', message: 'The page gives <orders>.' }];
  const checked: Turn = (asked) => [{ actions: [click('Save')(asked), click('Next')(asked)], checks }];

  test('FL22: pending safety checks ask a person, and an approval acknowledges them', async () => {
    const run = await start('/', checked);
    const asked = await run.asks('confirmation');
    expect(asked).toMatchObject({
      reason: expect.stringMatching(
        /^the model's provider asks: malicious_instructions: The page gives <orders>\.; of the same call, and not run with it: click_on_coordinates "Next"/,
      ),
    });
    expect(site.touched).toEqual([]);
    await run.handle.signal('confirm', { requestId: asked.requestId, approved: true });
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(site.touched).toEqual(['Save||']);
    expect(tool.requests.at(-1)?.body.input).toContainEqual(expect.objectContaining({ acknowledged_safety_checks: checks }));
  });

  test('FL22: rejected, nothing runs and nothing is acknowledged', async () => {
    const before = tool.requests.length;
    const run = await start('/', checked);
    const { requestId } = await run.asks('confirmation');
    await run.handle.signal('confirm', { requestId, approved: false });
    // The HostAgent's model is asked what now, and this server has none.
    await run.handle.result().catch(() => undefined);
    expect(site.touched).toEqual([]);
    expect(JSON.stringify(tool.requests.slice(before).map(({ body }) => body))).not.toContain('acknowledged');
  });
});
