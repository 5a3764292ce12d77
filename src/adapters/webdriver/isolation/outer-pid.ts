import { readdir, readFile } from 'node:fs/promises';

interface Status {
  readonly parent: number;
  /** Its ids, from this namespace to its own. */
  readonly ids: readonly number[];
}

/** The id here of the process that has the id `inner` in the process namespace that `root` has made. */
export async function outerPid(root: number, inner: number): Promise<number | undefined> {
  const statuses = new Map<number, Status>();
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    const status = Number.isInteger(pid) ? await statusOf(pid) : undefined;
    if (status) statuses.set(pid, status);
  }
  const isBelow = (pid: number): boolean => {
    const parent = statuses.get(pid)?.parent ?? 0;
    return parent === root || (parent > 1 && isBelow(parent));
  };
  for (const [pid, { ids }] of statuses) if (ids.length === 2 && ids[1] === inner && isBelow(pid)) return pid;
  return undefined;
}

async function statusOf(pid: number): Promise<Status | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const ids = /^NSpid:\s+(.+)$/m.exec(text)?.[1]?.split('\t').map(Number);
  return ids && { parent: Number(/^PPid:\s+(\d+)$/m.exec(text)?.[1]), ids };
}
