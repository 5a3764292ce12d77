// Rules for agents: a list of texts or, by audience, an object of such lists; each a text or a reference to a fragment. They are read as one list.
import type { Path } from './finding.js';
import type { Fragments } from './read-fragments.js';
import { isFields, isList } from './reading.js';

/** A reference may lead to a list of further ones. */
const deepest = 8;

export function readRules(written: unknown, fragments: Fragments): unknown {
  const texts = (rule: unknown, path: Path, depth: number): readonly unknown[] => {
    if (isList(rule)) return rule.flatMap((each, index) => texts(each, [...path, index], depth + 1));
    if (!isFields(rule) || Object.keys(rule).join() !== 'ref' || depth > deepest) return [rule];
    const found = fragments.find('rules', rule['ref'], path);
    return found === undefined ? [] : texts(found, path, depth + 1);
  };
  if (isList(written)) return texts(written, ['rules'], 0);
  if (!isFields(written)) return written;
  const rules = Object.entries(written).flatMap(([audience, list]) => texts(list, ['rules', audience], 0));
  // What is no text stays where it is written, for the schema to report.
  return rules.every((rule) => typeof rule === 'string') ? rules : written;
}
