// Run records as JSON lines: `<folder>/<run>/records.jsonl`. Several processes may append; the first line of a `seq` counts, so appending
// again is harmless.
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunRecord, type RunRecord, type RunRecords } from '../../ports/run-records.js';
import { inFolder } from './in-folder.js';
import { appendLines, parseLines } from './line-file.js';
import { idOfSafeName, safeName } from './safe-name.js';

const recordsFile = 'records.jsonl';
/** Written only when the folder's name cannot hold the id. */
const idFile = 'run-id';

export function createFileRunRecords({ folder }: { readonly folder: string }): RunRecords {
  async function read(run: string): Promise<readonly RunRecord[]> {
    const bytes = await readFile(join(folder, safeName(run), recordsFile)).catch(nothingThere);
    const records = new Map<string, RunRecord>();
    for (const { value } of parseLines(bytes)) if (isRunRecord(value) && !records.has(value.seq)) records.set(value.seq, value);
    return [...records.values()];
  }

  return {
    read,
    async append(run, records) {
      if (records.length === 0) return;
      const name = safeName(run);
      const own = join(folder, name);
      if (idOfSafeName(name) === undefined) await inFolder(own, () => writeFile(join(own, idFile), run));
      const file = await inFolder(own, () => open(join(own, recordsFile), 'a+'));
      try {
        await appendLines(
          file,
          records.map((record) => JSON.stringify(record)),
        );
      } finally {
        await file.close();
      }
    },
    async list() {
      const names = await readdir(folder).catch(() => []);
      const ids = await Promise.all(
        names.map(async (name) => idOfSafeName(name) ?? (await readFile(join(folder, name, idFile), 'utf8').catch(() => undefined))),
      );
      return ids.filter((id) => id !== undefined).sort();
    },
  };
}

function nothingThere(error: NodeJS.ErrnoException): Buffer {
  if (error.code === 'ENOENT') return Buffer.alloc(0);
  throw error;
}
