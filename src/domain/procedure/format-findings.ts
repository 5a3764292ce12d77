// What the readers of later formats share: the findings so far, and from where in the written document each moved part comes.
import { defined, own } from '../collections.js';
import type { Definition } from './definition.js';
import type { Finding, FindingCode, Path } from './finding.js';
import { notUnderstood } from './known-fields.js';

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

// Parts that a document writes once and refers to: `ref: name`, or `ref: workflow::name` for those of another definition,
// which the loader puts among the document's own under that name (docs/design/procedure.md §1).

type FragmentKind = 'checkpoints' | 'rules';

export interface Fragments {
  /** Undefined, and a finding: there is none. */
  find(kind: FragmentKind, ref: unknown, path: Path): unknown;
  /** The part with what it refers to, its own fields first. */
  merged(part: Fields, path: Path): Fields;
}

export function createFragments(written: unknown, workflow: unknown, reading: Reading): Fragments {
  const all = isFields(written) ? written : {};
  for (const name of Object.keys(all))
    if (name !== 'checkpoints' && name !== 'rules') reading.findings.push(notUnderstood(['fragments', name], name, 'fragments'));

  function find(kind: FragmentKind, ref: unknown, path: Path): unknown {
    const list = isFields(all[kind]) ? all[kind] : {};
    const name = typeof ref === 'string' ? ref : '';
    const local = typeof workflow === 'string' && name.startsWith(`${workflow}::`) ? name.slice(workflow.length + 2) : name;
    const found = own(list, local);
    if (found === undefined)
      say(reading, 'unknown-reference', [...path, 'ref'], `there is no fragment '${name.slice(0, 200)}' among fragments.${kind}`);
    return found;
  }

  function merged(part: Fields, path: Path): Fields {
    let whole = part;
    for (const seen = new Set<unknown>(); whole['ref'] !== undefined;) {
      const { ref } = whole;
      if (seen.has(ref)) {
        say(
          reading,
          'unknown-reference',
          [...path, 'ref'],
          `the fragments refer to each other in a circle: '${String(ref).slice(0, 200)}'`,
        );
        return without(whole, 'ref');
      }
      seen.add(ref);
      const found = find('checkpoints', ref, path);
      if (!isFields(found)) return without(whole, 'ref');
      whole = { ...without(found, 'id', 'kind'), ...without(whole, 'ref'), ...defined({ ref: 'ref' in found ? found['ref'] : undefined }) };
    }
    return whole;
  }

  return { find, merged };
}
