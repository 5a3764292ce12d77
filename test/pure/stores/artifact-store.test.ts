import { link, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
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
    expect(await store.collect({ before: new Date(Date.now() - 60_000), keep: new Set() })).toMatchObject({ removed: 0, bytes: 0 });
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

  test('FL6: by size goes the oldest first; what a flow has linked among its records stays, since removing it frees nothing', async () => {
    const store = createFileArtifactStore({ folder: folder() });
    const at = async (name: string, minute: number): Promise<ArtifactRef> => {
      const ref = await store.put(Buffer.from(name.padEnd(100)), 'text/plain');
      await utimes(await store.locate(ref), minute * 60, minute * 60);
      return ref;
    };
    const [linked, used, first, second, third] = [
      await at('linked', 1),
      await at('used', 2),
      await at('1st', 3),
      await at('2nd', 4),
      await at('3rd', 5),
    ];
    await link(await store.locate(linked), join(folder(), '..', `linked-${process.pid}.txt`));
    const options = { keep: new Set([used]), toSize: { bytes: 350, before: new Date() } };
    const told = { removed: 2, bytes: 200, left: 3, leftBytes: 300 };
    expect(await store.collect({ ...options, dryRun: true })).toEqual(told);
    expect(await store.collect({ keep: new Set() })).toEqual({ removed: 0, bytes: 0, left: 5, leftBytes: 500 });
    expect(await store.collect(options)).toEqual(told);
    for (const ref of [linked, used, third]) await expect(store.get(ref)).resolves.toBeDefined();
    for (const ref of [first, second]) await expect(store.get(ref)).rejects.toMatchObject({ code: 'artifact-missing' });
    await rm(join(folder(), '..', `linked-${process.pid}.txt`));
  });

  test('collects what a killed writer left beside a file that is kept', async () => {
    const store = createFileArtifactStore({ folder: folder() });
    const ref = await store.put(bytes, 'image/png');
    const path = await store.locate(ref);
    await writeFile(`${path}.0b36c1a8-8d2f-4f0e-9d38-3e5ad8c5a9f1.part`, 'pix');
    expect(await store.collect({ before: new Date(Date.now() + 10_000), keep: new Set([ref]) })).toMatchObject({
      removed: 1,
      bytes: 3,
      left: 1,
    });
    expect(await store.get(ref)).toEqual(bytes);
  });

  test.each(['sha256:../../etc/passwd', 'sha256:abc', '/etc/passwd'])('an invalid reference (%s) is not a path', async (ref) => {
    await writeFile(join(folder(), 'abc'), '');
    await expect(createFileArtifactStore({ folder: folder() }).get(ref as ArtifactRef)).rejects.toMatchObject({ code: 'artifact-missing' });
  });
});
