// The device kinds that this host's worker could not offer when it started, for readers of the host's folder.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from './line-file.js';
import { writeWhole } from './write-whole.js';

interface UnusableKind {
  readonly kind: string;
  readonly why: string;
}

const file = 'unusable-kinds.json';

export async function writeUnusableKinds(home: string, unusable: readonly UnusableKind[]): Promise<void> {
  if (unusable.length === 0) await rm(join(home, file), { force: true });
  else await writeWhole(join(home, file), `${JSON.stringify(unusable)}\n`, { sync: false });
}

/** Empty when none were recorded, or a power cut broke the file: the next start of the worker writes it again. */
export async function readUnusableKinds(home: string): Promise<readonly UnusableKind[]> {
  const read = parseJson(await readFile(join(home, file), 'utf8').catch(() => ''));
  return Array.isArray(read) ? read.filter(isUnusableKind) : [];
}

function isUnusableKind(value: unknown): value is UnusableKind {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    'why' in value &&
    typeof value.why === 'string'
  );
}
