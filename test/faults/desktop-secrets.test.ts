// A program on a desktop that was given a secret tells it in every way it can. Nothing of that leaves the device (LK21).
import { createDesktopDriver } from '../../src/adapters/desktop/desktop-driver.js';
import { createSharpImages } from '../../src/adapters/sharp/sharp-images.js';
import { createTesseractTextReader } from '../../src/adapters/tesseract/tesseract-text-reader.js';
import type { Control } from '../../src/domain/ui/control.js';
import type { Bounds } from '../../src/domain/ui/geometry.js';
import type { Look } from '../../src/ports/device.js';
import { startHarness, type Harness } from '../support/agent-harness.js';
import {
  describeWithDesktop,
  offerApplications,
  openTestDesktop,
  testScreen,
  type TestApplications,
  type TestDesktop,
} from '../support/desktop/test-desktop.js';
import { expectNoCanary } from '../support/canary-run.js';
import { formsOf, tracesIn } from '../support/disguises.js';
import { sampled } from '../support/sampled.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const canary = 'Kanarie-7/vogel geel';
const live = new AbortController().signal;
/** Those that the program knows. */
const forms = ['plain', 'upper', 'lower', 'backwards', 'percent', 'every', 'base64', 'base64 of more', 'hexadecimal', 'spaced'] as const;
const resolveSecret = (name: string): string | undefined => (name === 'BIRD' ? canary : undefined);

describeWithDesktop('LK21: a program that repeats a secret', () => {
  let applications: TestApplications;
  let desktop: TestDesktop;
  beforeAll(async () => {
    applications = await offerApplications({
      ...Object.fromEntries(forms.map((form) => [form, ['echo', form] as [string, string]])),
      Other: ['form'],
    });
  });
  const reader = createTesseractTextReader();
  afterAll(async () => {
    await applications?.dispose();
    await reader.close();
  });
  afterEach(() => desktop?.close());

  const named = (look: Look, name: string | RegExp, role?: string): Control => {
    const found = look.controls.find(
      (control) =>
        (typeof name === 'string' ? control.name === name : name.test(control.name)) && (role === undefined || control.role === role),
    );
    if (!found)
      throw new Error(`no ${String(name)} among ${look.controls.map((control) => `${control.role} "${control.name}"`).join(', ')}`);
    return found;
  };
  const typedInto = async (app: string): Promise<Look> => {
    desktop = await openTestDesktop({ app }, { resolveSecret });
    const { device } = desktop;
    const target = { control: named(await device.look(), 'Bird', 'textbox') };
    await device.perform({ type: 'set-text', target, text: '{{secret:BIRD}}', clear: true }, live);
    await device.settle(5_000);
    return until(async () => {
      const look = await device.look();
      return look.controls.some(({ name }) => name.startsWith('You typed')) && look;
    }, 'the repeated secret');
  };
  const readIn = async (picture: Uint8Array): Promise<string> => (await reader.read(picture)).map(({ text }) => text).join('\n');
  const failure = (run: Promise<unknown>): Promise<string> => run.then(String, (error: unknown) => String(error));

  test.each(sampled(forms, 4))('LK21: %s: in titles, labels, buttons, fields, options, cells, texts and errors', async (form) => {
    const look = await typedInto(form);
    const { device } = desktop;
    const target = { control: named(look, /^You typed/) };
    const texts = [
      JSON.stringify([look, await device.listApplications(), await device.source()]),
      JSON.stringify([await device.perform({ type: 'read-text' }, live), await device.perform({ type: 'read-text', target }, live)]),
      await failure(device.perform({ type: 'select-option', target: { control: named(look, '', 'combobox') }, values: ['other'] }, live)),
      desktop.context.secrets.mask(`read by OCR: ${formsOf(canary)[form] ?? ''}`),
    ];
    expect(tracesIn(texts.join('\n'), canary)).toEqual([]);
    for (const text of texts) expect(text).toContain('•••');
  });

  test('LK21: the pixels of everything that repeats it are masked, the title bar too, and behind another application', async () => {
    const look = await typedInto('plain');
    const masked = look.controls.filter((control) => control.masked);
    const says = (name: RegExp): Bounds => named(look, name).bounds;
    for (const bounds of [says(/^You typed/), says(/^Copy •••/), says(/^xxx/)])
      expect(masked.map((control) => control.bounds)).toContainEqual(bounds);
    const title = masked.find(({ path }) => path.startsWith('/title'))?.bounds;
    // What leaves the device is masked: a driver without that edge shows what the reader would see.
    const bare = await createDesktopDriver(testScreen).attach(desktop.attachment, desktop.context);
    const picture = await bare.screenshot();
    const images = createSharpImages();
    expect(tracesIn(await readIn(picture), canary)).not.toEqual([]);
    const others = masked.map(({ bounds }) => bounds).filter((bounds) => bounds !== title);
    expect(tracesIn(await readIn(await images.blank(picture, others)), canary)).not.toEqual([]);
    expect(tracesIn(await readIn(await images.blank(picture, [...others, ...(title ? [title] : [])])), canary)).toEqual([]);
    expect(tracesIn(await readIn(await desktop.device.screenshot()), canary)).toEqual([]);
    await desktop.device.launchApplication('Other');
    await desktop.device.settle(5_000);
    const behind = await desktop.device.look();
    expect(behind.application.name).toBe('Other');
    const hidden = behind.controls.filter((control) => control.masked).map(({ bounds }) => bounds);
    for (const bounds of [says(/^You typed/), says(/^Copy •••/), title]) expect(hidden).toContainEqual(bounds);
    expect(tracesIn(JSON.stringify([behind, await desktop.device.listApplications()]), canary)).toEqual([]);
  });

  test('LK21: a masked control can still be acted on, an option chosen', async () => {
    const look = await typedInto('plain');
    const { device } = desktop;
    await device.perform({ type: 'click', target: { control: named(look, 'Copy •••', 'button') }, button: 'left', clickCount: 1 }, live);
    await device.settle(5_000);
    expect(named(await device.look(), 'Pressed 1')).toBeDefined();
    const choice = named(look, '', 'combobox');
    for (const option of ['none', '•••']) {
      await device.perform({ type: 'select-option', target: { control: choice }, values: [option] }, live);
      await device.settle(5_000);
      expect(named(await device.look(), '', 'combobox').value).toBe(option);
    }
  });

  test('LK21: whatever a run writes of it: 0 hits in histories, prompts, records and artifacts; its pixels are blank', async () => {
    const harness: Harness = await startHarness({
      address: sharedServerAddress(),
      env: { STEADYHAND_SECRET_BIRD: canary },
      config: { kinds: ['desktop'], slots: 1, desktop: { virtual: true }, secrets: { BIRD: { apps: ['plain', 'base64'] } } },
    });
    try {
      for (const app of ['plain', 'base64']) {
        const device = { kind: 'desktop', app } as const;
        const blanked = await expectNoCanary(harness, { canary, device, request: `tell ${app}` });
        expect(blanked.length).toBeGreaterThan(6);
        // One control may lie in another that is blank.
        expect(blanked.filter(({ colours }) => colours > 1)).toEqual([]);
      }
    } finally {
      await harness.close();
    }
  });
});
