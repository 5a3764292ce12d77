// Desktops for tests: their requirements, and custom applications in the list of what can be launched.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDesktopDriver, type DesktopOptions } from '../../../src/adapters/desktop/desktop-driver.js';
import type { DeviceSpec } from '../../../src/domain/device/device-spec.js';
import type { SecretsOptions } from '../../../src/adapters/masking-kit/secrets.js';
import type { Attachment, Device, DeviceDriver, OpenContext } from '../../../src/ports/device.js';
import { atEdge, contextIn } from '../edge.js';

/** Debian's own interpreter, for which its Python packages are built. */
const python = '/usr/bin/python3';
const interpreters: Readonly<Record<string, string>> = { '.py': python, '.sh': 'sh' };
/** From `npm run setup -- --desktop`. */
const programs = ['Xvfb', 'dbus-daemon', 'openbox', 'wmctrl', 'xprop', 'gjs', 'galculator', 'mousepad'];

/** `describe`, or its `skip` with the reason printed. */
export function describeWithDesktop(name: string, tests: () => void): void {
  const missing = programs.filter((program) => !succeeds('which', program));
  describeUnless(missing.length > 0 && `${missing.join(', ')} cannot be found (npm run setup -- --desktop)`, name, tests);
}

/** Needs more than a desktop does: Qt. */
export function describeWithQt(name: string, tests: () => void): void {
  if (!succeeds(python, '-c', 'import PyQt5.QtWidgets'))
    return describeUnless('PyQt5 is not there (npm run setup -- --desktop)', name, tests);
  describeWithDesktop(name, tests);
}

/** Needs more than a desktop does: GTK 4 for gjs. */
export function describeWithGtk4(name: string, tests: () => void): void {
  if (!succeeds('gjs', '-c', "imports.gi.versions.Gtk = '4.0'; imports.gi.Gtk;"))
    return describeUnless('gir1.2-gtk-4.0 is not there (npm run setup -- --desktop)', name, tests);
  describeWithDesktop(name, tests);
}

/** Needs more than a desktop does: a program that `--desktop` does not install, of Debian's package. */
export function describeWithProgram(program: string, of: string, name: string, tests: () => void): void {
  if (!succeeds('which', program)) return describeUnless(`${program} is not there (Debian's package ${of})`, name, tests);
  describeWithDesktop(name, tests);
}

function describeUnless(reason: string | false, name: string, tests: () => void): void {
  if (reason === false) return void describe(name, tests);
  console.log(`${name}: skipped, because ${reason}.`);
  describe.skip(name, tests);
}

function succeeds(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface TestApplications {
  /** Environment variables for a worker. */
  readonly dataDirs: string;
  dispose(): Promise<void>;
}

/** Programs in `test/support/desktop/<file>.gjs.js`, or `<file>` for Python and the shell, with their arguments, which a desktop can launch under the given names. */
export async function offerApplications(
  files: Readonly<Record<string, readonly [file: string, ...args: string[]]>>,
): Promise<TestApplications> {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-applications-'));
  await mkdir(join(folder, 'applications'));
  for (const [name, [file, ...args]] of Object.entries(files)) {
    const interpreter = interpreters[extname(file)];
    const source = interpreter === undefined ? `${file}.gjs.js` : file;
    const program = fileURLToPath(new URL(source, import.meta.url));
    await writeFile(
      join(folder, 'applications', `${name.toLowerCase()}.desktop`),
      `[Desktop Entry]\nType=Application\nName=${name}\nExec=${interpreter ?? 'gjs'} ${[program, ...args].map((word) => `"${word}"`).join(' ')}\n`,
    );
  }
  const usual = '/usr/local/share:/usr/share';
  const dataDirs = [folder, process.env['XDG_DATA_DIRS'] ?? usual].join(delimiter);
  process.env['XDG_DATA_DIRS'] = dataDirs;
  return {
    dataDirs,
    // In whatever order several are given back.
    async dispose() {
      const left = process.env['XDG_DATA_DIRS']
        ?.split(delimiter)
        .filter((each) => each !== folder)
        .join(delimiter);
      if (left === usual) delete process.env['XDG_DATA_DIRS'];
      else process.env['XDG_DATA_DIRS'] = left;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface TestDesktop {
  readonly device: Device;
  readonly driver: DeviceDriver;
  readonly attachment: Attachment;
  readonly context: OpenContext;
  close(): Promise<void>;
}

export const testScreen = { virtual: true, width: 1280, height: 800 } as const satisfies DesktopOptions;

export async function openTestDesktop(
  spec: Omit<DeviceSpec, 'kind'> = {},
  { resolveSecret, ...options }: Partial<DesktopOptions> & Pick<SecretsOptions, 'resolveSecret'> = {},
): Promise<TestDesktop> {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-desktop-'));
  const context = contextIn(folder, { secrets: { resolveSecret } });
  const driver = atEdge(createDesktopDriver({ ...testScreen, ...options }));
  const { device, attachment } = await driver.open({ kind: 'desktop', ...spec }, context);
  return {
    device,
    driver,
    attachment,
    context,
    async close() {
      await driver.destroy(attachment, context);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Environments of the processes that belong to the display of that folder. */
export async function runningOn(temp: string): Promise<readonly string[]> {
  const environments = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')),
  );
  return environments.filter((environment) => environment.split('\0').includes(`STEADYHAND_DISPLAY=${temp}`));
}
