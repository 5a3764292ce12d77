// The engines on a phone application behind a real Appium server.
import { connect } from '../../src/client.js';
import { edge, node } from '../pure/flow/documents.js';
import { assignThenFinish, say, startHarness, type Answer, type Harness } from '../support/agent-harness.js';
import { phoneCapabilities, startAppium, type AppiumServer } from '../support/appium-server.js';
import { explore } from '../support/explorers.js';
import { maskedInLastLook } from '../support/last-look.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { filesBelow, findAll, historiesOf } from '../support/what-a-run-wrote.js';

const value = 'Open-Sesame-7';
const plain = 'seen-by-anybody-8';

describe('engines behind Appium', () => {
  let appium: AppiumServer;
  let harness: Harness;
  beforeAll(async () => {
    appium = await startAppium();
    harness = await startHarness({
      address: sharedServerAddress(),
      env: {
        STEADYHAND_APPIUM: appium.url,
        STEADYHAND_SECRET_DOOR: value,
        STEADYHAND_SECRET_NAME: plain,
        STEADYHAND_SECRET_OTHER: 'not-for-this-one',
      },
      config: {
        kinds: ['appium'],
        slots: 2,
        secrets: { DOOR: { apps: ['org.example.form'] }, NAME: { apps: ['org.example.form'] }, OTHER: { apps: ['org.example.shop'] } },
      },
    });
  });
  afterAll(async () => {
    await harness?.close();
    await appium?.close();
  });

  const typed =
    (kind: string, name: string, text: string): Answer =>
    ({ find }) => ({
      Function: 'set_edit_text',
      Args: { text, clear_current_text: true },
      ControlLabel: find(kind, new RegExp(`^${name}$`))?.label,
      ControlText: name,
      Status: 'CONTINUE',
      Comment: `type into ${name}`,
    });

  test('RP1, RP3: an agent’s run on a phone becomes a flow that does the same again, and asks no model', async () => {
    const device = { kind: 'appium', capabilities: phoneCapabilities('form') };
    const run = await harness.run(
      { host: assignThenFinish, app: [typed('box', 'Name', 'Ada Lovelace'), say('FINISH', { Result: 'typed' })] },
      { request: 'Enter Ada Lovelace', device },
    );
    await run.handle.result();
    const steadyhand = await connect({ env: { TEMPORAL_ADDRESS: sharedServerAddress(), STEADYHAND_SHARED: harness.config.shared } });
    const { flow } = await steadyhand.compile(run.id).finally(() => steadyhand.close());
    expect(flow.nodes.map(({ node_type: { type } }) => type)).toEqual(['Act', 'Expect']);
    const asked = harness.asked(run).length;
    const again = await harness.flow(() => flow, { device, heal: 'never' });
    expect(await again.handle.result()).toMatchObject({ outcome: 'completed' });
    expect(harness.asked(run)).toHaveLength(asked);
  });

  test('a secret is typed where it is allowed, and appears in no history, record, file, prompt or Appium log', async () => {
    const run = await harness.run(
      {
        host: assignThenFinish,
        app: [
          typed('pw', 'Code', '{{secret:DOOR}}'),
          typed('box', 'Name', '{{secret:NAME}}'),
          typed('box', 'Name', '{{secret:OTHER}}'),
          say('FINISH', { Result: 'typed' }),
        ],
      },
      { request: 'log in', device: { kind: 'appium', capabilities: phoneCapabilities('form') } },
    );
    const result = await run.handle.result();
    expect(result.blackboard.trajectories.map((step) => step.result)).toEqual([
      expect.stringContaining('done'),
      expect.stringContaining('done'),
      expect.stringContaining('secret-refused'),
    ]);
    expect(await maskedInLastLook(harness, run)).toEqual([
      { name: 'Name', value: '•••', colours: 1 },
      { name: 'Code', value: '•••', colours: 1 },
    ]);
    const prompts = harness.asked(run).map(({ text }) => text);
    expect(prompts.at(-2)).toContain('•••');
    const words = [value, plain, 'not-for-this-one'];
    expect(findAll(new Map([['prompts', Buffer.from(prompts.join('\n'))]]), words)).toEqual([]);
    expect(findAll(await historiesOf(harness.client, run.id), words)).toEqual([]);
    expect(findAll(await filesBelow(harness.home), words)).toEqual([]);
    // Appium logs requests and page sources, which contain what stands in a readable field.
    expect(appium.log()).toContain('Calling AppiumDriver.setValue()');
    expect(findAll(new Map([['log of Appium', Buffer.from(appium.log())]]), [value])).toEqual([]);
  });

  test('a flow taps, types, and reads what is there afterwards', async () => {
    const run = await harness.flow(
      (id) => ({
        name: id,
        nodes: [
          node('aim', { type: 'Click', target: 'Name' }),
          node('type', { type: 'TypeText', text: 'Ada' }),
          node('next', { type: 'Click', target: 'Next' }),
          node('second', { type: 'FindText', search_text: 'Second screen' }),
          node('done', { type: 'Click', target: 'Done' }),
          node('kept', { type: 'FindText', search_text: 'Ada' }),
        ],
        edges: [edge('aim', 'type'), edge('type', 'next'), edge('next', 'second'), edge('second', 'done'), edge('done', 'kept')],
      }),
      { device: { kind: 'appium', capabilities: phoneCapabilities('form') } },
    );
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed', variables: { 'second.found': true, 'kept.found': true } });
  });

  test('an explorer installs an application, maps its screens, and restarts it when it has crashed', async () => {
    const handle = await explore(harness.client, {
      device: { kind: 'appium', capabilities: phoneCapabilities('shop') },
      budget: { max_steps: 40 },
    });
    const summary = await handle.result();
    expect(summary).toMatchObject({ stop_reason: 'success', coverage_pct: 100, screens: 3 });
    expect(summary.restarts).toBeGreaterThan(0);
  });

  test('E5: an explorer whose application is not on the phone ends with that reason', async () => {
    const { 'appium:app': _, ...rest } = phoneCapabilities('shop');
    const handle = await explore(harness.client, {
      device: { kind: 'appium', capabilities: { ...rest, 'appium:appPackage': 'org.nobody' } },
    });
    const summary = await handle.result();
    expect(summary).toMatchObject({ stop_reason: 'app_not_installed', steps: 0, screens: 0 });
    expect(summary.message).toContain("'org.nobody' isn't installed");
  });
});
