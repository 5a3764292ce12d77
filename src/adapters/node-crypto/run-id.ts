import { createHash } from 'node:crypto';
import { ulid } from 'ulid';

/** A ULID derived from the execution and the time (ms), so that a retried attempt starts no second run. */
export function runIdOf(execution: string, at: number): string {
  const bytes = createHash('sha256').update(execution).digest();
  let next = 0;
  return ulid(at, () => (bytes[next++ % bytes.length] ?? 0) / 256);
}
