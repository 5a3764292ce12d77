// The input of `flow` as people write it (docs/design/contracts.md §2), checked at the workflow's door; `resolveFlow` validates the document itself.
import { runAliases, runFields, runInputOf, type RunInput } from '../run/input.js';
import { isArtifactRef, isJson, isMapOf, isObject, isOneOf, isShape, type Check } from '../checks/input-check.js';
import { InputError } from '../errors/input-error.js';
import type { ArtifactRef } from '../ui/observation.js';
import type { HealMode } from './heal.js';
import type { GivenFlow } from './requests.js';
import type { Variables } from '../run/json.js';

export interface FlowInput {
  readonly flow: GivenFlow;
  /** Flows that nodes run, by name. */
  readonly flows: Readonly<Record<string, GivenFlow>>;
  readonly variables: Variables;
  /** Absent: `ask` where a model is configured, else `never`. */
  readonly heal?: HealMode;
  /** Absent: nobody takes over. */
  readonly fallback?: 'agent';
  readonly run: RunInput;
}

const givenFlow: Check<GivenFlow> = (value, field) => (typeof value === 'string' ? isArtifactRef : isObject)(value, field);

const flowInput = isShape(
  {
    flow: isObject,
    flowRef: isArtifactRef,
    flows: isMapOf(givenFlow),
    variables: isMapOf(isJson),
    heal: isOneOf('never', 'ask', 'auto'),
    fallback: isOneOf('agent'),
    ...runFields,
  },
  runAliases,
);

/** Throws `InputError`. */
export function parseFlowInput(value: unknown): FlowInput {
  const given = flowInput(value, 'input');
  if ((given.flow === undefined) === (given.flowRef === undefined))
    throw new InputError('input.flow', given.flow, 'a flow document, or flowRef with one that is stored (one of the two)');
  return {
    flow: given.flow ?? (given.flowRef as ArtifactRef),
    flows: given.flows ?? {},
    variables: given.variables ?? {},
    heal: given.heal,
    fallback: given.fallback,
    run: runInputOf(given),
  };
}
