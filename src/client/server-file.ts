// `codec-server.json`, `console-7430.json` in STEADYHAND_HOME: where a server of this folder is, for commands of ours. Its user's alone: the token is in it.
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { isAlive } from '../adapters/process-kit/process-marks.js';
import { makeFolder } from '../adapters/filesystem/files.js';

const schema = z.object({ endpoint: z.string(), port: z.int(), token: z.string(), pid: z.int() });
export type ServerFile = z.output<typeof schema>;

/** There may be several consoles, each at its port. */
export type ServerName = 'codec-server' | `console-${number}`;

const pathIn = (home: string, name: ServerName): string => join(home, `${name}.json`);

/** A server that cannot be written down is closed: nobody would find it. Then throws. */
export async function writeServerFile(
  home: string,
  name: ServerName,
  server: Pick<ServerFile, 'endpoint' | 'port'> & { close(): Promise<void> },
  token: string,
): Promise<void> {
  const file: ServerFile = { endpoint: server.endpoint, port: server.port, token, pid: process.pid };
  try {
    await makeFolder(home, 0o700);
    await writeFileAtomic(pathIn(home, name), `${JSON.stringify(file, undefined, 2)}\n`, { mode: 0o600 });
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Of another process it stays. */
export async function removeServerFile(home: string, name: ServerName): Promise<void> {
  if (readServerFile(home, name)?.pid === process.pid) await rm(pathIn(home, name), { force: true });
}

/** Undefined: none is running. */
export function readServerFile(home: string, name: ServerName): ServerFile | undefined {
  try {
    const file = schema.parse(JSON.parse(readFileSync(pathIn(home, name), 'utf8')));
    return isAlive(file.pid) ? file : undefined;
  } catch {
    return undefined;
  }
}
