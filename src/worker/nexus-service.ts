// Runs for workflows of other namespaces (FL23).
//
// nexus-1. The id of a run is made of the request's, which is the same when Temporal delivers it again: the run is begun once.
// nexus-2. It is part of the trace that the request's headers carry (FL10).
// nexus-3. Whoever may call is the endpoint's matter, which an operator of the server creates; without one nobody calls.
import { startWorkflow, WorkflowRunOperationHandler } from '@temporalio/nexus';
import * as nexus from 'nexus-rpc';
import { InputError } from '../domain/input-error.js';
import { prepareAgent, prepareExplorer, prepareFlow, type Prepared } from '../client/inputs.js';
import { runOptions } from '../client/run-start.js';
import { carriedTrace } from '../domain/telemetry/trace-context.js';
import { steadyhandService } from '../workflows/service.js';

export function createNexusService(): nexus.ServiceHandler {
  return nexus.serviceHandler(steadyhandService, {
    agent: operation(prepareAgent),
    flow: operation(prepareFlow),
    explorer: operation(prepareExplorer),
  });
}

function operation<I, O>(prepare: (input: I) => Prepared): WorkflowRunOperationHandler<I, O> {
  return new WorkflowRunOperationHandler<I, O>((context, input) => {
    const prepared = acceptable(() => prepare(input));
    const options = runOptions(prepared, { unique: context.requestId, ...carriedTrace(context.headers) });
    return startWorkflow<(input: unknown) => Promise<O>>(context, prepared.type, options);
  });
}

/** What no workflow would accept is refused at once, and not asked again. */
function acceptable(prepare: () => Prepared): Prepared {
  try {
    return prepare();
  } catch (error) {
    if (error instanceof InputError) throw new nexus.HandlerError('BAD_REQUEST', error.message, { cause: error });
    throw error;
  }
}
