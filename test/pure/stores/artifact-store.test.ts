import { readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/stores.js';
import type { ArtifactRef } from '../../../src/domain/ui/observation.js';
import { artifactStoreConforms } from '../../conformance/artifact-store-conformance.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const bytes = Buffer.from('pixels');

describe.each([
  ['on files', () => createFileArtifactStore({ folder: folder() })],
  ['in memory', () => createMemoryArtifactStore()],
] as const)('The artifact store %s', (_where, create) => artifactStoreConforms(create));

describe('The file artifact store', () => {
  test('locates a file that a person can open by its extension', async () => {
    const store = createFileArtifactStore({ folder: folder() });
    const path = await store.locate(await store.put(bytes, 'image/png'));
    expect(path).toMatch(/\/[0-9a-f]{2}\/[0-9a-f]{64}\.png$/);
    expect(await readFile(path)).toEqual(bytes);
  });

  test('refreshes the time of what is stored again, so that it is not collected', async () => {
    const store = createFileArtifactStore({ folder: folder() });
    const path = await store.locate(await store.put(bytes, 'image/png'));
    await utimes(path, new Date(0), new Date(0));
    await store.put(bytes, 'image/png');
    expect((await stat(path)).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
    expect(await store.collect({ before: new Date(Date.now() - 60_000), keep: new Set() })).toEqual({ removed: 0, bytes: 0 });
  });

  test('rewrites what a power cut emptied, and never returns damaged bytes', async () => {
    const store = createFileArtifactStore({ folder: folder() });
    const ref = await store.put(bytes, 'image/png');
    const path = await store.locate(ref);
    await truncate(path, 0);
    await expect(store.get(ref)).rejects.toMatchObject({ code: 'artifact-missing' });
    await store.put(bytes, 'image/png');
    expect(await store.get(ref)).toEqual(bytes);
    await writeFile(path, 'pixelz');
    await expect(store.get(ref)).rejects.toMatchObject({ code: 'artifact-missing' });
  });

  test('leaves no half-written files behind, even when many write the same', async () => {
    const store = createFileArtifactStore({ folder: folder() });
    await Promise.all(Array.from({ length: 20 }, () => store.put(bytes, 'image/png')));
    const names = (await readdir(folder(), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(names).toHaveLength(1);
  });

  test('collects what a killed writer left beside a file that is kept', async () => {
    const store = createFileArtifactStore({ folder: folder() });
    const ref = await store.put(bytes, 'image/png');
    const path = await store.locate(ref);
    await writeFile(`${path}.0b36c1a8-8d2f-4f0e-9d38-3e5ad8c5a9f1.part`, 'pix');
    expect(await store.collect({ before: new Date(Date.now() + 10_000), keep: new Set([ref]) })).toEqual({ removed: 1, bytes: 3 });
    expect(await store.get(ref)).toEqual(bytes);
  });

  test.each(['sha256:../../etc/passwd', 'sha256:abc', '/etc/passwd'])('an invalid reference (%s) is not a path', async (ref) => {
    await writeFile(join(folder(), 'abc'), '');
    await expect(createFileArtifactStore({ folder: folder() }).get(ref as ArtifactRef)).rejects.toMatchObject({ code: 'artifact-missing' });
  });
});
