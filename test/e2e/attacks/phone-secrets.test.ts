// A phone's application that was given a secret tells it in every way it can. Nothing of that leaves the device (LK21).
import { atEdge, contextIn } from '../../support/edge.js';
import { createTesseractTextReader } from '../../../src/adapters/tesseract/tesseract-text-reader.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAppiumDriver } from '../../../src/adapters/appium/appium-driver.js';
import type { Control } from '../../../src/domain/ui/control.js';
import type { Attachment, Device, OpenContext } from '../../../src/ports/device.js';
import { startHarness } from '../../support/agent-harness.js';
import { phoneCapabilities, startAppium, type AppiumServer } from '../../support/appium-server.js';
import { expectNoCanary } from '../../support/canary-run.js';
import { tracesIn } from '../../support/disguises.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

const canary = 'Kanarie-7/vogel geel';
const live = new AbortController().signal;

let appium: AppiumServer;
beforeAll(async () => {
  appium = await startAppium();
});
afterAll(() => appium?.close());

describe('LK21: an application of a phone that repeats a secret', () => {
  let context: OpenContext;
  let device: Device;
  let attachment: Attachment;
  const reader = createTesseractTextReader();
  const driver = () => atEdge(createAppiumDriver({ url: appium.url }));
  beforeEach(async () => {
    context = contextIn(await mkdtemp(join(tmpdir(), 'steadyhand-phone-')), {
      secrets: { resolveSecret: (name, id) => (name === 'BIRD' && id === 'org.example.echo' ? canary : undefined) },
    });
    ({ device, attachment } = await driver().open({ kind: 'appium', capabilities: phoneCapabilities('echo') }, context));
    const target = { control: await named('Bird', 'textbox') };
    await device.perform({ type: 'set-text', target, text: '{{secret:BIRD}}', clear: true }, live);
  });
  afterEach(async () => {
    await driver().destroy(attachment, context);
    await rm(context.folder, { recursive: true, force: true });
  });
  afterAll(() => reader.close());

  const named = async (name: string, role?: string): Promise<Control> => {
    const { controls } = await device.look();
    const found = controls.find((control) => control.name === name && (role === undefined || control.role === role));
    if (!found) throw new Error(`no ${name} among ${controls.map((control) => `${control.role} "${control.name}"`).join(', ')}`);
    return found;
  };
  const failure = (run: Promise<unknown>): Promise<string> => run.then(String, (error: unknown) => String(error));
  const readIn = async (picture: Uint8Array): Promise<string> => (await reader.read(picture)).map(({ text }) => text).join('\n');

  test('LK21: titles, texts, buttons, what is cut, what is split, sources and errors have nothing of it', async () => {
    const target = { control: await named('You typed •••') };
    const choice = { control: await named('Choose') };
    // One of the two that together say it.
    const piece = { control: await named('•••', 'text') };
    const texts = [
      JSON.stringify([await device.look(), await device.listApplications(), await device.source()]),
      JSON.stringify([await device.perform({ type: 'read-text' }, live), await device.perform({ type: 'read-text', target }, live)]),
      JSON.stringify(await device.perform({ type: 'read-text', target: piece }, live)),
      await failure(device.perform({ type: 'select-option', target: choice, values: ['other'] }, live)),
    ];
    expect(tracesIn(texts.join('\n'), canary)).toEqual([]);
    for (const text of texts) expect(text).toContain('•••');
  });

  test('LK21: everything that shows it is masked, also what is not told', async () => {
    expect(await named('Row')).toMatchObject({ masked: true });
    const bare = await createAppiumDriver({ url: appium.url }).attach(attachment, context);
    expect(tracesIn(await readIn(await bare.screenshot()), canary)).not.toEqual([]);
    expect(tracesIn(await readIn(await device.screenshot()), canary)).toEqual([]);
  });

  test('LK21: a masked control can still be touched', async () => {
    await device.perform({ type: 'click', target: { control: await named('Copy •••') }, button: 'left', clickCount: 1 }, live);
    expect(await named('Copied: 1')).toBeDefined();
  });
});

test('LK21: whatever a run on a phone writes of a secret that is repeated there: 0 hits, its pixels are blank', async () => {
  const harness = await startHarness({
    address: sharedServerAddress(),
    env: { STEADYHAND_APPIUM: appium.url, STEADYHAND_SECRET_BIRD: canary },
    config: { kinds: ['appium'], slots: 1, secrets: { BIRD: { apps: ['org.example.echo'] } } },
  });
  try {
    const device = { kind: 'appium', capabilities: phoneCapabilities('echo') } as const;
    const blanked = await expectNoCanary(harness, { canary, device, request: 'tell' });
    expect(blanked.length).toBeGreaterThan(10);
    expect(blanked.filter(({ colours }) => colours > 1)).toEqual([]);
  } finally {
    await harness.close();
  }
});
