// `codec-server.json` in STEADYHAND_HOME: where the codec server of this folder is, for the Temporal CLI that we start. Its user's alone: the token is in it.
import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { isAlive } from '../adapters/processes.js';

const schema = z.object({ endpoint: z.string(), port: z.int(), token: z.string(), pid: z.int() });
export type CodecServerFile = z.output<typeof schema>;

const pathIn = (home: string): string => join(home, 'codec-server.json');

export async function writeCodecServerFile(home: string, file: CodecServerFile): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  await writeFileAtomic(pathIn(home), `${JSON.stringify(file, undefined, 2)}\n`, { mode: 0o600 });
}

export async function removeCodecServerFile(home: string): Promise<void> {
  if (readCodecServerFile(home)?.pid === process.pid) await rm(pathIn(home), { force: true });
}

/** Undefined: none is running. */
export function readCodecServerFile(home: string): CodecServerFile | undefined {
  try {
    const file = schema.parse(JSON.parse(readFileSync(pathIn(home), 'utf8')));
    return isAlive(file.pid) ? file : undefined;
  } catch {
    return undefined;
  }
}
