// Artifacts as files: `<folder>/ab/ab12….png`. A file appears whole (written to a temporary name, then renamed) or not at all; a file
// emptied by a power cut reads as missing.
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile, mkdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { planCollection, type StoredArtifact } from '../../domain/artifacts/collection.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { ArtifactMissingError, type ArtifactStore } from '../../ports/artifact-store.js';
import { collected, collectionRules, canonicalJson } from '../objects/artifacts.js';

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
  async function put(bytes: Uint8Array, mediaType: string): Promise<ArtifactRef> {
    const hash = sha256(bytes);
    const parent = join(folder, hash.slice(0, 2));
    const path = join(parent, `${hash}${endings[mediaType] ?? otherEnding}`);
    if (!(await touch(path, bytes.byteLength))) await writeWhole(parent, path, bytes);
    return `sha256:${hash}`;
  }

  async function find(ref: ArtifactRef): Promise<string> {
    const hash = hashOf(ref);
    for (const ending of allEndings) {
      const path = join(folder, hash.slice(0, 2), `${hash}${ending}`);
      if (await exists(path)) return path;
    }
    throw new ArtifactMissingError(ref);
  }

  async function get(ref: ArtifactRef, likely = '.png'): Promise<Uint8Array> {
    const hash = hashOf(ref);
    const guessed = join(folder, hash.slice(0, 2), `${hash}${likely}`);
    const bytes = await readFile(guessed).catch(async () => readFile(await find(ref)));
    if (sha256(bytes) !== hash) throw new ArtifactMissingError(ref);
    return bytes;
  }

  return {
    put,
    get: (ref) => get(ref),
    putJson: (value) => put(Buffer.from(canonicalJson(value)), 'application/json'),
    getJson: async (ref) => JSON.parse(Buffer.from(await get(ref, '.json')).toString('utf8')) as unknown,
    locate: find,
    async collect(options) {
      const plan = planCollection(await storedBelow(folder), collectionRules(options));
      if (options.dryRun !== true) for (const each of plan.remove) await removeUnlessRenewed(each);
      return collected(plan);
    },
  };
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

/** A reference comes from history, which is untrusted: it becomes a path only when it has the form of ours. */
function hashOf(ref: ArtifactRef): string {
  const hash = /^sha256:([0-9a-f]{64})$/.exec(ref)?.[1];
  if (hash === undefined) throw new ArtifactMissingError(ref);
  return hash;
}

/** Of a whole file; what a killed writer left beside it is nobody's. */
function refOfPath(path: string): ArtifactRef {
  return `sha256:${basename(path, extname(path))}`;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Runs `write`; creates the folder only when it turns out to be missing, which is rare. */
function inFolder<T>(folder: string, write: () => Promise<T>): Promise<T> {
  return write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true });
    return write();
  });
}
