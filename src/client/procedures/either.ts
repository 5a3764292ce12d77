// Both carriers behind the same calls: a run begins with one of them, and its state says which.
import { TokenError, type Tokens } from '../../ports/tokens.js';
import type { ProcedureCalls, Stated } from './calls.js';
import type { Handle } from './durable.js';
import type { Carried } from './stateless.js';

export interface Carriers {
  readonly durable: ProcedureCalls;
  readonly stateless: ProcedureCalls;
  /** Where runs begin. */
  readonly begin: 'durable' | 'stateless';
  readonly tokens: Tokens;
}

export function createEitherCalls({ durable, stateless, begin, tokens }: Carriers): ProcedureCalls {
  const first = begin === 'durable' ? durable : stateless;
  /** Either carrier refuses a state that was not sealed here. */
  const of = ({ state }: Stated): ProcedureCalls => {
    const sealed = sealedIn(tokens, state);
    if (!sealed) return first;
    return sealed.kind === 'handle' ? durable : stateless;
  };
  return {
    list_workflows: () => first.list_workflows(),
    describe_workflow: (asked) => first.describe_workflow(asked),
    start_workflow: (asked) => first.start_workflow(asked),
    get_position: (asked) => of(asked).get_position(asked),
    get_available_actions: (asked) => of(asked).get_available_actions(asked),
    complete_step: (asked) => of(asked).complete_step(asked),
    skip_step: (asked) => of(asked).skip_step(asked),
    respond_to_checkpoint: (asked) => of(asked).respond_to_checkpoint(asked),
    report_variables: (asked) => of(asked).report_variables(asked),
    abort_workflow: (asked) => of(asked).abort_workflow(asked),
  };
}

/** Undefined for what was not sealed here. */
export function sealedIn(tokens: Tokens, state: string): Handle | Carried | undefined {
  try {
    return tokens.open(state) as unknown as Handle | Carried; // carriers seal nothing else
  } catch (error) {
    if (error instanceof TokenError) return undefined;
    throw error;
  }
}
