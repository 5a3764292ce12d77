// Parses a definition: anything in, one that can be followed or all its findings out. Never throws, executes nothing.
import { defined } from '../collections.js';
import { jsonBytes } from '../text/measures.js';
import { halfText, loneSurrogate } from '../text/written-file.js';
import type { z } from 'zod';
import { problemsTogether, parseFlow } from '../flow/parse-flow.schema.js';
import { problemText } from '../flow/problem.js';
import { expectation, shownValue, valueAt } from '../checks/schema-issue.schema.js';
import { definitionSchema, strictDefinitionSchema } from './definition.schema.js';
import type { Definition, Loop } from './definition.js';
import { missingFields, needsValue } from '../flow/run-limits.js';
import { stepsIn } from './procedure.js';
import { finding, rated, type Finding, type Findings, type Path, type Profile, type RatedFinding } from './finding.js';
import { unknownField } from './known-fields.js';
import { inferredEnd, lint } from './lint.js';
import { readFormat } from './read-format.js';
import { writtenPath } from './format-findings.js';

interface ParsedDefinition {
  /** Absent when there are errors. */
  readonly definition?: Definition;
  readonly findings: readonly RatedFinding[];
}

export function parseDefinition(written: unknown, profile: Profile): ParsedDefinition {
  const rate = (findings: readonly Finding[]): readonly RatedFinding[] => findings.map((each) => rated(each, profile));
  const unreadable = [...unreadableParts(written)];
  if (unreadable.length > 0) return { findings: rate(unreadable) };
  const { document: value, reading } = readFormat(written);
  const parsed = parseRead(value, profile);
  const findings = [...rate(reading.findings), ...parsed.findings.map((each) => ({ ...each, path: writtenPath(reading, each.path) }))];
  return parsed.definition === undefined || findings.some(({ severity }) => severity === 'error') ? { findings } : { ...parsed, findings };
}

function parseRead(value: unknown, profile: Profile): ParsedDefinition {
  const strict = strictDefinitionSchema.safeParse(value);
  const issues = strict.error?.issues ?? [];
  const form = issues.flatMap((issue) => formFindings(value, issue));
  const { data } = definitionSchema.safeParse(value);
  const rate = (findings: readonly Finding[]): readonly RatedFinding[] => findings.map((each) => rated(each, profile));
  if (!data || issues.some(({ code }) => code !== 'unrecognized_keys')) return { findings: rate(form) };
  const options = [...optionTransitions(data)];
  const written = withEffects(data);
  const end = profile === 'compat' ? inferredEnd(written) : undefined;
  const definition = end === undefined ? written : { ...written, finalActivity: end };
  const inferred = `nothing ends the procedure; '${end}' is taken as its finalActivity, so a run ends there when none of its transitions is true`;
  const ends = end === undefined ? [] : [finding('end-inferred', [], inferred)];
  const findings = rate([...form, ...options, ...ends, ...sizeFindings(definition), ...flowFindings(definition), ...lint(definition)]);
  return findings.some(({ severity }) => severity === 'error') ? { findings } : { definition, findings };
}

/** `option.transitionTo` means `effect.transitionTo`, which takes precedence. */
function withEffects(definition: Definition): Definition {
  const activities = definition.activities.map((activity) => ({
    ...activity,
    checkpoints: activity.checkpoints.map((checkpoint) => ({
      ...checkpoint,
      options: checkpoint.options.map(({ transitionTo, ...option }) =>
        transitionTo === undefined ? option : { ...option, effect: { transitionTo, ...defined(option.effect) } },
      ),
    })),
  }));
  return { ...definition, activities };
}

function* optionTransitions({ activities }: Definition): Findings {
  for (const [activity, { checkpoints }] of activities.entries())
    for (const [checkpoint, { options }] of checkpoints.entries())
      for (const [option, { transitionTo }] of options.entries()) {
        const path: Path = ['activities', activity, 'checkpoints', checkpoint, 'options', option, 'transitionTo'];
        if (transitionTo !== undefined) yield finding('option-transition', path, 'taken as effect.transitionTo');
      }
}

/** A run carries the definition twice when it continues as new, beside its own memory, in a payload of at most 2 MB. */
const largest = 500_000;

function* sizeFindings(definition: Definition): Findings {
  const bytes = jsonBytes(definition);
  if (bytes > largest) yield finding('too-large', [], `it has ${bytes} bytes in all, as JSON; at most ${largest}`);
}

/** Checks each flow with all the others, as the step that runs it passes them on. */
function* flowFindings({ flows = {}, variables, activities }: Definition): Findings {
  const given = [...variables.map(({ name }) => name), ...itemNames(activities)];
  const begun = new Set(activities.flatMap(stepsIn).map(({ run }) => run?.flow));
  const parsed = Object.fromEntries(Object.entries(flows).map(([name, document]) => [name, parseFlow(document, given)]));
  for (const [name, main] of Object.entries(parsed)) {
    const { [name]: _, ...others } = parsed;
    for (const problem of problemsTogether(main, others))
      if (problem.severity === 'error' && problem.flow === undefined) yield finding('invalid-flow', ['flows', name], problemText(problem));
    for (const field of main.flow && begun.has(name) ? missingFields(main.flow, given) : [])
      yield finding('unset-variable', ['flows', name], `${needsValue(field)}; the procedure has no such variable`);
  }
}

/** Of loops, which give their flows the present item. */
function itemNames(bodies: readonly { readonly loops: readonly Loop[] }[]): readonly string[] {
  return bodies.flatMap(({ loops }) => [...loops.flatMap(({ variable }) => variable ?? []), ...itemNames(loops)]);
}

function formFindings(value: unknown, issue: z.core.$ZodIssue): readonly Finding[] {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(path, key, valueAt(value, [...path, key])));
  return [{ code: 'invalid-field', path, message: `${expectation(issue)}, found ${foundAt(value, path)}` }];
}

function foundAt(document: unknown, path: Path): string {
  const value = valueAt(document, path);
  return value === undefined ? 'nothing' : shownValue(value);
}

/** Levels: beyond them the readers, which recurse, might run out of stack. */
const deepest = 200;

/** A key that the schema library would drop in silence and copying code stumble over; half of a character, which cannot be sent. */
function* unreadableParts(value: unknown, path: Path = []): Findings {
  if (typeof value === 'string' && loneSurrogate.test(value)) yield finding('unreadable', path, `it has ${halfText(value)}`);
  if (typeof value !== 'object' || value === null) return;
  if (path.length > deepest) {
    yield finding('too-large', path.slice(0, 8), `it is nested deeper than ${deepest}`);
    return;
  }
  for (const key of Object.keys(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (key === '__proto__') yield finding('unreadable', at, 'this name is not allowed');
    else if (loneSurrogate.test(key)) yield finding('unreadable', at, `its name has ${halfText(key)}`);
    else yield* unreadableParts(Reflect.get(value, key), at);
  }
}
