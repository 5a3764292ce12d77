// Parts that a document writes once and refers to: `ref: name`, or `ref: workflow::name` for those of another definition,
// which the loader puts among the document's own under that name (docs/design/procedure.md §1).
import { defined, own } from '../collections.js';
import type { Path } from './finding.js';
import { notUnderstood } from './known-fields.js';
import { isFields, say, without, type Fields, type Reading } from './reading.js';

export type FragmentKind = 'checkpoints' | 'rules';

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
