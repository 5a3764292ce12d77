// Reads a file of this host that a flow or a browser names: whatever that is, it is read at once, in bounds, or refused.
import { constants, open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

/** `most`: bytes. `follow`: a link is read too. Throws an error whose message goes on after the name of the file. */
export async function readHostFile(
  path: string,
  { most, follow }: { readonly most: number; readonly follow: boolean },
): Promise<Uint8Array> {
  // Whoever opens a pipe waits for its other end, and some devices have no end.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | (follow ? 0 : constants.O_NOFOLLOW));
  try {
    const about = await file.stat();
    if (!about.isFile()) throw new Error(`it is ${about.isDirectory() ? 'a folder' : 'no regular file'}`);
    if (about.size > most) throw new Error(`it has ${about.size} bytes, and ${most / 1_000_000} MB are the most`);
    // As much as it has now, though it may grow meanwhile.
    return about.size === 0 ? new Uint8Array() : await buffer(file.createReadStream({ end: about.size - 1, autoClose: false }));
  } finally {
    await file.close();
  }
}
