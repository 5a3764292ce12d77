import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes: the systems' limit for a socket's path, minus a margin. */
const longestPath = 100;

/** Where the hand of the device in `folder` listens: there, unless the path is too long for a socket. Throws when the folder in its place is not this user's alone. */
export async function socketOf(folder: string): Promise<string> {
  const name = `steadyhand-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const own = join(folder, 'hand.sock');
  if (Buffer.byteLength(own) <= longestPath) return own;
  const short = join(tmpdir(), name);
  await mkdir(short, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(short);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0)
    throw new Error(`${short} is there already and is not this user's alone: remove it, or set TMPDIR to another folder.`);
  return join(short, 'hand.sock');
}
