// `node dist/hand.js <folder>`: the process that has the device of that folder, started by a worker and outliving it (docs/design/hand.md).
import { realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { inspect } from 'node:util';
import { fileURLToPath } from 'node:url';
import { serveHand, type HandWrappers } from './hand/hand-server.js';

export type { HandWrappers } from './hand/hand-server.js';

const lookForFolderMs = 5_000;

/** Serves until its device is closed or its folder is gone (HP7). */
export async function runHand(folder: string, around: HandWrappers = {}): Promise<void> {
  process.umask(0o077);
  // Whoever ends the worker's terminal does not end its devices.
  for (const signal of ['SIGHUP', 'SIGINT'] as const) process.on(signal, () => undefined);
  const server = await serveHand({
    folder,
    around,
    log: (message, fields) =>
      process.stderr.write(`${new Date().toISOString()} ${message} ${inspect(fields, { breakLength: Infinity })}\n`),
    onClosed: () => setImmediate(() => process.exit(0)),
  });
  setInterval(() => {
    stat(folder).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') return;
      await server.closeDevice().catch(() => undefined);
      process.exit(0);
    });
  }, lookForFolderMs);
}

const [, program, folder] = process.argv;
if (program !== undefined && folder !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) await runHand(folder);
