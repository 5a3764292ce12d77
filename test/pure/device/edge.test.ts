// What leaves a device, whatever its driver is: one that knows nothing of secrets, too.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { inspect } from 'node:util';
import { maskedDriver } from '../../../src/adapters/masking-kit/masked-device.js';
import type { Bounds } from '../../../src/domain/ui/geometry.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { ActionFailedError, type Device, type DeviceDriver } from '../../../src/ports/device.js';
import { formsOf, tracesIn } from '../../support/disguises.js';
import { contextIn } from '../../support/edge.js';

const canary = 'Kanarie-7/vogel geel';
const live = new AbortController().signal;

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'steadyhand-edge-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const control = (name: string, at: number): Control => ({
  id: String(at),
  role: 'text',
  name,
  bounds: { x: 0, y: at * 20, width: 50, height: 20 },
  enabled: true,
  visible: true,
  interactive: false,
  path: `p[${at}]`,
  source: 'tree',
});

/** Its methods are those of a class, and it repeats `said` wherever it can. */
async function opened(said: string) {
  const blanked: (readonly Bounds[])[] = [];
  class Repeating {
    readonly kind = 'own-paper';
    at = 1;
    async listApplications() {
      return [{ id: 'p', name: said, title: said, url: `https://x.example/?q=${said}`, running: true, current: true }];
    }
    async look() {
      const [application] = await this.listApplications();
      return { application, title: said, controls: [control('Label', 0), control(`You typed ${said}`, this.at)], notices: [`! ${said}`] };
    }
    async screenshot() {
      this.at += 1;
      return Buffer.from('picture');
    }
    async source() {
      return `<p>${said}</p>`;
    }
    async perform(action: { readonly type: string }) {
      if (action.type === 'read-text') return { text: said };
      throw new ActionFailedError('action-failed', `It says ${said}`);
    }
    async takeDownloads() {
      return [join(folder, `${said.replaceAll('/', '_')}.txt`), join(folder, 'plain.txt')];
    }
    async takeEvents() {
      return [`console: ${said}`];
    }
    async takeSent() {
      const request = {
        method: said,
        origin: `https://${said}.example`,
        path: `${'/'.repeat(190)}${said}`,
        fields: [`${'f'.repeat(50)}${said}`],
      };
      const answer = { stopped: said };
      const stopped = { key: 'key', kinds: ['pays'], why: said, values: [{ name: said, value: `${'v'.repeat(190)}${said}` }] };
      return {
        ...{ ofAction: [{ ...request, via: 'fetch' }], late: [{ ...request, answer, via: 'fetch' }], open: [] },
        stopped: [{ ...stopped, request: { ...request, via: 'fetch' } }],
      };
    }
    async settle(): Promise<boolean> {
      throw new Error(`never quiet: ${said}`, { cause: new Error(said) });
    }
  }
  const device = new Repeating() as unknown as Device;
  const driver = { kind: 'own-paper', open: async () => ({ device, attachment: {} }) } as unknown as DeviceDriver;
  const secrets = { knownSecrets: () => [canary] };
  const context = contextIn(folder, { secrets });
  const blank = async (png: Uint8Array, boxes: readonly Bounds[]): Promise<Uint8Array> => (blanked.push(boxes), png);
  const { device: masked } = await maskedDriver(driver, blank).open({ kind: 'own-paper' }, context);
  return { device: masked, context, blanked };
}

const failure = (run: Promise<unknown>): Promise<string> => run.then(String, (error: unknown) => inspect(error, { depth: 5 }));

test.each(Object.entries(formsOf(canary)))(
  'LK20, LK21: %s: looks, applications, sources, texts, events, requests and errors have nothing of it',
  async (_name, said) => {
    const { device } = await opened(said);
    const told = JSON.stringify([
      await device.look(),
      await device.listApplications(),
      await device.source(),
      await device.perform({ type: 'read-text' }, live),
      await device.takeEvents?.(),
      await device.takeSent?.(),
      await failure(device.perform({ type: 'go-back' }, live)),
      await failure(device.settle(1)),
    ]);
    expect(tracesIn(told, canary)).toEqual([]);
    expect(told).toContain('•••');
  },
);

test('LK21: the pixels of what is masked are blank, where it stood before the picture and where it stands after it', async () => {
  const { device, blanked } = await opened(canary);
  await device.look();
  await device.screenshot();
  expect(blanked).toEqual([[expect.objectContaining({ y: 20 }), expect.objectContaining({ y: 40 })]]);
  await failure(device.perform({ type: 'go-back' }, live));
  // Nobody has looked since.
  await device.screenshot();
  expect(blanked[1]).toEqual([expect.objectContaining({ y: 40 }), expect.objectContaining({ y: 60 })]);
});

test('LK21: a file is told under a name without it, and keeps its bytes', async () => {
  const form = Buffer.from(canary).toString('hex');
  const { device } = await opened(form);
  await writeFile(join(folder, `${form}.txt`), 'bytes');
  await writeFile(join(folder, 'plain.txt'), 'others');
  const files = await device.takeDownloads();
  expect(files.map((file) => basename(file))).toEqual(['•••.txt', 'plain.txt']);
  expect(await readFile(files[0] ?? '', 'utf8')).toBe('bytes');
});

test('HE44, EV33: what is typed in secret is masked from then on, also where its driver hides nothing', async () => {
  const { device, context } = await opened('hunter2-typed');
  expect((await device.look()).title).toBe('hunter2-typed');
  await device.keepBack?.(['hunter2-typed']);
  expect((await device.look()).title).toBe('•••');
  expect(context.secrets.mask('OCR: hunter2-typed')).toBe('OCR: •••');
});

test('LK20: a driver that cannot open quotes no secret', async () => {
  const refusing = { kind: 'own-paper', open: () => Promise.reject(new Error(`refused ${canary}`)) } as unknown as DeviceDriver;
  const context = contextIn(folder, { secrets: { knownSecrets: () => [canary] } });
  expect(await failure(maskedDriver(refusing, async (png) => png).open({ kind: 'own-paper' }, context))).not.toContain('vogel');
});
