// Starts a run that a person or a program asked for.
import { defined } from '../domain/collections.js';
import { ulid } from 'ulid';
import { temporalPriorityOf } from '../domain/run/queue-place.js';
import { baggageEntries, callerOf, keptHeaders, type TraceHeaders, traceMemo } from '../domain/telemetry/trace-context.js';
import { taskQueue } from '../workflows/messages.js';
import type { ClientContext } from './context.js';
import type { Prepared, StartOptions } from './inputs.js';
import { createRun, type Run } from './run.js';
import { requireNewRunId } from './errors.js';
import { newRunsAreTaken } from './deployment.js';
import { deviceIsOffered, recentPollers } from './server-facts.js';
import { clip, longestTitle } from './text.js';
import { InputError } from '../domain/errors/input-error.js';

const idPrefix = { hostAgent: 'agent', flow: 'flow', explorer: 'explore' } as const satisfies Record<Prepared['type'], string>;

export async function startRun<R>(
  context: ClientContext,
  prepared: Prepared,
  options: StartOptions & { readonly memo?: Readonly<Record<string, unknown>> } = {},
): Promise<Run<R>> {
  const { trace: given, ...rest } = options;
  if (rest.id !== undefined) requireNewRunId(rest.id);
  const trace = await callerTrace(context, given);
  const started = runOptions(prepared, { unique: ulid().toLowerCase(), ...rest, trace });
  const { workflow } = await context.client();
  const handle = await workflow.start(prepared.type, started);
  return createRun(context, started.workflowId, { title: started.staticSummary, runId: handle.firstExecutionRunId });
}

/** How Temporal starts a run. `unique`: the end of its id, unless it has one; `trace`: valid. */
export function runOptions(
  { type, input, title: usual }: Prepared,
  {
    id: given,
    title: wanted,
    memo,
    trace,
    digest,
    unique,
  }: StartOptions & { readonly memo?: Readonly<Record<string, unknown>>; readonly unique: string },
) {
  const id = given ?? `${idPrefix[type]}-${unique}`;
  const title = clip(wanted ?? usual, longestTitle) || id;
  const priority = temporalPriorityOf(input);
  return {
    taskQueue,
    workflowId: id,
    args: [input] as [unknown],
    memo: { ...memo, ...(trace ? { [traceMemo]: trace } : {}), ...defined({ digest }), request: title },
    staticSummary: title,
    priority,
    workflowIdConflictPolicy: 'FAIL',
  } as const;
}

export type Missing = 'worker' | 'version' | 'device';

/** What a run would wait for if it were started now: any worker, one of the version that new runs begin on, or a free device of its kind. It is started all the same. */
export async function missingFor(context: Pick<ClientContext, 'client' | 'config'>, deviceKind: string): Promise<Missing | undefined> {
  const client = await context.client();
  const pollers = await recentPollers(client);
  if (pollers.length === 0) return 'worker';
  if (!(await newRunsAreTaken(client, context.config().deployment.name, pollers))) return 'version';
  return (await deviceIsOffered(client, deviceKind)) ? undefined : 'device';
}

// The trace of who starts a run: as the caller says, or the OpenTelemetry context that it is in.

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
