// Starts a run that a person or a program asked for.
import { defined } from '../domain/collections.js';
import { ulid } from 'ulid';
import { temporalPriorityOf } from '../domain/run/queue-place.js';
import { traceMemo } from '../domain/telemetry/trace-context.js';
import { taskQueue } from '../workflows/messages.js';
import { callerTrace } from './caller-trace.js';
import type { ClientContext } from './context.js';
import type { Prepared, StartOptions } from './inputs.js';
import { createRun, type Run } from './run.js';
import { requireNewRunId } from './run-id.js';
import { newRunsAreTaken } from './deployment.js';
import { deviceIsOffered, recentPollers } from './server-facts.js';
import { clip, longestTitle } from './text.js';

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
