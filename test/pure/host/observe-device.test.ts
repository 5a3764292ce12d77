import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bringToFront, lastOf, observeDevice } from '../../../src/activities/device/observe-device.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import type { ControlList } from '../../../src/domain/ui/control-list.js';
import type { Bounds } from '../../../src/domain/ui/geometry.js';
import { deviceFacts } from '../../../src/client/run-description.js';
import { nothingSent } from '../../../src/domain/wire/sent-log.js';
import type { HandedDevice } from '../../../src/ports/device-process.js';
import { createMemoryHost, holdInput, neverAborted, newHold } from '../../support/memory-host.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { lexicon } from '../../support/lexicon.js';

const folder = temporaryFolder();
const screens = {
  form: {
    title: 'Form',
    notices: ['A dialog is open.'],
    controls: [
      { role: 'heading', name: 'Log in' },
      { role: 'textbox', name: 'Name' },
      { role: 'password', name: 'Password', value: 'secret', masked: true },
      { role: 'button', name: 'Send' },
    ],
  },
  other: { title: 'Other', controls: [{ role: 'button', name: 'Back' }] },
};
const options = { controlRoles: ['textbox', 'password', 'button'] };

async function stage() {
  const script = { start: 'form', screens, applications: ['other'] };
  const blanked: (readonly Bounds[])[] = [];
  const blank = async (png: Uint8Array, boxes: readonly Bounds[]) => (blanked.push(boxes), Buffer.concat([png, Buffer.from('blanked')]));
  const images = createSharpImages();
  const { host, driver } = createMemoryHost({ blank });
  const held = await host.take(holdInput({ spec: { kind: 'memory', capabilities: { script } } }), newHold(), neverAborted);
  const artifacts = createMemoryArtifactStore();
  return {
    held,
    device: held.device as HandedDevice,
    tools: { artifacts, images, lexicon },
    artifacts,
    blanked,
    session: [...driver.sessions.values()][0],
  };
}

describe('An observation', () => {
  test('has references and a few texts, and leads to the labelled controls', async () => {
    const { held, device, tools, artifacts } = await stage();
    const observation = await observeDevice(held, device, options, tools);
    expect(observation).toMatchObject({
      generation: 0,
      title: 'Form',
      controlCount: 4,
      notices: ['A dialog is open.'],
      application: { id: 'script' },
    });
    const list = (await artifacts.getJson(observation.controls)) as ControlList;
    expect(list.controls.map(({ name, label }) => [name, label])).toEqual([
      ['Log in', undefined],
      ['Name', '1'],
      ['Password', '2'],
      ['Send', '3'],
    ]);
  });

  test('never holds the value or the pixels of a masked control', async () => {
    const { held, device, tools, artifacts, blanked } = await stage();
    const observation = await observeDevice(held, device, { ...options, source: true }, tools);
    const password = { x: 0, y: 48, width: 640, height: 24 };
    // Its position before the screenshot and after it.
    expect(blanked).toEqual([[password, password]]);
    expect(Buffer.from(await artifacts.get(observation.screenshot)).toString('latin1')).toContain('blanked');
    expect(JSON.stringify(await artifacts.getJson(observation.controls))).not.toContain('secret');
    expect(Buffer.from(await artifacts.get(observation.source ?? observation.controls)).toString()).not.toContain('secret');
  });

  describe('LK3: of an approved action', () => {
    const send = { role: 'button', name: 'Send', path: '' };
    async function approvedOn({ held, device, tools }: Awaited<ReturnType<typeof stage>>) {
      const { controls, screenshot } = await observeDevice(held, device, options, tools);
      const { controls: listed } = (await tools.artifacts.getJson(controls)) as ControlList;
      const target = { label: '3', ...send, path: listed.find(({ name }) => name === 'Send')?.path ?? '' };
      const action = { type: 'click', target: { control: target }, button: 'left', clickCount: 1 } as const;
      return { action, controls, screenshot };
    }

    test('says that it fits, and under which label', async () => {
      const on = await stage();
      const bound = await approvedOn(on);
      const now = await observeDevice(on.held, on.device, { ...options, bound }, on.tools);
      expect(now.bound).toMatchObject({ fits: true, target: { label: '3', name: 'Send' } });
    });

    test('HE10: of a drag, both of its controls under their labels', async () => {
      const on = await stage();
      const { action, ...seen } = await approvedOn(on);
      const { controls: listed } = (await on.tools.artifacts.getJson(seen.controls)) as ControlList;
      const name = listed.find(({ label }) => label === '1');
      if (!name) throw new Error('nothing is labelled');
      const drag = {
        type: 'drag',
        from: { control: { label: '1', role: name.role, name: name.name, path: name.path } },
        to: action.target,
        button: 'left',
      } as const;
      const now = await observeDevice(on.held, on.device, { ...options, bound: { action: drag, ...seen } }, on.tools);
      expect(now.bound).toMatchObject({ fits: true, target: { label: '1' }, other: { label: '3', name: 'Send' } });
    });

    test('HE10: tells what is held', async () => {
      const { held, device, session, tools } = await stage();
      const at = (y: number) => ({ point: { x: 10, y }, unit: 'px' }) as const;
      await session?.perform({ type: 'drag', from: at(10), to: at(30), button: 'left', hold: true }, new AbortController().signal);
      expect((await observeDevice(held, device, options, tools)).pressed).toEqual({ pressed: { x: 320, y: 12 }, at: { x: 320, y: 36 } });
    });

    test('says what has changed', async () => {
      const on = await stage();
      const bound = await approvedOn(on);
      await on.device.launchApplication('other');
      const now = await observeDevice(on.held, on.device, { ...options, bound }, on.tools);
      expect(now.bound).toEqual({ fits: false, because: 'button "Send" is no longer there' });
    });

    test('says so when what it was approved on is gone: an approval may come after weeks', async () => {
      const on = await stage();
      const bound = { ...(await approvedOn(on)), controls: `sha256:${'0'.repeat(64)}` as const };
      const now = await observeDevice(on.held, on.device, { ...options, bound }, on.tools);
      expect(now.bound).toEqual({ fits: false, because: 'what it was approved on is no longer stored' });
    });
  });

  test('looks once at a screen without secrets', async () => {
    const { held, device, tools, blanked } = await stage();
    await device.launchApplication('other');
    let looks = 0;
    await observeDevice(held, { ...device, look: () => ((looks += 1), device.look()) }, options, tools);
    expect(looks).toBe(1);
    expect(blanked).toEqual([]);
  });

  test('has another fingerprint when the visible content changes, and only then', async () => {
    const { held, device, tools } = await stage();
    const [one, same] = [await observeDevice(held, device, options, tools), await observeDevice(held, device, options, tools)];
    expect(same.fingerprint).toBe(one.fingerprint);
    await device.launchApplication('other');
    expect((await observeDevice(held, device, options, tools)).fingerprint).not.toBe(one.fingerprint);
  });

  test('lists applications and the source only when asked', async () => {
    const { held, device, tools } = await stage();
    const plain = await observeDevice(held, device, options, tools);
    expect(plain).toMatchObject({ applications: undefined });
    expect(plain).toMatchObject({ source: undefined });
    const full = await observeDevice(held, device, { ...options, applications: true, source: true }, tools);
    expect(full.applications?.map(({ id }) => id)).toEqual(['script', 'other']);
    expect(full.source).toMatch(/^sha256:/);
  });

  test('stores downloads, and reports what could not be stored', async () => {
    const { held, device, tools, artifacts } = await stage();
    await writeFile(join(folder(), 'invoice.pdf'), 'PDF');
    const takeDownloads = async () => [join(folder(), 'invoice.pdf'), join(folder(), 'gone.pdf')];
    const { downloads, notices } = await observeDevice(held, { ...device, takeDownloads }, options, tools);
    expect(downloads).toHaveLength(1);
    expect(downloads?.[0]?.name).toBe('invoice.pdf');
    expect(Buffer.from(await artifacts.get(downloads?.[0]?.file ?? 'sha256:0')).toString()).toBe('PDF');
    expect(notices).toContainEqual(expect.stringContaining('gone.pdf'));
  });
});

describe('H12: before its device is closed', () => {
  const late = { name: 'late.iso', problem: expect.stringContaining('still under way') };

  test('a run’s downloads are what was seen before, and what ends while it is waited for', async () => {
    const { held, device, tools } = await stage();
    await writeFile(join(folder(), 'first.pdf'), '1');
    await writeFile(join(folder(), 'last.pdf'), '2');
    const under = [['last.pdf'], ['last.pdf'], []];
    const files = [['first.pdf'], ['last.pdf']];
    const downloading: HandedDevice = {
      ...device,
      takeDownloads: async () => (files.shift() ?? []).map((name) => join(folder(), name)),
      downloadsUnderWay: async () => under.shift() ?? [],
    };
    await observeDevice(held, downloading, options, tools);
    const all = await lastOf(held, downloading, { ...tools, awaitMs: 60_000 });
    expect(all.downloads.map(({ name }) => name)).toEqual(['first.pdf', 'last.pdf']);
    expect(under).toEqual([]);
  });

  test('what does not end in time is told with its name', async () => {
    const { held, device, tools } = await stage();
    const stuck: HandedDevice = { ...device, downloadsUnderWay: async () => ['late.iso'] };
    expect(await lastOf(held, stuck, { ...tools, awaitMs: 0 })).toEqual({ downloads: [late], unanswered: [] });
  });
});

describe('W4: before its device is closed', () => {
  const order = { method: 'POST', origin: 'https://shop.example', path: '/orders', fields: [], via: 'fetch' } as const;

  test('an answer to what was sent is waited for, and what has none is told', async () => {
    const { held, device, tools } = await stage();
    const answers = [[order], [order], []];
    const sending: HandedDevice = { ...device, takeSent: async () => ({ ...nothingSent, open: answers.shift() ?? [] }) };
    expect((await lastOf(held, sending, { ...tools, awaitMs: 60_000 })).unanswered).toEqual([]);
    expect(answers).toEqual([]);
    const stuck: HandedDevice = { ...device, takeSent: async () => ({ ...nothingSent, open: [order] }) };
    expect((await lastOf(held, stuck, { ...tools, awaitMs: 0 })).unanswered).toEqual([order]);
    expect(deviceFacts({ unanswered: [order] })).toEqual([
      { name: 'no answer to', value: 'POST https://shop.example/orders: look there before you run it again' },
    ]);
  });
});

describe('Before an observation', () => {
  test('a running application is brought to the front', async () => {
    const { device } = await stage();
    await device.launchApplication('other');
    expect(await bringToFront(device, 'script')).toEqual([]);
    expect((await device.look()).application.id).toBe('script');
  });

  test('an application that is not running is not launched, which is reported', async () => {
    const { device } = await stage();
    expect(await bringToFront(device, 'other')).toEqual(['Application other does not run any more.']);
    expect((await device.look()).application.id).toBe('script');
  });
});
