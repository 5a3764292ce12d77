// What locks refused since the last look, for people and models.
import { originOf } from '../../../domain/guard/guard.js';
import { refusalNotice, type NetworkLock } from '../../../domain/guard/network-lock.js';

export interface RefusalLog {
  count(url: string, locks: readonly NetworkLock[]): void;
  note(text: string): void;
  /** Notices since the last call. */
  take(): readonly string[];
}

export function createRefusalLog(): RefusalLog {
  const counts = new Map<string, number>();
  const secrets = new Set<string>();
  const notes = new Set<string>();
  return {
    count(url, locks) {
      const origin = originOf(url);
      const told = origin === 'null' ? (/^[^:]*:/.exec(url)?.[0] ?? '') : origin;
      counts.set(told, (counts.get(told) ?? 0) + 1);
      for (const { secret } of locks) secrets.add(secret);
    },
    note: (text) => void notes.add(text),
    take() {
      const notice = refusalNotice(counts, [...secrets]);
      const taken = [...notes, ...(notice === undefined ? [] : [notice])];
      for (const told of [counts, secrets, notes]) told.clear();
      return taken;
    },
  };
}
