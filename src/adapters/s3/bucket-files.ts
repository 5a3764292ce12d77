// Lines that are only ever added, as objects: `<prefix>000001.jsonl`, `<prefix>000002.jsonl`, … S3 cannot append, so the last one is written again, longer.
//
// lines-1. The last object is replaced only if it is still what was read (bucket-1): of two hosts that add at once one adds after the other.
// lines-2. An object above 64 KB is never written again, so that a line costs no more in a long run than in a short one.

import { setTimeout as sleep } from 'node:timers/promises';
import { Mutex } from 'async-mutex';
import { inTurns, parseLines } from '../filesystem/files.js';
import type { Bucket, Stored } from './bucket.js';
import type { StoredFiles } from '../objects/stored-files.js';
import { keyOfArtifact } from './artifact-store.js';

const fullBytes = 64 * 1024;
/** What was written last, of as many runs as are active at once. */
const remembered = 200;
const longestPauseMs = 200;

interface Tail {
  readonly number: number;
  /** Absent: the object does not exist yet. */
  readonly stored?: Stored;
}

/** A line may be there twice, when an answer was lost. */
interface LineObjects {
  /** Resolves once they are stored. */
  append(prefix: string, lines: readonly string[]): Promise<void>;
  /** The values of all lines, oldest first. */
  read(prefix: string): Promise<readonly unknown[]>;
}

export function createLineObjects(bucket: Bucket): LineObjects {
  const tails = new Map<string, Tail>();
  const turns = new Map<string, Mutex>();

  async function numbersOf(prefix: string): Promise<readonly number[]> {
    const slash = prefix.lastIndexOf('/') + 1;
    const names = await bucket.names(prefix.slice(0, slash));
    const base = prefix.slice(slash);
    return names
      .filter((name) => name.startsWith(base) && /^\d{6,}\.jsonl$/.test(name.slice(base.length)))
      .map((name) => Number.parseInt(name.slice(base.length), 10))
      .sort((one, other) => one - other);
  }

  async function lastOf(prefix: string): Promise<Tail> {
    const number = (await numbersOf(prefix)).at(-1);
    if (number === undefined) return { number: 1 };
    const stored = await bucket.get(keyOf(prefix, number));
    return { number, stored };
  }

  function remember(prefix: string, tail: Tail): void {
    tails.delete(prefix);
    tails.set(prefix, tail);
    for (const oldest of [...tails.keys()].slice(0, -remembered)) tails.delete(oldest);
  }

  async function add(prefix: string, text: string): Promise<void> {
    for (;;) {
      const last = tails.get(prefix) ?? (await lastOf(prefix));
      const tail = last.stored && last.stored.bytes.byteLength >= fullBytes ? { number: last.number + 1 } : last;
      const bytes = Buffer.concat([tail.stored?.bytes ?? Buffer.alloc(0), Buffer.from(text)]);
      const when = tail.stored ? { etag: tail.stored.etag } : { absent: true as const };
      const etag = await bucket.put(keyOf(prefix, tail.number), bytes, { mediaType: 'application/jsonl', when });
      if (etag !== undefined) return remember(prefix, { number: tail.number, stored: { bytes, etag } });
      // lines-1.
      tails.delete(prefix);
      await sleep(Math.random() * longestPauseMs);
    }
  }

  return {
    async append(prefix, lines) {
      if (lines.length === 0) return;
      const mutex = turns.get(prefix) ?? new Mutex();
      turns.set(prefix, mutex);
      try {
        await mutex.runExclusive(() => add(prefix, `${lines.join('\n')}\n`));
      } finally {
        if (!mutex.isLocked()) turns.delete(prefix);
      }
    },
    async read(prefix) {
      const found = await inTurns(await numbersOf(prefix), (number) => bucket.get(keyOf(prefix, number)));
      return found.flatMap((each) => (each ? parseLines(each.bytes).map(({ value }) => value) : []));
    },
  };
}

function keyOf(prefix: string, number: number): string {
  return `${prefix}${String(number).padStart(6, '0')}.jsonl`;
}

// What hosts share, as objects below a prefix. Whoever takes a name is who writes its object first (bucket-1).

const mediaType = 'application/json';

/** `below`: `runs`. */
export function createBucketFiles(bucket: Bucket, lines: LineObjects, below: string): StoredFiles {
  const at = (path: string): string => `${below}/${path}`;
  /** `records.jsonl` is kept as `records-000001.jsonl` and so on. */
  const linesAt = (path: string): string => at(path.replace(/\.jsonl$/, '-'));
  return {
    place: bucket.addressOf(below),
    read: async (path) => (await bucket.get(at(path)))?.bytes,
    names: (folder) => bucket.names(at(folder)),
    claim: async (path, content) => (await bucket.put(at(path), Buffer.from(content), { mediaType, when: { absent: true } })) !== undefined,
    replace: async (path, content) => void (await bucket.put(at(path), content, { mediaType })),
    remove: (path) => bucket.remove([at(path)]),
    addLines: (path, added) => lines.append(linesAt(path), added),
    lines: (path) => lines.read(linesAt(path)),
    async keep(path, ref, artifacts) {
      // A store that the program brought is elsewhere; what was kept before may be gone from the store.
      if ((await bucket.copy(keyOfArtifact(ref), at(path))) || (await bucket.exists(at(path)))) return;
      await bucket.put(at(path), await artifacts.get(ref));
    },
    inTurn: (_folder, work) => work(),
  };
}
