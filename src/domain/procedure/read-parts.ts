// Steps, checkpoints and loops of later formats, field by field (docs/design/procedure.md §1).
import { defined } from '../collections.js';
import type { Path } from './finding.js';
import { gateIn, notUnderstood, isKnownField } from './known-fields.js';
import { noteActions, noteTriggers, readActions, valueFor } from './read-actions.js';
import { type Fragments, isFields, say, without, type Fields, type Format, type Reading } from './format-findings.js';
import { readWhen } from './when-expression.js';

export interface Source {
  readonly reading: Reading;
  readonly format: Format;
  readonly fragments: Fragments;
  /** Of declared variables, as written. */
  readonly types: ReadonlyMap<string, unknown>;
}

export function readStep(written: Fields, path: Path, source: Source): Fields {
  const { technique, actions, description, sets: own, triggers } = written;
  const { reading } = source;
  noteTechnique(technique, path, reading);
  noteActions({ actions }, path, reading, true);
  noteTriggers(triggers, path, reading);
  const { text, sets, reports } = readActions(actions, technique);
  const made = sets.map(({ action: { target, value, ...more }, index }) => {
    const { condition } = withWhen(without(more, 'action', 'message', 'description'), [...path, 'actions', index], source);
    return {
      variable: target,
      value: valueFor(source.types.get(String(target)), value),
      condition,
    };
  });
  return {
    ...named(withWhen(without(written, 'kind', 'technique', 'actions', 'triggers'), path, source), technique, path, source),
    ...defined({
      description: description === undefined && text !== '' ? text : undefined,
      sets: own === undefined && made.length > 0 ? made : undefined,
      reports: written['reports'] === undefined && reports.length > 0 ? reports : undefined,
    }),
  };
}

export function readCheckpoint(written: Fields, path: Path, source: Source): Fields {
  noteKind(written, 'checkpoint', path, source);
  const whole = source.fragments.merged(written, path);
  return named(withWhen(without(whole, 'kind', ...requiredField(whole, path, source)), path, source), undefined, path, source);
}

/** Its steps are still as written. */
export function readLoopFields(written: Fields, path: Path, source: Source): Fields {
  const isKind = written['kind'] === 'loop';
  noteKind(written, 'loop', path, source);
  const { loopType, condition, when } = written;
  const fields = without(written, 'kind', 'loopType', 'when', ...(isKind ? requiredField(written, path, source) : []));
  const type = loopType === undefined ? {} : { type: loopType };
  // A forEach has no condition of its own: in an ordered list it is that of the step which the loop is.
  const isGate = isKind && loopType === 'forEach' && condition !== undefined;
  const { condition: gate } = withWhen({ condition: isGate ? condition : undefined, when }, path, source);
  return {
    ...(isGate ? without(fields, 'condition') : fields),
    ...type,
    ...defined({ when: gate }),
    id: stableId(written['id'], path, source),
  };
}

/** In a list of checkpoints or of loops. */
function noteKind({ kind }: Fields, expected: 'checkpoint' | 'loop', path: Path, { reading }: Source): void {
  if (kind !== undefined && kind !== expected)
    say(
      reading,
      'not-understood',
      [...path, 'kind'],
      `the kind '${String(kind).slice(0, 80)}' is not one of a ${expected}, and it might hold an agent`,
    );
}

/** `required: true` says nothing new. False might let an agent pass, or might not. */
function requiredField({ required }: Fields, path: Path, { reading }: Source): readonly string[] {
  if (required === undefined) return [];
  if (required !== true)
    say(
      reading,
      'not-understood',
      [...path, 'required'],
      'only a step can be optional: give this one a condition, or leave `required` out',
    );
  return ['required'];
}

/** `when` and `condition` both have to hold. */
export function withWhen(fields: Fields, path: Path, { reading }: Source): Fields {
  const { when, condition } = fields;
  if (when === undefined || when === true) return without(fields, 'when');
  const read = typeof when === 'string' ? readWhen(when) : { wrong: 'it is no text' };
  if ('wrong' in read) {
    const shown = typeof when === 'string' ? JSON.stringify(when.slice(0, 200)) : 'it';
    say(reading, 'not-understood', [...path, 'when'], `${shown} is not understood, and it might hold an agent: ${read.wrong}`);
  }
  if (!('condition' in read)) return without(fields, 'when');
  const both = condition === undefined ? read.condition : { type: 'and', conditions: [condition, read.condition] };
  return { ...without(fields, 'when'), condition: both };
}

/** Later formats name no steps, and may leave ids to the techniques. */
function named(fields: Fields, technique: unknown, path: Path, source: Source): Fields {
  const name = isFields(technique) ? technique['name'] : technique;
  const given = fields['id'] ?? (typeof name === 'string' ? name.split('::').at(-1) : undefined);
  const id = stableId(given, path, source);
  return {
    ...fields,
    ...defined({ id, name: fields['name'] === undefined && source.format !== 'plain' && typeof id === 'string' ? id : undefined }),
  };
}

const perIteration = /^([\w.-]+)#\{[A-Za-z_][\w.-]*\}$/;

/** `choice#{item.id}` names an answer per iteration: each iteration asks anew anyway, so `choice` is enough. */
function stableId(id: unknown, path: Path, { reading }: Source): unknown {
  const stable = typeof id === 'string' ? perIteration.exec(id)?.[1] : undefined;
  if (stable === undefined) return id;
  say(reading, 'format', [...path, 'id'], `read as '${stable}': it comes up anew in each iteration and visit`);
  return stable;
}

/** A technique is named here and written elsewhere. */
function noteTechnique(technique: unknown, path: Path, reading: Reading): void {
  if (technique === undefined || typeof technique === 'string') return;
  if (!isFields(technique)) {
    say(reading, 'invalid-field', [...path, 'technique'], 'expected the name of a technique, or an object with its name');
    return;
  }
  for (const field of Object.keys(technique))
    if (!isKnownField('technique', field)) reading.findings.push(notUnderstood([...path, 'technique', field], field, 'technique'));
  const hidden = gateIn(technique);
  if (hidden)
    say(
      reading,
      'not-understood',
      [...path, 'technique', ...hidden],
      `'${hidden.at(-1)}' in a technique might hold an agent, and nothing would ask it`,
    );
}
