// Reads a document in any of the formats that are known as one that the engine can follow (docs/design/procedure.md §1).
//
//   plain        steps, then loops, then checkpoints; a step may name the checkpoint before it
//   techniques   also: `when`, techniques and actions of steps, modes, activities as references to files, `__terminal__`
//   kinds        steps, checkpoints and loops in one ordered list (`kind`); fragments, and rules by audience
//
// format-1. A document is written in the newest format of which it has a trait; the traits themselves are read wherever they stand.
// format-2. What is known is rewritten; everything else is passed on as it is, so that the schema finds it.
// format-3. It is total: whatever has another shape than expected is passed on, too.
import { defined } from '../collections.js';
import type { Path } from './finding.js';
import { readActivity } from './read-activity.js';
import {
  createFragments,
  type Fragments,
  createReading,
  isFields,
  isList,
  say,
  without,
  type Fields,
  type Format,
  type Reading,
} from './format-findings.js';

interface ReadDocument {
  readonly document: unknown;
  readonly format: Format;
  readonly reading: Reading;
}

const newestFirst = ['kinds', 'techniques', 'plain'] as const satisfies readonly Format[];

export function readFormat(written: unknown): ReadDocument {
  const reading = createReading();
  if (!isFields(written)) return { document: written, format: 'plain', reading };
  const format = formatOf(written);
  const { activities, variables, rules, fragments } = written;
  const source = {
    reading,
    format,
    fragments: createFragments(fragments, written['id'], reading),
    types: typesOf(variables),
  };
  const document: Fields = {
    ...without(written, 'fragments'),
    ...defined({
      format: format === 'plain' ? undefined : format,
      rules: rules === undefined ? undefined : readRules(rules, source.fragments),
      activities: isList(activities) ? activities.map((activity, index) => readEntry(activity, ['activities', index])) : undefined,
    }),
  };
  if (format !== 'plain') say(reading, 'format', [], formatText(format));
  return { document, format, reading };

  function readEntry(activity: unknown, path: Path): unknown {
    if (typeof activity === 'string') {
      say(
        reading,
        'unknown-reference',
        path,
        `'${activity.slice(0, 200)}' refers to a file that is not there, or that only the folder of the definition could lead to`,
      );
      return { id: activity, name: activity };
    }
    return isFields(activity) ? readActivity(activity, path, source) : activity;
  }
}

function formatText(format: Format): string {
  return format === 'kinds'
    ? 'it is written in the format of ordered steps (`kind`), and is read as that'
    : 'it is written in the format with techniques, and is read as that';
}

/** format-1. */
function formatOf(written: Fields): Format {
  const declared = newestFirst.find((format) => format === written['format']);
  const traits = new Set<Format>([...(declared ? [declared] : []), ...traitsOf(written)]);
  return newestFirst.find((format) => traits.has(format)) ?? 'plain';
}

function traitsOf({ activities, techniques, modes, rules, fragments }: Fields): readonly Format[] {
  return [
    ...(fragments !== undefined ? (['kinds'] as const) : []),
    ...(techniques !== undefined || modes !== undefined || isFields(rules) ? (['techniques'] as const) : []),
    ...(isList(activities) ? activities.flatMap(traitsOfBody) : []),
  ];
}

function traitsOfBody(body: unknown): readonly Format[] {
  if (typeof body === 'string') return ['techniques'];
  if (!isFields(body)) return [];
  const { kind, technique, techniques, technique_args: args, when, actions, steps, loops } = body;
  return [
    ...(kind !== undefined ? (['kinds'] as const) : []),
    ...([technique, techniques, args, when, actions].some((trait) => trait !== undefined) ? (['techniques'] as const) : []),
    ...[steps, loops].flatMap((list) => (isList(list) ? list.flatMap(traitsOfBody) : [])),
  ];
}

function typesOf(variables: unknown): ReadonlyMap<string, unknown> {
  if (!isList(variables)) return new Map();
  return new Map(
    variables.flatMap((variable) =>
      isFields(variable) && typeof variable['name'] === 'string' ? [[variable['name'], variable['type']]] : [],
    ),
  );
}

// Rules for agents: a list of texts or, by audience, an object of such lists; each a text or a reference to a fragment. They are read as one list.

/** A reference may lead to a list of further ones. */
const deepest = 8;

function readRules(written: unknown, fragments: Fragments): unknown {
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
