// Parses a definition: anything in, one that can be followed or all its findings out. Never throws, executes nothing.
import { defined } from '../collections.js';
import { jsonBytes } from '../text/measures.js';
import type { z } from 'zod';
import { problemsTogether } from '../flow/called-flows.js';
import { parseFlow } from '../flow/parse-flow.schema.js';
import { problemText } from '../flow/problem.js';
import { expectation, shownValue } from '../checks/schema-issue.schema.js';
import { definitionSchema, strictDefinitionSchema } from './definition.schema.js';
import type { Definition } from './definition.js';
import { rated, type Finding, type Path, type Profile, type RatedFinding } from './finding.js';
import { unknownField } from './known-fields.js';
import { inferredEnd, lint } from './lint.js';
import { readFormat } from './read-format.js';
import { writtenPath } from './reading.js';

export interface ParsedDefinition {
  /** Absent when there are errors. */
  readonly definition?: Definition;
  readonly findings: readonly RatedFinding[];
}

export function parseDefinition(written: unknown, profile: Profile): ParsedDefinition {
  const rate = (findings: readonly Finding[]): readonly RatedFinding[] => findings.map((finding) => rated(finding, profile));
  const unreadable = reservedKeys(written);
  if (unreadable.length > 0) return { findings: rate(unreadable) };
  const { document: value, reading } = readFormat(written);
  const parsed = parseRead(value, profile);
  const findings = [
    ...rate(reading.findings),
    ...parsed.findings.map((finding) => ({ ...finding, path: writtenPath(reading, finding.path) })),
  ];
  return parsed.definition === undefined || findings.some(({ severity }) => severity === 'error') ? { findings } : { ...parsed, findings };
}

function parseRead(value: unknown, profile: Profile): ParsedDefinition {
  const strict = strictDefinitionSchema.safeParse(value);
  const issues = strict.error?.issues ?? [];
  const form = issues.flatMap((issue) => formFindings(value, issue));
  const { data } = definitionSchema.safeParse(value);
  const rate = (findings: readonly Finding[]): readonly RatedFinding[] => findings.map((finding) => rated(finding, profile));
  if (!data || issues.some(({ code }) => code !== 'unrecognized_keys')) return { findings: rate(form) };
  const options = optionTransitions(data);
  const written = withEffects(data);
  const end = profile === 'compat' ? inferredEnd(written) : undefined;
  const definition = end === undefined ? written : { ...written, finalActivity: end };
  const inferred: readonly Finding[] =
    end === undefined
      ? []
      : [
          {
            code: 'end-inferred',
            path: [],
            message: `nothing ends the procedure; '${end}' is taken as its finalActivity, so a run ends there when none of its transitions is true`,
          },
        ];
  const findings = rate([...form, ...options, ...inferred, ...sizeFindings(definition), ...flowFindings(definition), ...lint(definition)]);
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

function optionTransitions({ activities }: Definition): readonly Finding[] {
  return activities.flatMap(({ checkpoints }, activity) =>
    checkpoints.flatMap(({ options }, checkpoint) =>
      options.flatMap(({ transitionTo }, option): readonly Finding[] => {
        const path = ['activities', activity, 'checkpoints', checkpoint, 'options', option, 'transitionTo'];
        return transitionTo === undefined ? [] : [{ code: 'option-transition', path, message: 'taken as effect.transitionTo' }];
      }),
    ),
  );
}

/** A run carries the definition twice when it continues as new, beside its own memory, in a payload of at most 2 MB. */
const largest = 500_000;

function sizeFindings(definition: Definition): readonly Finding[] {
  const bytes = jsonBytes(definition);
  if (bytes <= largest) return [];
  return [{ code: 'too-large', path: [], message: `it has ${bytes} bytes in all, as JSON; at most ${largest}` }];
}

/** Checks each flow with all the others, as the step that runs it passes them on. */
function flowFindings({ flows = {}, variables }: Definition): readonly Finding[] {
  const given = variables.map(({ name }) => name);
  const parsed = Object.fromEntries(Object.entries(flows).map(([name, document]) => [name, parseFlow(document, given)]));
  return Object.entries(parsed).flatMap(([name, main]) => {
    const { [name]: _, ...others } = parsed;
    return problemsTogether(main, others)
      .filter(({ severity, flow }) => severity === 'error' && flow === undefined)
      .map((problem): Finding => ({ code: 'invalid-flow', path: ['flows', name], message: problemText(problem) }));
  });
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

function valueAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined),
    document,
  );
}

/** Levels: beyond them the readers, which recurse, might run out of stack. */
const deepest = 200;

/** The schema library would drop it in silence, and copying code stumble over it. */
function reservedKeys(value: unknown, path: Path = []): readonly Finding[] {
  if (typeof value !== 'object' || value === null) return [];
  if (path.length > deepest) return [{ code: 'too-large', path: path.slice(0, 8), message: `it is nested deeper than ${deepest}` }];
  return Object.keys(value).flatMap((key): readonly Finding[] => {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    return key === '__proto__'
      ? [{ code: 'unreadable', path: at, message: 'this name is not allowed' }]
      : reservedKeys(Reflect.get(value, key), at);
  });
}
