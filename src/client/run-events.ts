// What happens in a run, as events: from its first step to its end, across restarts of workers and outages of the server.
//
// events-1. Read-only: a listener that stops changes nothing in the run.
// events-2. Each listener gets an event once, in the order in which things became known; a late listener gets everything from the beginning.
// events-3. A request that was answered, in whatever way, is followed by `answered`, before the next `asked`.
import { isUnreachable, requireRunId } from './errors.js';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, type WorkflowHandle, WorkflowNotFoundError } from '@temporalio/client';
import type { QueryDefinition } from '@temporalio/common';
import type { PendingRequest } from '../domain/human/requests.js';
import type { ReportCard } from '../domain/report/report.schema.js';
import {
  frontierQuery,
  positionQuery,
  procedureQuery,
  type FlowPosition,
  type FrontierView,
  type ProcedureView,
} from '../workflows/messages.js';
import type { ClientContext } from './context.js';
import { openRequestOf, type OpenRequest, queryProgress } from './requests.js';
import { type RunEnd, runEnd } from './run-end.js';
import { flowType, procedureType } from './runs.js';
import { createCardReader } from './report/card-reader.js';

export type RunEvent<R = unknown> =
  /**
   * A card of its report is complete: of a step, a node, an entry, or what a person did by hand. Cards are read from the data folder that workers and this
   * client share (STEADYHAND_SHARED); without it there are none.
   */
  | { readonly type: 'card'; readonly card: ReportCard }
  /** A flow has visited more nodes. */
  | { readonly type: 'position'; readonly position: FlowPosition }
  /** An explorer has taken more steps. */
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
  /** Polling interval; 500 ms by default. */
  readonly everyMs?: number;
}

const queryTimeoutMs = 10_000;

/** Ends after `ended`. Throws the client's error when there is no such run. */
export async function* runEvents(
  context: ClientContext,
  id: string,
  { signal, everyMs = 500 }: EventOptions = {},
): AsyncGenerator<RunEvent> {
  requireRunId(id, context.program);
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
  const newCards = createCardReader(context, id);
  const requests = newRequests();
  let engine: ((client: Client) => Promise<readonly RunEvent[]>) | undefined;
  return async () => {
    const client = await context.client();
    const handle = client.workflow.getHandle(id);
    const { type, execution, end } = await endOf(client, handle, signal);
    engine ??= newsOf(type, id);
    const news = await engine(client);
    const asking = end ? undefined : await waitingFor(client, id);
    const procedure = news.find((event) => event.type === 'procedure')?.procedure;
    const hasMoved = news.some((event) => event.type === 'position');
    const cards = await newCards({ type, execution, isOver: end !== undefined, asking, hasMoved, procedure });
    const told = [...cards.map((card) => ({ type: 'card', card }) as const), ...news, ...requests(asking)];
    return end ? [...told, { type: 'ended', end }] : told;
  };
}

/** Without `end` while the run goes on, even in a later execution than the one observed. */
async function endOf(
  client: Client,
  handle: WorkflowHandle,
  signal: AbortSignal | undefined,
): Promise<{ readonly type: string; readonly execution: string; readonly end?: RunEnd }> {
  const { closeTime, runId: execution, status, type } = await abortable(client, signal, () => handle.describe());
  const goesOn = closeTime === undefined || status.name === 'CONTINUED_AS_NEW';
  return goesOn ? { type, execution } : { type, execution, end: await runEnd(handle) };
}

/**
 * Uses its own signal: the SDK never removes the listener that it adds to a signal for each call. A single wait for the result makes one call every
 * 20 s, for as long as the run lasts.
 */
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

/** Also undefined while no worker answers, or none that knows this kind of run. */
async function waitingFor(client: Client, id: string): Promise<OpenRequest | undefined> {
  try {
    return openRequestOf(id, await queryProgress(client, id));
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw error;
    return undefined;
  }
}

/** events-3 */
function newRequests(): (asking: OpenRequest | undefined) => readonly RunEvent[] {
  let current: string | undefined;
  return (asking) => {
    if (asking?.request.requestId === current) return [];
    const answered = current === undefined ? [] : [{ type: 'answered', requestId: current } as const];
    current = asking?.request.requestId;
    return asking ? [...answered, { type: 'asked', request: asking.request, asker: asking.asker }] : answered;
  };
}

/** Events of this engine only, reported whenever it has got further. While no worker answers, there are none. */
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

/** The cards alone. */
export async function* runCards(context: ClientContext, id: string, options?: EventOptions): AsyncGenerator<ReportCard> {
  for await (const event of runEvents(context, id, options)) if (event.type === 'card') yield event.card;
}
