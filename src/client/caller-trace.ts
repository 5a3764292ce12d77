// The trace of who starts a run: as the caller says, or the OpenTelemetry context that it is in.
import { InputError } from '../domain/errors/input-error.js';
import { baggageEntries, callerOf, keptHeaders, type TraceHeaders } from '../domain/telemetry/trace-context.js';
import type { ClientContext } from './context.js';

/** Undefined: the run's trace is its own. Throws `InputError` for what is given and is none; a context that is not valid is ignored, as W3C wants it. */
export async function callerTrace(
  { activeTrace }: Pick<ClientContext, 'activeTrace'>,
  given: TraceHeaders | undefined,
): Promise<TraceHeaders | undefined> {
  return given ? keptHeaders(checked(given)) : keptHeaders((await activeTrace?.()) ?? {});
}

function checked(given: TraceHeaders): TraceHeaders {
  const { traceparent, baggage = '' } = given;
  if (traceparent !== undefined && !callerOf(given))
    throw new InputError(
      'traceparent',
      traceparent,
      'a trace context of W3C, such as 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    );
  if (!baggageEntries(baggage))
    throw new InputError('baggage', baggage, 'baggage of W3C, such as tenant=acme,plan=gold: at most 64 entries and 8192 bytes');
  return given;
}

/** What the program's own OpenTelemetry would send along with a request; nothing where it has none. */
export async function activeTrace(): Promise<TraceHeaders> {
  // The context outlives the import: it follows asynchronous calls.
  const { context, propagation } = await import('@opentelemetry/api');
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
