// examples/desktop as published: three applications, one after another; the written file is the judge.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { offerPriceList } from '../../examples/desktop/offer.mjs';
import { desktopScript } from '../../examples/scripted-model/desktop-script.mjs';
import { startScriptedModel, type ScriptedModel } from '../../examples/scripted-model/server.mjs';
import { confirmUpdate } from '../../src/workflows/messages.js';
import { startHarness, type Harness } from '../support/agent-harness.js';
import { describeWithDesktop } from '../support/desktop/test-desktop.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { browserPrograms } from '../support/webdriver.js';

describeWithDesktop('the desktop example', () => {
  let model: ScriptedModel;
  let harness: Harness;
  let folder: string;
  const before = process.env['XDG_DATA_DIRS'];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-example-'));
    offerPriceList(folder, browserPrograms().chromium);
    process.env['XDG_DATA_DIRS'] = [folder, '/usr/local/share', '/usr/share'].join(delimiter);
    model = await startScriptedModel({ script: desktopScript });
    harness = await startHarness({
      address: sharedServerAddress(),
      env: { OPENAI_BASE_URL: `${model.url}/v1` },
      config: { kinds: ['desktop'], slots: 1, desktop: { virtual: true } },
    });
  });
  afterAll(async () => {
    await harness?.close();
    await model?.close();
    if (before === undefined) delete process.env['XDG_DATA_DIRS'];
    else process.env['XDG_DATA_DIRS'] = before;
    await rm(folder, { recursive: true, force: true });
  });

  test('one request, three applications; each result is in the next subtask', async () => {
    const file = join(folder, 'total.txt');
    const request = JSON.parse(await readFile(new URL('../../examples/desktop/request.json', import.meta.url), 'utf8')) as {
      request: string;
    };
    // A person approves each launch.
    const run = await harness.run({}, { ...request, request: request.request.replace('/tmp/steadyhand-total.txt', file) });
    for (const application of ['Price list', 'Galculator', 'Mousepad']) {
      const asked = await run.asks('confirmation');
      expect(asked).toMatchObject({ actions: [{ function: 'launch_application', args: { name: application } }] });
      await harness.client.workflow
        .getHandle(asked.asker)
        .executeUpdate(confirmUpdate, { args: [{ requestId: asked.requestId, approved: true }] });
    }
    const result = await run.handle.result();
    expect(result.outcome).toBe('completed');
    expect(await readFile(file, 'utf8')).toBe('145.5');
    expect(result.previousSubtasks.map(({ result: said }) => said)).toEqual(['48.50', '145.5', `145.5 is in ${file}`]);
  });
});
