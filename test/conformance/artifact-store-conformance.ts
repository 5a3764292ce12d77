import type { ArtifactRef } from '../../src/domain/ui/observation.js';
import type { ArtifactStore } from '../../src/ports/artifact-store.js';

const bytes = Buffer.from('pixels');
const helloRef = 'sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

/** `create`: an empty store. */
export function artifactStoreConforms(create: () => ArtifactStore): void {
  test('returns what was stored, under its SHA-256', async () => {
    const store = create();
    const ref = await store.put(Buffer.from('hello'), 'text/plain');
    expect(ref).toBe(helloRef);
    expect(Buffer.from(await store.get(ref)).toString()).toBe('hello');
    expect(await store.locate(ref)).toContain(helloRef.slice('sha256:'.length));
  });

  test('returns JSON unchanged', async () => {
    const store = create();
    expect(await store.getJson(await store.putJson({ b: [1, { d: 2, c: null }], a: 'ü' }))).toEqual({ a: 'ü', b: [1, { c: null, d: 2 }] });
  });

  test('has one artifact for equal values, whatever the order of their keys', async () => {
    const store = create();
    expect(await store.putJson({ a: 1, b: { c: 2, d: 3 } })).toBe(await store.putJson({ b: { d: 3, c: 2 }, a: 1 }));
  });

  test('names a missing artifact', async () => {
    const missing = { code: 'artifact-missing', message: expect.stringContaining(helloRef) as string };
    await expect(create().get(helloRef)).rejects.toMatchObject(missing);
    await expect(create().get('sha256:../../etc/passwd')).rejects.toMatchObject({ code: 'artifact-missing' });
  });

  test('collects what is old and not kept', async () => {
    const store = create();
    const kept = await store.put(bytes, 'image/png');
    const old = await store.put(Buffer.from('old'), 'image/png');
    const result = await store.collect({ before: new Date(Date.now() + 10_000), keep: new Set([kept]) });
    expect(result).toEqual({ removed: 1, bytes: 3, left: 1, leftBytes: bytes.length });
    await expect(store.get(old)).rejects.toMatchObject({ code: 'artifact-missing' });
    expect(Buffer.from(await store.get(kept))).toEqual(bytes);
  });

  test('FL6: collects down to a size, and never what is in use or was stored lately', async () => {
    const store = create();
    const refs: ArtifactRef[] = [];
    for (const text of ['one', 'two', 'six', 'ten']) refs.push(await store.put(Buffer.from(text), 'text/plain'));
    const [kept] = refs;
    const keep = new Set(kept ? [kept] : []);
    const soon = new Date(Date.now() + 10_000);
    const all = { removed: 0, bytes: 0, left: 4, leftBytes: 12 };
    expect(await store.collect({ keep, toSize: { bytes: 0, before: new Date(Date.now() - 60_000) } })).toEqual(all);
    expect(await store.collect({ keep, toSize: { bytes: 12, before: soon } })).toEqual(all);
    const two = { removed: 2, bytes: 6, left: 2, leftBytes: 6 };
    expect(await store.collect({ keep, toSize: { bytes: 8, before: soon }, dryRun: true })).toEqual(two);
    expect(await store.collect({ keep, toSize: { bytes: 8, before: soon } })).toEqual(two);
    expect(await store.collect({ keep, toSize: { bytes: 0, before: soon } })).toEqual({ removed: 1, bytes: 3, left: 1, leftBytes: 3 });
    expect(Buffer.from(await store.get(kept ?? helloRef)).toString()).toBe('one');
  });

  test('FL6: has equal bytes once', async () => {
    const store = create();
    for (let turn = 0; turn < 3; turn += 1) await store.put(bytes, 'image/png');
    expect(await store.collect({ keep: new Set() })).toEqual({ removed: 0, bytes: 0, left: 1, leftBytes: bytes.length });
  });

  test('spares what is stored again', async () => {
    const store = create();
    const ref = await store.put(bytes, 'image/png');
    await store.put(bytes, 'image/png');
    expect(await store.collect({ before: new Date(Date.now() - 60_000), keep: new Set() })).toMatchObject({ removed: 0, bytes: 0 });
    expect(Buffer.from(await store.get(ref))).toEqual(bytes);
  });

  test('many may store the same at once', async () => {
    const store = create();
    const refs = await Promise.all(Array.from({ length: 20 }, () => store.put(bytes, 'image/png')));
    expect(new Set(refs).size).toBe(1);
  });
}
