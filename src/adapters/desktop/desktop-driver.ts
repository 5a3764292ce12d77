import { mkdtemp, rm, writeFile, readFile, readdir } from 'node:fs/promises';
import { tmpdir, homedir } from 'node:os';
import { join } from 'node:path';
import {
  type Attachment,
  type Device,
  type DeviceContext,
  type DeviceDriver,
  type OpenContext,
  DeviceGoneError,
} from '../../ports/device.js';
import type { TextReader } from '../../ports/pictures.js';
import { isRunning, type ProcessMark } from '../process-kit/process-marks.js';
import { openPressedState } from '../device-kit/pressed-pointer.js';
import { desktopProblem, environmentOf, type DisplayEnvironment, DesktopStartError } from './requirements.js';
import { noAccessibility, openAccessibilityBus } from './accessibility-bus.js';
import { createApplications } from './applications.js';
import { entryFolders, readEntries, type DesktopEntry } from './desktop-entries.js';
import { createDesktopDevice } from './device.js';
import { endDisplay, startDisplay } from './display.js';
import { createFront } from './front-windows.js';
import { createInput, inputFiles, type Hands } from './input.js';
import { createXWindows, type Windows } from './windows.js';
import path from 'node:path';
import { shortcutsOf } from './keyboard.js';

export interface DesktopOptions {
  /** A separate virtual display for each device; otherwise the one that this process is on. */
  readonly virtual: boolean;
  /** px, for a virtual display. */
  readonly width: number;
  readonly height: number;
  /** Read the controls that applications report; otherwise use screenshots and text recognition only. Linux only. */
  readonly accessibility?: boolean;
  readonly reader?: TextReader;
}

/** What the host stores. */
interface DesktopAttachment {
  readonly environment: DisplayEnvironment;
  readonly processes: readonly ProcessMark[];
  /** Absent when the display does not belong to the device. */
  readonly temp?: string;
  /** Name of the application that it was opened for, as its looks tell it. */
  readonly application?: string;
}

/**
 * Desktops: on Linux under X through the accessibility tree, elsewhere through screenshots. A virtual display consists of detached
 * processes that outlive the worker; `attach` takes it over with the data of its attachment.
 */
export function createDesktopDriver(options: DesktopOptions): DeviceDriver {
  const { accessibility = true } = options;
  const deviceOn = async ({ environment, processes, temp }: DesktopAttachment, context: OpenContext): Promise<Device> => {
    const hands = await createInput({ env: environment, folder: context.folder });
    const front = isLinux ? createFront(environment) : undefined;
    const bus =
      front && accessibility ? await openAccessibilityBus(environment['DBUS_SESSION_BUS_ADDRESS'] ?? '', front) : noAccessibility();
    const closeAll = (): void => {
      front?.close();
      hands.close();
      bus.close();
    };
    try {
      return await createDesktopDevice({
        bus,
        hands,
        applications: createApplications({
          env: environment,
          bus,
          windows: isLinux ? createXWindows(environment) : createPlainWindows(hands, platform),
          readEntries: () => (isLinux ? readEntries(entryFolders(environment)) : readPrograms(platform)),
          programs: join(context.folder, names.programs),
        }),
        secrets: context.secrets,
        holding: await openPressedState(join(context.folder, names.pointer)),
        front,
        reader: options.reader,
        platform,
        isAlive: async () => (await Promise.all(processes.map(isRunning))).every(Boolean),
        end: () => end(context, temp),
      });
    } catch (error) {
      closeAll();
      throw error;
    }
  };

  return {
    kind: 'desktop',
    check: () => Promise.resolve(desktopProblem(options)),
    async open(spec, context) {
      const attachment = options.virtual ? await startVirtual(options, context) : present();
      let device: Device | undefined;
      try {
        device = await deviceOn(attachment, context);
        const application = spec.app === undefined ? undefined : await launched(device, spec.app);
        context.signal.throwIfAborted();
        return { device: { ...device, application }, attachment: { ...attachment, application } };
      } catch (error) {
        // It has a process and a connection of its own, also on a display that belongs to others.
        await device?.detach();
        await end(context, attachment.temp);
        throw error;
      }
    },
    async attach(known, context) {
      if (!isAttachment(known)) throw new DeviceGoneError('The desktop was never fully opened.');
      for (const mark of known.processes)
        if (!(await isRunning(mark))) throw new DeviceGoneError(`Process ${mark.pid} of the desktop has ended.`);
      return { ...(await deviceOn(known, context)), application: known.application };
    },
    async destroy(attachment, context) {
      const temp = isAttachment(attachment)
        ? attachment.temp
        : await readFile(join(context.folder, names.temp), 'utf8').catch(() => undefined);
      await end(context, temp);
    },
  };
}

const { platform } = process;
const isLinux = platform === 'linux';
const names = {
  temp: 'display-folder',
  programs: 'programs.jsonl',
  pointer: 'pointer.json',
  ...inputFiles,
} as const;

async function startVirtual({ width, height }: DesktopOptions, { folder, signal }: OpenContext): Promise<DesktopAttachment> {
  if (!isLinux) throw new DesktopStartError(`A virtual display needs Linux, and this is ${platform}: start the worker without one.`);
  const temp = await mkdtemp(join(tmpdir(), 'steadyhand-'));
  // In case the opening process dies before the host has stored the attachment.
  await writeFile(join(folder, names.temp), temp);
  try {
    const { environment, processes } = await startDisplay({ temp, programs: join(folder, names.programs), width, height, signal });
    return { environment, processes, temp };
  } catch (error) {
    await endDisplay(temp, join(folder, names.programs));
    await rm(temp, { recursive: true, force: true });
    throw error;
  }
}

/** The display that this process is on. Its applications belong to the user and are not ended with the device. */
function present(): DesktopAttachment {
  if (!isLinux) return { environment: environmentOf(ofOtherSystems), processes: [] };
  const { DISPLAY, DBUS_SESSION_BUS_ADDRESS } = process.env;
  if (!DISPLAY || !DBUS_SESSION_BUS_ADDRESS)
    throw new DesktopStartError(
      'This process is on no desktop (DISPLAY and DBUS_SESSION_BUS_ADDRESS are not set): start it on one, or with --virtual-display.',
    );
  const ofSession = [
    'DISPLAY',
    'XAUTHORITY',
    'DBUS_SESSION_BUS_ADDRESS',
    'XDG_RUNTIME_DIR',
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
    'XDG_CACHE_HOME',
  ];
  return { environment: environmentOf(ofSession), processes: [] };
}

/** Variables that programs on Windows and macOS need. */
const ofOtherSystems = [
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramData',
  'USERPROFILE',
  'SystemRoot',
  'SystemDrive',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMPDIR',
];

/** The name of what has then come to the front, which is seldom the name that it was asked for by. Where nothing has, that one: without any, everything would be inside. */
export async function launched(device: Pick<Device, 'launchApplication' | 'listApplications'>, name: string): Promise<string> {
  await device.launchApplication(name);
  return (await device.listApplications()).find(({ current }) => current)?.name ?? name;
}

async function end({ folder }: DeviceContext, temp: string | undefined): Promise<void> {
  if (temp === undefined) return;
  await endDisplay(temp, join(folder, names.programs));
  await rm(temp, { recursive: true, force: true });
  for (const file of Object.values(names)) await rm(join(folder, file), { force: true });
}

function isAttachment(attachment: Attachment): attachment is Attachment & DesktopAttachment {
  return typeof attachment['environment'] === 'object' && Array.isArray(attachment['processes']);
}

// What can be launched where there are no desktop entries: applications of macOS, the start menu of Windows. Untested on both.

interface Place {
  readonly folders: readonly string[];
  readonly suffix: string;
  readonly deep: boolean;
  /** Opens the file as a double-click would. */
  readonly command: (file: string) => readonly string[];
}

export async function readPrograms(platform: NodeJS.Platform, env: NodeJS.ProcessEnv = process.env): Promise<readonly DesktopEntry[]> {
  const place = placeOf(platform, env);
  if (place === undefined) return [];
  const found = new Map<string, DesktopEntry>();
  for (const folder of place.folders) {
    const files = await readdir(folder, { recursive: place.deep }).catch(() => []);
    for (const file of files.filter((name) => name.toLowerCase().endsWith(place.suffix))) {
      const name = path.basename(file).slice(0, -place.suffix.length);
      if (!found.has(name)) found.set(name, { id: name, name, command: place.command(path.join(folder, file)) });
    }
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function placeOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Place | undefined {
  switch (platform) {
    case 'darwin':
      return {
        folders: [
          path.join(env['HOME'] ?? homedir(), 'Applications'),
          '/Applications',
          '/System/Applications',
          '/System/Applications/Utilities',
        ],
        suffix: '.app',
        deep: false,
        command: (file) => ['open', file],
      };
    case 'win32':
      return {
        folders: [env['APPDATA'], env['ProgramData']].flatMap((folder) =>
          folder === undefined ? [] : [path.join(folder, 'Microsoft', 'Windows', 'Start Menu', 'Programs')],
        ),
        suffix: '.lnk',
        deep: true,
        command: (file) => ['explorer.exe', file],
      };
    default:
      return undefined;
  }
}

// The windows as nut-js lists them, for macOS and Windows, where there is no other source.

/** px; anything smaller is not a window that a person sees. */
const smallest = 40;

export function createPlainWindows(hands: Hands, platform: NodeJS.Platform): Windows {
  return {
    async list() {
      const seen = (await hands.windows()).filter(
        ({ title, bounds }) => title.trim() !== '' && bounds.width >= smallest && bounds.height >= smallest,
      );
      return seen.map((window) => ({ ...window, id: String(window.id), pid: 0 }));
    },
    isSplash: async () => false,
    active: async () => String(await hands.activeWindow()),
    activate: (id) => hands.focusWindow(Number(id)),
    async close(id) {
      await hands.focusWindow(Number(id));
      await hands.press([shortcutsOf(platform).close]);
    },
  };
}
