// Artifacts as files: `<folder>/ab/ab12….png`. A file appears whole (written to a temporary name, then renamed) or not at all; a file
// emptied by a power cut reads as missing.
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { StoredArtifact } from '../../domain/artifacts/collection.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { ArtifactMissingError, type ArtifactStore } from '../../ports/artifact-store.js';
import { artifactStoreIn, hashOf } from '../objects/artifacts.js';
import { makeFolder } from './files.js';

/** Files have an extension so that people can open them with a double-click. */
const endings: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/webp': '.webp',
  'application/json': '.json',
  'text/plain': '.txt',
  'text/markdown': '.md',
};
const otherEnding = '.bin';
const allEndings = [...Object.values(endings), otherEnding];

export function createFileArtifactStore({ folder }: { readonly folder: string }): ArtifactStore {
  const folderOf = (ref: ArtifactRef): string => join(folder, hashOf(ref).slice(0, 2));
  const pathOf = (ref: ArtifactRef, ending: string): string => join(folderOf(ref), `${hashOf(ref)}${ending}`);
  const find = async (ref: ArtifactRef): Promise<string> => {
    for (const ending of allEndings) if (await exists(pathOf(ref, ending))) return pathOf(ref, ending);
    throw new ArtifactMissingError(ref);
  };
  return artifactStoreIn<StoredFile>({
    async write(ref, bytes, mediaType) {
      const path = pathOf(ref, endings[mediaType] ?? otherEnding);
      if (!(await touch(path, bytes.byteLength))) await writeWhole(folderOf(ref), path, bytes);
    },
    read: (ref, likely) => readFile(pathOf(ref, endings[likely] ?? otherEnding)).catch(async () => readFile(await find(ref))),
    locate: find,
    stored: () => storedBelow(folder),
    async remove(gone) {
      for (const each of gone) await removeUnlessRenewed(each);
    },
  });
}

interface StoredFile extends StoredArtifact {
  readonly path: string;
}

async function storedBelow(folder: string): Promise<readonly StoredFile[]> {
  const files: StoredFile[] = [];
  for (const path of await filesBelow(folder)) {
    const found = await stat(path).catch(() => undefined);
    if (found)
      files.push({
        path,
        ref: refOfPath(path),
        bytes: found.size,
        at: found.mtimeMs,
        isHeldElsewhere: found.nlink > 1 ? true : undefined,
      });
  }
  return files;
}

/** A run may have stored it again since it was listed. */
async function removeUnlessRenewed({ path, at }: StoredFile): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.mtimeMs === at) await rm(path, { force: true });
}

/** True when the file exists, whole; sets its time to now, so that `collect` spares it. */
async function touch(path: string, size: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found?.size !== size) return false;
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

async function writeWhole(parent: string, path: string, bytes: Uint8Array): Promise<void> {
  const beside = `${path}.${randomUUID()}.part`;
  try {
    await inFolder(parent, () => writeFile(beside, bytes));
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Of a whole file; what a killed writer left beside it is nobody's. */
function refOfPath(path: string): ArtifactRef {
  return `sha256:${basename(path, extname(path))}`;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Runs `write`; creates the folder only when it turns out to be missing, which is rare. */
function inFolder<T>(folder: string, write: () => Promise<T>): Promise<T> {
  return write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await makeFolder(folder);
    return write();
  });
}
