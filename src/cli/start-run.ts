// What `run`, `flow run` and `explore` print when they start a run.
import type { Run } from '../client/run.js';
import { shellQuote } from '../client/text.js';
import { taskQueue } from '../workflows/messages.js';
import type { CliContext } from './context.js';
import { Option } from 'commander';
import type { StartOptions } from '../client/inputs.js';
import { keptHeaders, type TraceHeaders } from '../domain/telemetry/trace-context.js';

/** Only warnings: the run starts all the same, and waits in its queue for a worker. */
export async function warnWhatIsMissing({ steadyhand, terminal, program }: CliContext, kind: string): Promise<void> {
  const warn = (text: string): void => terminal.warn(`${terminal.colors.yellow('warning')} ${text}`);
  const missing = await steadyhand.missingFor(kind);
  if (missing === 'worker') warn(`No worker polls '${taskQueue}', so the run waits: start one with \`${program} up\`.`);
  if (missing === 'version')
    warn(`No worker that runs is of the version that new runs begin on, so the run waits: \`${program} doctor\` says which one that is.`);
  if (missing === 'device') warn(`No worker has a free '${kind}' device at the moment, so the run waits for one.`);
}

export function announce({ terminal, program }: CliContext, { id, title, ui }: Run<unknown>, show?: 'show' | 'flow show'): void {
  const { bold, dim, cyan } = terminal.colors;
  terminal.print(`${bold(id)} ${title ?? ''}`.trimEnd());
  if (ui) terminal.print(cyan(ui));
  if (show) terminal.print(dim(`${program} ${show} ${shellQuote(id)}`));
}

/** What `--json` prints for a started run. */
export function startedJson({ id, title, runId, ui }: Run<unknown>): object {
  return { id, title, runId, ui };
}

/** Steps and questions go to stderr, so that stdout is the one object. */
export function quiet(context: CliContext): CliContext {
  return Object.assign(Object.create(context) as CliContext, {
    terminal: { ...context.terminal, interactive: false, print: context.terminal.warn },
  });
}

// The trace of who calls the command line: an option, or OpenTelemetry's environment variables.

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
