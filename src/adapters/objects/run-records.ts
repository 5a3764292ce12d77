// Run records as lines in objects: `runs/<run>/records-…`. The first line of a `seq` counts, so appending again is harmless.
import { isRunRecord, type RunRecord, type RunRecords } from '../../ports/run-records.js';
import { idOfSafeName, safeName } from '../filesystem/safe-name.js';
import type { Lines, Objects } from './objects.js';

/** Written only when the folder's name cannot hold the id. */
const idObject = 'run-id';

export function createObjectRunRecords(objects: Objects, lines: Lines): RunRecords {
  const named = new Set<string>();

  /** Before its first record, so that a run with records can be listed. */
  async function nameRun(run: string, name: string): Promise<void> {
    if (idOfSafeName(name) !== undefined || named.has(name)) return;
    await objects.put(`runs/${name}/${idObject}`, Buffer.from(run));
    named.add(name);
  }

  return {
    async append(run, records) {
      if (records.length === 0) return;
      const name = safeName(run);
      await nameRun(run, name);
      await lines.append(
        recordsOf(name),
        records.map((record) => JSON.stringify(record)),
      );
    },
    async read(run) {
      const records = new Map<string, RunRecord>();
      for (const value of await lines.read(recordsOf(safeName(run))))
        if (isRunRecord(value) && !records.has(value.seq)) records.set(value.seq, value);
      return [...records.values()];
    },
    async list() {
      const names = (await objects.names('runs/')).filter((name) => name.endsWith('/')).map((name) => name.slice(0, -1));
      const ids = await Promise.all(
        names.map(async (name) => idOfSafeName(name) ?? (await objects.get(`runs/${name}/${idObject}`))?.bytes.toString('utf8')),
      );
      return ids.filter((id) => id !== undefined).sort();
    },
  };
}

function recordsOf(name: string): string {
  return `runs/${name}/records-`;
}
