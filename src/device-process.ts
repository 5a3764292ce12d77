// `node dist/device-process.js <folder>`: the process that has the device of that folder, started by a worker and outliving it (docs/design/device-process.md).
import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { inspect } from 'node:util';
import { fileURLToPath } from 'node:url';
import { createFileActionJournal } from './adapters/filesystem/action-journal.js';
import { saveGenerationBeside } from './adapters/filesystem/device-records.js';
import { loadDriver } from './adapters/device-process/driver-module.js';
import { diskFullExit, type Setup } from './adapters/device-process/protocol.js';
import { serveDeviceProcess } from './device-process/server.js';
import { createServedDevice, type ProcessWrappers } from './device-process/taken-device.js';
import { isDiskFull } from './domain/errors/disk-full.js';
import { bootNow } from './host/boot-clock.js';
import type { DeviceDriver } from './ports/device.js';

export type { ProcessWrappers as HandWrappers } from './device-process/taken-device.js';

const lookForFolderMs = 5_000;

/** Serves until its device is closed or its folder is gone. */
export async function runDeviceProcess(folder: string, around: ProcessWrappers = {}): Promise<void> {
  process.umask(0o077);
  // Its log may stand on a full disk, and a device does not end for want of a line in it.
  process.stderr.on('error', () => undefined);
  // Whoever ends the worker's terminal does not end its devices.
  for (const signal of ['SIGHUP', 'SIGINT'] as const) process.on(signal, () => undefined);
  const device = createServedDevice({
    driver: driverOf,
    journal: (setup) => createFileActionJournal({ folder: setup.journal, isOpen: () => true }),
    setGeneration: (context, generation) => saveGenerationBeside(context.folder, generation),
    // It takes memory, and most pages hide nothing.
    blank: async (...of) => (await import('./adapters/sharp/sharp-images.js')).createSharpImages().blank(...of),
    around,
    now: bootNow,
    log: (message, fields) =>
      process.stderr.write(`${new Date().toISOString()} ${message} ${inspect(fields, { breakLength: Infinity })}\n`),
  });
  await serveDeviceProcess(folder, device, () => setImmediate(() => process.exit(0))).catch((error: unknown) => {
    if (isDiskFull(error)) process.exit(diskFullExit);
    throw error;
  });
  setInterval(() => {
    stat(folder).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') return;
      await device.close().catch(() => undefined);
      process.exit(0);
    });
  }, lookForFolderMs);
}

async function driverOf(setup: () => Setup): Promise<DeviceDriver> {
  const { driver } = setup();
  if (!driver) throw new TypeError('This device process was given no driver.');
  return loadDriver(driver);
}

const [, program, folder] = process.argv;
if (program !== undefined && folder !== undefined && realpathSync(program) === fileURLToPath(import.meta.url))
  await runDeviceProcess(folder);
