// The calls of procedures by one of both carriers, for tests of that one.
import { createDurableRuns, type DurableOptions } from '../../src/client/procedures/durable.js';
import { createProcedureCalls, type ProcedureCallsOptions } from '../../src/client/procedures/procedure-calls.js';
import { createStatelessRuns, type StatelessOptions } from '../../src/client/procedures/stateless.js';

type Doors = Pick<ProcedureCallsOptions, 'loaded' | 'tokens'>;

const never = (): never => {
  throw new Error('this carrier is not the one that is tested');
};

export function statelessCalls({ loaded, tokens, by, ...options }: Doors & StatelessOptions) {
  const durable = createDurableRuns({ client: never, newId: never, answers: 'agent', by });
  return createProcedureCalls({ loaded, tokens, durable, stateless: createStatelessRuns({ by, ...options }), begin: 'stateless' });
}

export function durableCalls({ loaded, tokens, by, ...options }: Doors & DurableOptions) {
  const stateless = createStatelessRuns({ artifacts: { putJson: never }, now: never, by });
  return createProcedureCalls({ loaded, tokens, durable: createDurableRuns({ by, ...options }), stateless, begin: 'durable' });
}
