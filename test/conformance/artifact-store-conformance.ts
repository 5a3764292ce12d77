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
    expect(result).toEqual({ removed: 1, bytes: 3 });
    await expect(store.get(old)).rejects.toMatchObject({ code: 'artifact-missing' });
    expect(Buffer.from(await store.get(kept))).toEqual(bytes);
  });

  test('spares what is stored again', async () => {
    const store = create();
    const ref = await store.put(bytes, 'image/png');
    await store.put(bytes, 'image/png');
    expect(await store.collect({ before: new Date(Date.now() - 60_000), keep: new Set() })).toEqual({ removed: 0, bytes: 0 });
    expect(Buffer.from(await store.get(ref))).toEqual(bytes);
  });

  test('many may store the same at once', async () => {
    const store = create();
    const refs = await Promise.all(Array.from({ length: 20 }, () => store.put(bytes, 'image/png')));
    expect(new Set(refs).size).toBe(1);
  });
}
