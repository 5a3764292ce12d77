// Runs for workflows of other namespaces.
//
// nexus-1. The id of a run is made of the request's, which is the same when Temporal delivers it again: the run is begun once.
// nexus-2. It is part of the trace that the request's headers carry.
// nexus-3. Whoever may call is the endpoint's matter, which an operator of the server creates; without one nobody calls.
// nexus-4. Where payloads are encrypted, an input in plain text is refused: its caller has no key, could not read the result either, and would stand still on it.
import { ApplicationFailure, type DataConverter, type PayloadCodec } from '@temporalio/common';
import { startWorkflow, WorkflowRunOperationHandler } from '@temporalio/nexus';
import * as nexus from 'nexus-rpc';
import { isEncrypted } from '../adapters/encryption/payload-codec.js';
import { inPlainFailure } from '../domain/errors/errors.js';
import { InputError } from '../domain/errors/input-error.js';
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

/** nexus-4. */
export function callersDataConverter({ payloadCodecs = [], ...rest }: DataConverter): DataConverter {
  return { ...rest, payloadCodecs: [...payloadCodecs, encryptedAlone] };
}

/** Asked before the others when something is read. */
const encryptedAlone: PayloadCodec = {
  encode: (payloads) => Promise.resolve(payloads),
  decode: (payloads) => (payloads.every(isEncrypted) ? Promise.resolve(payloads) : Promise.reject(withoutKeys())),
};

function withoutKeys(): ApplicationFailure {
  return ApplicationFailure.create({
    type: inPlainFailure,
    nonRetryable: true,
    message:
      'Payloads are encrypted here, and the input of this operation is not: give the Worker that calls it the keys, by `dataConverter: await openDataConverter()` of steadyhand.',
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
