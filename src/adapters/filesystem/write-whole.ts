import { open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * A file appears whole or not at all, also to those who read it meanwhile. For files of one writer at a time: what a killed process leaves behind is one hidden file,
 * which the next writer replaces (with a name for each attempt it would stay for ever). `sync`: it survives a power cut.
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
