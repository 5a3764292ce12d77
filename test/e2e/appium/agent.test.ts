// An agent whose device is behind Appium, from the run's input to the page.
import { fileURLToPath } from 'node:url';
import { chromiumCapabilities, startAppium, type AppiumServer } from '../../support/appium-server.js';
import { assignThenFinish, click, say, startHarness, type, type Harness } from '../../support/agent-harness.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

describe('an agent behind Appium', () => {
  let appium: AppiumServer;
  let pages: PageServer;
  let harness: Harness;
  beforeAll(async () => {
    [appium, pages] = await Promise.all([startAppium(), startPageServer()]);
    harness = await startHarness({
      address: sharedServerAddress(),
      env: { STEADYHAND_APPIUM: appium.url },
      config: { kinds: ['appium'], slots: 1 },
    });
  });
  afterAll(async () => {
    await harness?.close();
    await appium?.close();
    await pages?.close();
  });

  test('types and clicks in the browser named by its capabilities', async () => {
    const run = await harness.run(
      { host: assignThenFinish, app: [type('Name', 'Ada'), click('Next'), say('FINISH', { Result: 'there' })] },
      {
        request: 'go on',
        device: {
          kind: 'appium',
          url: `${pages.origin}/conformance`,
          capabilities: await chromiumCapabilities(),
        },
      },
    );
    const result = await run.handle.result();
    expect(result).toMatchObject({ outcome: 'completed', previousSubtasks: [{ status: 'FINISH', result: 'there' }] });
    expect(harness.asked(run).at(-1)?.text).toContain('Second screen');
  });

  test('sees what a native session shows', async () => {
    const run = await harness.run(
      { host: assignThenFinish, app: [type('Name', 'Ada'), say('FINISH', { Result: 'typed' })] },
      {
        request: 'fill in',
        device: {
          kind: 'appium',
          capabilities: {
            platformName: 'Fake',
            'appium:automationName': 'Fake',
            'appium:deviceName': 'Fake',
            'appium:app': fileURLToPath(new URL('../../support/fake-app.xml', import.meta.url)),
          },
        },
      },
    );
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
    expect(harness.asked(run)[1]?.text).toContain('btn Next');
  });
});
