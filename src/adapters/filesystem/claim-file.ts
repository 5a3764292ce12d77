import { randomUUID } from 'node:crypto';
import { link, unlink, writeFile } from 'node:fs/promises';

/**
 * A file appears whole under a name that nobody has taken, or not at all: false, it is there already. Of several writers, on any machines, one wins. The
 * name beside it is nobody else's: in containers that share a folder, all processes may have the same number.
 */
export async function claimFile(path: string, content: string): Promise<boolean> {
  const beside = `${path}.${randomUUID()}.part`;
  await writeFile(beside, content, { flush: true });
  try {
    await link(beside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(beside).catch(() => undefined);
  }
}
