// The trace of a program that starts a run through the console (FL10), as its request carries it; a browser has none.
import type { IncomingHttpHeaders } from 'node:http';
import type { StartOptions } from '../client/inputs.js';
import { headersIn, keptHeaders } from '../domain/telemetry/trace-context.js';

export function traceOf({ headers }: { readonly headers: IncomingHttpHeaders }): Pick<StartOptions, 'trace'> {
  const trace = keptHeaders(headersIn(headers));
  return trace ? { trace } : {};
}
