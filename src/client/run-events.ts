// What happens in a run, as events: from its first step to its end, over restarts of workers, and over a server that is away for a while.
//
// events-1. Only looking happens here: who stops listening changes nothing in the run.
// events-2. An event is told once to each listener, in the order in which things became known; a listener that comes late hears everything from the beginning.
// events-3. A request that somebody answered, through whatever door, is followed by `answered`, before the next `asked`.
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type WorkflowHandle, WorkflowNotFoundError } from '@temporalio/client';
import type { QueryDefinition } from '@temporalio/common';
import type { PendingRequest } from '../domain/human/requests.js';
import {
  frontierQuery,
  positionQuery,
  procedureQuery,
  type FlowPosition,
  type FrontierView,
  type ProcedureView,
} from '../workflows/messages.js';
import type { ClientContext } from './context.js';
import { isUnreachable } from './errors.js';
import { askedBy, type Asking, queryProgress } from './requests.js';
import { type RunEnd, runEnd } from './run-end.js';
import { flowType, procedureType } from './runs.js';
import { type Step, stepsOf } from './steps.js';

export type RunEvent<R = unknown> =
  /** A step of an agent is complete. Steps stand in the data folder that workers and this client share (STEADYHAND_SHARED); without it there are none. */
  | { readonly type: 'step'; readonly step: Step }
  /** What did not simply come back from a host, and what was done about it; one line, after the step that it belongs to. */
  | { readonly type: 'recovered'; readonly step: string; readonly text: string }
  /** A flow has visited more nodes. */
  | { readonly type: 'position'; readonly position: FlowPosition }
  /** An explorer has made more steps. */
  | { readonly type: 'frontier'; readonly frontier: FrontierView }
  /** A procedure has moved. */
  | { readonly type: 'procedure'; readonly procedure: ProcedureView }
  | { readonly type: 'asked'; readonly request: PendingRequest; readonly asker: string }
  | { readonly type: 'answered'; readonly requestId: string }
  /** The server does not answer; it is asked again until it does. */
  | { readonly type: 'disconnected' }
  | { readonly type: 'reconnected' }
  | { readonly type: 'ended'; readonly end: RunEnd<R> };

export interface EventOptions {
  /** Ends the iteration by throwing its reason. */
  readonly signal?: AbortSignal;
  /** Between two looks; 500 ms unless given. */
  readonly everyMs?: number;
}

const queryTimeoutMs = 10_000;

/** Ends after `ended`. Throws what the client throws where there is no such run. */
export async function* runEvents(
  context: ClientContext,
  id: string,
  { signal, everyMs = 500 }: EventOptions = {},
): AsyncGenerator<RunEvent> {
  const look = createLook(context, id, signal);
  let isAway = false;
  for (;;) {
    signal?.throwIfAborted();
    let found: Awaited<ReturnType<typeof look>> = [];
    try {
      found = await look();
      if (isAway) yield { type: 'reconnected' };
      isAway = false;
    } catch (error) {
      signal?.throwIfAborted();
      if (!isUnreachable(error)) throw error;
      if (!isAway) yield { type: 'disconnected' };
      isAway = true;
    }
    yield* found;
    if (found.at(-1)?.type === 'ended') return;
    await delay(everyMs, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
  }
}

/** What is new since the last look. */
function createLook(context: ClientContext, id: string, signal: AbortSignal | undefined): () => Promise<readonly RunEvent[]> {
  const steps = newSteps(context, id);
  const requests = newRequests();
  let engine: ((client: Client) => Promise<readonly RunEvent[]>) | undefined;
  return async () => {
    const client = await context.client();
    const handle = client.workflow.getHandle(id);
    const { type, end } = await endOf(client, handle, signal);
    engine ??= newsOf(type, id);
    const told = [...(await steps(end !== undefined)), ...(await engine(client))];
    if (end) return [...told, ...requests(undefined), { type: 'ended', end }];
    return [...told, ...requests(await waitingFor(client, id))];
  };
}

/** Without `end` while the run goes on, also in another execution than the one that was looked at. */
async function endOf(
  client: Client,
  handle: WorkflowHandle,
  signal: AbortSignal | undefined,
): Promise<{ readonly type: string; readonly end?: RunEnd }> {
  const { closeTime, status, type } = await abortable(client, signal, () => handle.describe());
  return closeTime === undefined || status.name === 'CONTINUED_AS_NEW' ? { type } : { type, end: await runEnd(handle) };
}

/** With a signal of its own: for each call that it makes the SDK leaves a listener on the signal for good. A single wait for the result makes one every 20 s, as long as the run lasts. */
async function abortable<T>(client: Client, signal: AbortSignal | undefined, call: () => Promise<T>): Promise<T> {
  if (!signal) return call();
  signal.throwIfAborted();
  const own = new AbortController();
  const abort = (): void => own.abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await client.withAbortSignal(own.signal, call);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Undefined also while no worker can say, or none that understands this run. */
async function waitingFor(client: Client, id: string): Promise<Asking | undefined> {
  try {
    return askedBy(id, await queryProgress(client, id));
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw error;
    return undefined;
  }
}

/** A run that is reset takes the same steps again. */
function nameOf({ key, at }: Step): string {
  return `${key} ${at}`;
}

/** A step is told once it is complete: when a later one has begun, or nothing more will come. */
function newSteps({ records }: ClientContext, id: string): (isLast: boolean) => Promise<readonly RunEvent[]> {
  const told = new Set<string>();
  return async (isLast) => {
    const fresh = stepsOf(await records().read(id)).filter((step) => !told.has(nameOf(step)) && (step.complete || isLast));
    return fresh.flatMap((step): readonly RunEvent[] => {
      told.add(nameOf(step));
      return [{ type: 'step', step }, ...step.recovery.map((text) => ({ type: 'recovered', step: step.key, text }) as const)];
    });
  };
}

/** events-3 */
function newRequests(): (asking: Asking | undefined) => readonly RunEvent[] {
  let current: string | undefined;
  return (asking) => {
    if (asking?.request.requestId === current) return [];
    const answered = current === undefined ? [] : [{ type: 'answered', requestId: current } as const];
    current = asking?.request.requestId;
    return asking ? [...answered, { type: 'asked', request: asking.request, asker: asking.asker }] : answered;
  };
}

/** What only this engine tells of itself, told again whenever it has got further. While no worker can say, there is nothing to tell. */
function newsOf(type: string, id: string): (client: Client) => Promise<readonly RunEvent[]> {
  switch (type) {
    case flowType:
      return whenMoved(
        id,
        positionQuery,
        ({ visits }) => visits,
        (position) => ({ type: 'position', position }),
      );
    case 'explorer':
      return whenMoved(
        id,
        frontierQuery,
        ({ steps }) => steps,
        (frontier) => ({ type: 'frontier', frontier }),
      );
    case procedureType:
      return whenMoved(
        id,
        procedureQuery,
        ({ revision }) => revision,
        (procedure) => ({ type: 'procedure', procedure }),
      );
    default:
      return () => Promise.resolve([]);
  }
}

function whenMoved<V>(
  id: string,
  query: QueryDefinition<V>,
  countOf: (view: V) => number,
  eventOf: (view: V) => RunEvent,
): (client: Client) => Promise<readonly RunEvent[]> {
  let last = 0;
  return async (client) => {
    const view = await client
      .withDeadline(Date.now() + queryTimeoutMs, () => client.workflow.getHandle(id).query(query))
      .catch(() => undefined);
    if (view === undefined || countOf(view) === last) return [];
    last = countOf(view);
    return [eventOf(view)];
  };
}
