// FL22 in a real browser: an agent whose model acts by Anthropic's computer use tool, behind a server that checks each request by the published types.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startHarness, type Harness, type Run } from '../../support/agent-harness.js';
import { startMessagesServer, type AskedInMessages, type MessagesServer, type SaidBlock } from '../../support/messages-server.js';
import { middleOf, startFormSite, type FormPlace, type FormSite } from '../../support/form-site.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

type Turn = (asked: AskedInMessages) => readonly SaidBlock[];

describe("a model with Anthropic's computer use tool", () => {
  let harness: Harness;
  let tool: MessagesServer;
  let site: FormSite;
  let turns: Turn[] = [];

  beforeAll(async () => {
    site = await startFormSite();
    tool = await startMessagesServer((asked) => turns.shift()?.(asked) ?? [{ text: 'It is done.' }], 'scripted-key');
    harness = await startHarness({
      address: sharedServerAddress(),
      env: { ANTHROPIC_BASE_URL: tool.url, ANTHROPIC_API_KEY: 'scripted-key', STEADYHAND_COMPUTER_TOOL: 'anthropic' },
      config: { kinds: ['web'], slots: 1, model: { imageMaxSide: 640 } },
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

  const start = (...script: readonly Turn[]): Promise<Run> => {
    turns = [...script];
    return harness.run({}, { request: 'fill in the form', device: { kind: 'web', url: site.url } });
  };
  /** In the middle of it, px of the picture. */
  const click =
    (name: FormPlace) =>
    (asked: AskedInMessages): SaidBlock => ({ does: 'left_click', input: { coordinate: middleOf(name, asked) } });
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
    expect(site.touched).toEqual(['Save|Ada (50%)|']);
    expect(asked).toMatchObject({ actions: [{ target: { name: 'Delete account' } }] });
    await run.handle.signal('confirm', { requestId: asked.requestId, approved: true });
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed', previousSubtasks: [{ result: 'It is done.' }] });
    expect(site.touched).toEqual(['Save|Ada (50%)|', 'Delete account|Ada (50%)|']);
    expect(told()).toContain('click_on_coordinates "Save"');
    const records = await harness.records(run);
    const [decided] = records.filter(({ type }) => type === 'decided');
    expect(JSON.stringify(decided?.data['actions']).match(/"function"/g)).toHaveLength(5);
  });

  test('FL22: what cannot be done exactly ends the batch, and the model is told why', async () => {
    const run = await start(batch(click('Save'), { does: 'hold_key', input: { text: 'a', duration: 1 } }, click('Next')));
    expect((await run.handle.result()).outcome).toBe('completed');
    expect(site.touched).toEqual(['Save||']);
    expect(told()).toContain('A key is not held for a time');
  });
});
