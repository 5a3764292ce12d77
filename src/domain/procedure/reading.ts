// What the readers of later formats share: the findings so far, and from where in the written document each moved part comes.
import type { Definition } from './definition.js';
import type { Finding, FindingCode, Path } from './finding.js';

export type Format = NonNullable<Definition['format']>;

export interface Reading {
  readonly findings: Finding[];
  /** Path in the document as it is read, as JSON → path as it is written. */
  readonly origins: Map<string, Path>;
}

export type Fields = Readonly<Record<string, unknown>>;

export function createReading(): Reading {
  return { findings: [], origins: new Map() };
}

export function say({ findings }: Reading, code: FindingCode, path: Path, message: string): void {
  findings.push({ code, path, message });
}

export function moved({ origins }: Reading, from: Path, to: Path): void {
  origins.set(JSON.stringify(to), from);
}

/** As its author wrote it. */
export function writtenPath({ origins }: Reading, path: Path): Path {
  for (let length = path.length; length > 0; length -= 1) {
    const from = origins.get(JSON.stringify(path.slice(0, length)));
    if (from) return [...from, ...path.slice(length)];
  }
  return path;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
