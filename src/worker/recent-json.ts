// Documents that this process stored lately are read from its memory: one activity stores a list of controls, the next one reads it, and a bucket takes a request each time. A reference is
// the hash of what it names, so that what is remembered is never out of date.
import QuickLRU from 'quick-lru';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { ArtifactStore } from '../ports/artifact-store.js';

/** The library keeps up to twice as many: 32 MB, if each is as long as it may be. */
const most = 64;
/** Characters. */
const longest = 128 * 1024;

/** Whatever else is stored or read goes to the store, as everything is stored. */
export function rememberingJson(store: ArtifactStore): ArtifactStore {
  // As text: whoever reads one has it for himself.
  const recent = new QuickLRU<ArtifactRef, string>({ maxSize: most });
  return {
    put: (bytes, mediaType) => store.put(bytes, mediaType),
    get: (ref) => store.get(ref),
    locate: (ref) => store.locate(ref),
    collect: (options) => store.collect(options),
    async putJson(value) {
      const ref = await store.putJson(value);
      const text = JSON.stringify(value);
      if (text.length <= longest) recent.set(ref, text);
      return ref;
    },
    async getJson(ref) {
      const text = recent.get(ref);
      return text === undefined ? store.getJson(ref) : (JSON.parse(text) as unknown);
    },
  };
}
