import { createHash } from 'node:crypto';
import { ulid } from 'ulid';

/** A ULID that is the same whenever it is made for the same execution and time (ms): an attempt that is made again begins no other run. */
export function runIdOf(execution: string, at: number): string {
  const bytes = createHash('sha256').update(execution).digest();
  let next = 0;
  return ulid(at, () => (bytes[next++ % bytes.length] ?? 0) / 256);
}
