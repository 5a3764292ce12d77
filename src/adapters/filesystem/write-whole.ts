import { open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * A file appears whole or not at all, also to concurrent readers. For files with one writer at a time: a killed process leaves one hidden
 * file behind, which the next writer replaces (with a name per attempt it would stay forever). `sync`: the file survives a power cut.
 */
export async function writeWhole(path: string, content: string | Uint8Array, { sync }: { readonly sync: boolean }): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.part`);
  const file = await open(beside, 'w');
  try {
    await file.writeFile(content);
    if (sync) await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
}
