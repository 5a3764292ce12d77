// The trace of who calls the command line: an option, or OpenTelemetry's environment variables.
import { Option } from 'commander';
import type { StartOptions } from '../client/inputs.js';
import { keptHeaders, type TraceHeaders } from '../domain/telemetry/trace-context.js';
import type { CliContext } from './context.js';

export interface CallerOptions {
  readonly id?: string;
  readonly traceparent?: string;
}

export function traceparentOption(): Option {
  return new Option('--traceparent <context>', "the caller's trace, by W3C; the run is part of it (default: the variable TRACEPARENT)");
}

/** A variable that is not valid is ignored, as W3C wants it; an option that is not is refused when the run is started. */
export function traceOf({ env }: Pick<CliContext, 'env'>, { traceparent }: CallerOptions): { readonly trace?: TraceHeaders } {
  const { TRACEPARENT, TRACESTATE, BAGGAGE } = env;
  const around = keptHeaders({
    traceparent: TRACEPARENT,
    tracestate: TRACESTATE,
    baggage: BAGGAGE,
  });
  if (traceparent === undefined) return around ? { trace: around } : {};
  return { trace: { traceparent, baggage: around?.baggage === undefined ? undefined : around.baggage } };
}

export function startOptions(context: Pick<CliContext, 'env'>, options: CallerOptions): StartOptions {
  return { id: options.id, ...traceOf(context, options) };
}
