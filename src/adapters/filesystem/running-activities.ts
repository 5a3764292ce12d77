// The activities that this host's worker is at, a file each.
import { createHash } from 'node:crypto';
import { unlinkSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningActivities, RunningActivity } from '../../ports/running-activities.js';
import { parseJson } from './line-file.js';

/** Not flushed to disk: a killed process has written what it has written. After a power cut heartbeats tell. */
export async function createFileRunningActivities(folder: string): Promise<RunningActivities> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = ({ token }: RunningActivity): string => join(folder, createHash('sha256').update(token).digest('hex'));
  return {
    // At once: through the pool of threads each would take five turns of the event loop and ten times as long, twice for every activity.
    begin: (activity) => writeFileSync(fileOf(activity), textOf(activity), { mode: 0o600 }),
    end: (activity) => unlinkSync(fileOf(activity)),
    async takeLeft() {
      const files = (await readdir(folder)).map((name) => join(folder, name));
      const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
      await Promise.all(files.map((file) => rm(file, { force: true })));
      return texts.flatMap(activityIn);
    },
  };
}

function textOf({ token, type }: RunningActivity): string {
  return JSON.stringify({ type, token: Buffer.from(token).toString('base64') });
}

/** None in a file that was being written when its worker was killed. */
function activityIn(text: string): readonly RunningActivity[] {
  const read = parseJson(text);
  if (typeof read !== 'object' || read === null || !('type' in read) || !('token' in read)) return [];
  const { type, token } = read;
  return typeof type === 'string' && typeof token === 'string' ? [{ type, token: Buffer.from(token, 'base64') }] : [];
}
