// Starts a run that a person or a program asked for.
import { ulid } from 'ulid';
import { taskQueue } from '../workflows/messages.js';
import type { ClientContext } from './context.js';
import type { Prepared, StartOptions } from './inputs.js';
import { createRun, type Run } from './run.js';
import { deviceIsOffered, workerPolls } from './server-facts.js';
import { clip } from './text.js';

const idPrefix = { hostAgent: 'agent', flow: 'flow', explorer: 'explore' } as const satisfies Record<Prepared['type'], string>;

export async function startRun<R>(
  context: ClientContext,
  { type, input, title: usual }: Prepared,
  options: StartOptions & { readonly memo?: Readonly<Record<string, unknown>> } = {},
): Promise<Run<R>> {
  const id = options.id ?? `${idPrefix[type]}-${ulid().toLowerCase()}`;
  const title = clip(options.title ?? usual, 150) || id;
  const { workflow } = await context.client();
  const handle = await workflow.start(type, {
    taskQueue,
    workflowId: id,
    args: [input],
    memo: { ...options.memo, request: title },
    staticSummary: title,
    workflowIdConflictPolicy: 'FAIL',
  });
  return createRun(context, id, { title, runId: handle.firstExecutionRunId });
}

/** What a run would wait for if it were started now: any worker, or a free device of its kind. It is started all the same. */
export async function missingFor(context: ClientContext, deviceKind: string): Promise<'worker' | 'device' | undefined> {
  const client = await context.client();
  if (!(await workerPolls(client))) return 'worker';
  return (await deviceIsOffered(client, deviceKind)) ? undefined : 'device';
}
