import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { rememberingJson } from '../../../src/worker/open-ports.js';
import type { ArtifactStore } from '../../../src/ports/artifact-store.js';

describe('documents that a process stored lately', () => {
  /** A store that counts what it is asked for. */
  function counted(): { readonly store: ArtifactStore; readonly reads: () => number } {
    const inner = createMemoryArtifactStore();
    let reads = 0;
    const getJson: ArtifactStore['getJson'] = (ref) => {
      reads += 1;
      return inner.getJson(ref);
    };
    return { store: { ...inner, getJson }, reads: () => reads };
  }

  test('FL5: are read without the store, and are each reader’s own', async () => {
    const { store, reads } = counted();
    const artifacts = rememberingJson(store);
    const ref = await artifacts.putJson({ controls: [{ label: '1' }] });
    const first = (await artifacts.getJson(ref)) as { controls: unknown[] };
    first.controls.length = 0;
    expect(await artifacts.getJson(ref)).toEqual({ controls: [{ label: '1' }] });
    expect(reads()).toBe(0);
    expect(await store.getJson(ref)).toEqual({ controls: [{ label: '1' }] });
  });

  test('FL5: others, long ones and those of long ago come from the store', async () => {
    const { store, reads } = counted();
    const artifacts = rememberingJson(store);
    const elsewhere = await store.putJson({ stored: 'by another host' });
    const long = await artifacts.putJson({ text: 'x'.repeat(200_000) });
    const old = await artifacts.putJson({ number: -1 });
    for (let number = 0; number < 300; number += 1) await artifacts.putJson({ number });
    expect(await Promise.all([elsewhere, long, old].map((ref) => artifacts.getJson(ref)))).toEqual([
      { stored: 'by another host' },
      { text: 'x'.repeat(200_000) },
      { number: -1 },
    ]);
    expect(reads()).toBe(3);
  });
});
