// Uploads and downloads.
import { existsSync } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { ActionFailedError } from '../../ports/device-errors.js';

/** The files below `uploads` that `text` names, one path per line (absolute, or relative to that folder), with links resolved. */
export async function uploadPaths(uploads: string | undefined, text: string): Promise<readonly string[]> {
  if (uploads === undefined)
    throw new ActionFailedError('upload-refused', 'This worker has no upload folder, so no file can be chosen. Configure one.');
  const folder = await realpath(uploads).catch(() => resolve(uploads));
  const names = text.split('\n').map((line) => line.trim());
  return Promise.all(names.filter((name) => name !== '').map((name) => uploadPath(folder, name)));
}

async function uploadPath(folder: string, name: string): Promise<string> {
  const path = await realpath(resolve(folder, name)).catch(() => undefined);
  if (path === undefined) throw new ActionFailedError('upload-refused', `There is no file '${name}' in the upload folder ${folder}.`);
  if (!path.startsWith(folder + sep) || !(await stat(path)).isFile())
    throw new ActionFailedError('upload-refused', `'${name}' is not a file below the upload folder ${folder}.`);
  return path;
}

export interface Downloads {
  take(): Promise<readonly string[]>;
}

/** Finished downloads, each once per process; after an attach a file may be reported again rather than lost. */
export function createDownloads(folder: string): Downloads {
  const taken = new Set<string>();
  return {
    take: async () => {
      if (!existsSync(folder)) return [];
      const entries = await readdir(folder, { withFileTypes: true });
      const names = new Set(entries.filter((entry) => entry.isFile()).map((entry) => entry.name));
      const fresh = [...names].filter((name) => !isUnfinished(name) && !names.has(`${name}.crdownload`) && !taken.has(name));
      for (const name of fresh) taken.add(name);
      return fresh.sort().map((name) => join(folder, name));
    },
  };
}

function isUnfinished(name: string): boolean {
  return name.endsWith('.crdownload') || name.startsWith('.com.google.Chrome') || name.startsWith('.org.chromium');
}
