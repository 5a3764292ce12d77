import { mkdtemp, rm, writeFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attachment, Device, DeviceContext, DeviceDriver, OpenContext } from '../../ports/device.js';
import { DeviceGoneError } from '../../ports/device-errors.js';
import type { TextReader } from '../../ports/text-reader.js';
import { isRunning, type ProcessMark } from '../process-kit/process-marks.js';
import { openHolding } from '../device-kit/held-pointer.js';
import { desktopProblem } from './check-programs.js';
import { openAccessibilityBus } from './accessibility-bus.js';
import { createApplications } from './applications.js';
import { entryFolders, readEntries } from './desktop-entries.js';
import { createDesktopDevice } from './device.js';
import { endDisplay, startDisplay } from './display.js';
import { environmentOf, type DisplayEnvironment } from './display-environment.js';
import { DesktopStartError } from './errors.js';
import { createFront } from './front-windows.js';
import { createHands, handsFiles } from './hands.js';
import { readPrograms } from './installed-programs.js';
import { noAccessibility } from './no-accessibility.js';
import { createPlainWindows } from './plain-windows.js';
import { createXWindows } from './windows.js';

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
}

/**
 * Desktops: on Linux under X through the accessibility tree, elsewhere through screenshots. A virtual display consists of detached
 * processes that outlive the worker; `attach` takes it over with the data of its attachment.
 */
export function createDesktopDriver(options: DesktopOptions): DeviceDriver {
  const { accessibility = true } = options;
  const deviceOn = async ({ environment, processes, temp }: DesktopAttachment, context: OpenContext): Promise<Device> => {
    const hands = await createHands({ env: environment, folder: context.folder });
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
        holding: await openHolding(join(context.folder, names.pointer)),
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
        if (spec.app !== undefined) await device.launchApplication(spec.app);
        context.signal.throwIfAborted();
        return { device, attachment: { ...attachment } };
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
      return deviceOn(known, context);
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
  ...handsFiles,
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

async function end({ folder }: DeviceContext, temp: string | undefined): Promise<void> {
  if (temp === undefined) return;
  await endDisplay(temp, join(folder, names.programs));
  await rm(temp, { recursive: true, force: true });
  for (const file of Object.values(names)) await rm(join(folder, file), { force: true });
}

function isAttachment(attachment: Attachment): attachment is Attachment & DesktopAttachment {
  return typeof attachment['environment'] === 'object' && Array.isArray(attachment['processes']);
}
