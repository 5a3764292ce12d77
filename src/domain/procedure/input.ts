// The input of the workflow `procedure`, and of its calls, checked at the workflow's door (docs/design/contracts.md §2); `loadProcedure` checks the definition itself.
import { runFields } from '../run/input.js';
import { isArtifactRef, isJson, isMapOf, isNumber, isObject, isOneOf, isShape, isText, type Check } from '../checks/input-check.js';
import { InputError } from '../errors/input-error.js';
import type { Variables } from '../run/json.js';
import type { ArtifactRef } from '../ui/observation.js';
import type { Action, Call } from './state.js';
import type { Called } from './register.js';

export interface ProcedureInput {
  /** The document, or its reference. */
  readonly definition: Readonly<Record<string, unknown>> | ArtifactRef;
  /** The digest that it must have. */
  readonly digest?: ArtifactRef;
  readonly initialVariables: Variables;
  /** Who answers a blocking checkpoint that does not say. */
  readonly answers: 'agent' | 'human';
  readonly by: 'agent' | 'human';
  /** Input of the agents and flows that do its steps: device, budget, guard, settings, models. */
  readonly run: Readonly<Record<string, unknown>>;
}

const variables = isMapOf(isJson);
const by = isOneOf('agent', 'human');

const input = isShape({
  definition: isObject,
  definitionRef: isArtifactRef,
  digest: isArtifactRef,
  initialVariables: variables,
  answers: by,
  by,
  ...runFields,
});

/** Throws `InputError`. */
export function parseProcedureInput(value: unknown): ProcedureInput {
  const given = input(value, 'input');
  const definition = given.definition ?? given.definitionRef;
  if (definition === undefined || (given.definition !== undefined && given.definitionRef !== undefined))
    throw new InputError('input.definition', given.definition, 'a definition, or definitionRef with one that is stored (one of the two)');
  return {
    definition,
    digest: given.digest,
    initialVariables: given.initialVariables ?? {},
    answers: given.answers ?? 'human',
    by: given.by ?? 'agent',
    run: Object.fromEntries(Object.entries(given).filter(([field]) => Object.hasOwn(runFields, field))),
  };
}

/** Allows an empty name: the register refuses unknown steps and options, and lists the valid ones. */
const name: Check<string> = (value, field) => {
  if (typeof value !== 'string') throw new InputError(field, value, 'a text');
  return value;
};
const called = { name: isText, revision: isNumber(0), by };
const bodies = {
  complete_step: isShape({ ...called, step_id: name, summary: (value: unknown) => String(value), outputs: variables }),
  skip_step: isShape({ ...called, step_id: name, reason: name }),
  respond_to_checkpoint: isShape({ ...called, checkpoint_id: name, option_id: name }),
  report_variables: isShape({ ...called, outputs: variables }),
  abort_workflow: isShape({ ...called, reason: name }),
} as const satisfies Record<Call, Check<unknown>>;
const needed: Readonly<Record<Call, readonly string[]>> = {
  complete_step: ['step_id'],
  skip_step: ['step_id'],
  respond_to_checkpoint: ['checkpoint_id', 'option_id'],
  report_variables: ['outputs'],
  abort_workflow: [],
};

/** The body of an update. Throws `InputError`. */
export function parseCall(call: Call, value: unknown): Called {
  const { name, revision, by: author = 'agent', ...body } = bodies[call](value ?? {}, call);
  for (const field of needed[call])
    if (!Object.hasOwn(body, field)) throw new InputError(`${call}.${field}`, undefined, 'a value: the call requires it');
  return {
    action: { summary: call === 'complete_step' ? '' : undefined, ...body, call, by: author } as Action,
    name,
    revision,
  };
}
