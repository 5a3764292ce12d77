// The keys for what is sealed, as `keys/typed.json` and `keys/runs.json` of the bucket: whoever may read the artifacts may read them, as in a shared folder.
import type { KeyRing } from '../../ports/key-ring.js';
import { newKeyRingText, parseKeyRing, refuseKeys } from '../filesystem/key-ring-file.js';
import type { Bucket } from './bucket.js';

/** Creates one with a first key if there is none; when several hosts do so at once, one wins. Throws `KeyRingError`. */
export async function openS3KeyRing(bucket: Bucket, use: 'typed' | 'runs'): Promise<KeyRing> {
  const key = `keys/${use}.json`;
  const read = async (): Promise<KeyRing | undefined> => {
    const found = await bucket.get(key);
    return found && parseKeyRing(found.bytes.toString('utf8'), bucket.addressOf(key));
  };
  const found = await read();
  if (found) return found;
  await bucket.put(key, Buffer.from(newKeyRingText()), { mediaType: 'application/json', when: { absent: true } });
  return (await read()) ?? refuseKeys(bucket.addressOf(key), 'it disappeared while being created');
}
