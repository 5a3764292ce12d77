// Asking a person from a workflow: two doors, one reducer, a request that outlives restarts and continue-as-new.
//
// people-1. Handlers change `state` and nothing else; the machine's event waits in `state.reply` for the main function.
// people-2. `SteadyhandState` and the current details say what is asked exactly while it is asked.
// people-3. A confirmation that an earlier approval covers is not asked: the reply says which approval it was.
// people-4. A request's id cannot be guessed (domain/human/request-id.ts). What is asked stands in history: with whoever is told, or where the id is drawn.
// people-5. While somebody has taken over no answer is passed on, no time runs out and no device is given back.
// people-6. Whom to tell that it is asked is decided once a question, by the worker that draws its id, and stands in the history: where nobody is configured there
//     is no command of this. Who was told, or refuses it, is not told again, whatever is restarted; what had not got through is carried over a continue-as-new.
//     Once it is answered or withdrawn, nobody is told of it any more.
import {
  ActivityCancellationType,
  ActivityFailure,
  CancellationScope,
  condition,
  isCancellation,
  proxyActivities,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { approvedBefore } from '../../domain/human/approvals.js';
import { requestWords } from '../../domain/human/details.js';
import { askingOf } from '../../domain/human/notice.js';
import { visibleLine } from '../../domain/text/visible-text.js';
import { requestIdOf } from '../../domain/human/request-id.js';
import { isRequestFor, type Ask, type PendingRequest } from '../../domain/human/requests.js';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { isToContinueAsNew } from '../engine/continue-as-new.js';
import { engineHere, measure } from '../engine/measures.js';
import { handlePeople, show, type PeopleState, type Reply } from './people-state.js';

export interface People {
  /** Asks (once: a request that was carried over may already be pending) and waits. `undefined`: `interrupted()` came before an answer. */
  ask(ask: Ask, screenshot: ArtifactRef | undefined, options: AskOptions): Promise<Reply | undefined>;
  /** Withdraws a request that was carried over. */
  withdraw(): void;
  show(details: string): void;
  /** Whether an accepted answer is waiting to be taken. */
  readonly replied: boolean;
}

export interface AskOptions {
  /** The frame that asks, by its name; absent: the run itself. */
  readonly byFrame?: string;
  readonly timeoutMs: number | undefined;
  readonly interrupted: () => boolean;
  /** Gives the device back after that time, once. Absent: there is none. */
  readonly longWait?: { readonly afterMs: number; readonly release: () => Promise<void> };
}

/** What a request knows of a person who takes over. */
export interface TakeOverSight {
  held(): boolean;
  /** The run has to continue as new, with the hold as it is. */
  full(): boolean;
  /** Handing back has settled it. */
  settle(pending: PendingRequest): boolean;
}

const nobodyTakesOver: TakeOverSight = { held: () => false, full: () => false, settle: () => false };

/** Registers the handlers at once. */
export function createPeople(state: PeopleState, takeOver: TakeOverSight = nobodyTakesOver): People {
  handlePeople(state);

  function withdraw(): void {
    if (state.pending) close(state);
  }

  return {
    show(details) {
      state.headline = details;
      show(state);
    },
    withdraw,
    get replied() {
      return state.reply !== undefined;
    },
    async ask(ask, screenshot, options) {
      if (state.pending && !isRequestFor(state.pending, ask)) withdraw();
      if (!state.pending) {
        const before = approvedBefore(
          state.approvals ?? [],
          ask.kind === 'confirmation' ? ask.remembering : undefined,
          new Date().toISOString(),
        );
        if (before) {
          measureApproval('remembered');
          return { type: 'confirmed', approved: true, note: '', before };
        }
        measure({ name: 'steadyhand_requests_total', value: 1, labels: { engine: engineHere(), kind: ask.kind } });
        state.pending = pendingRequest(ask, screenshot, await nextId(state, ask, screenshot, options.byFrame), new Date().toISOString());
      }
      const { pending } = state;
      const telling = startNotifying(state, pending);
      const answering = answer(state, pending, options, takeOver);
      // Whoever is to be told may be gone, and a cancellation come with that: the wait would fail with nobody to hear it, and its task again and again.
      answering.catch(() => undefined);
      const reply = await answering;
      const stopped = telling.stop();
      // What is carried over has to say who was told.
      if (!reply && (isToContinueAsNew() || takeOver.full())) await stopped;
      if (reply) measureReply(pending, reply);
      else if (takeOver.settle(pending)) withdraw();
      return reply;
    },
  };
}

async function answer(
  state: PeopleState,
  pending: PendingRequest,
  options: AskOptions,
  takeOver: TakeOverSight,
): Promise<Reply | undefined> {
  const { timeoutMs, interrupted, longWait } = options;
  show(state);
  let asked = Date.parse(pending.requestedAt);
  const done = (): boolean =>
    (state.reply !== undefined && !takeOver.held()) || interrupted() || takeOver.full() || takeOver.settle(pending);
  /** people-5: after a hold its time begins anew. */
  const isOver = async (afterMs: number, summary: string): Promise<boolean> => {
    for (;;) {
      if (await condition(done, Math.max(1, asked + afterMs - Date.now()), { summary })) return false;
      if (!takeOver.held()) return true;
      await condition(() => done() || !takeOver.held());
      if (done()) return false;
      asked = Date.now();
    }
  };
  if (longWait && (timeoutMs === undefined || timeoutMs > longWait.afterMs)) {
    if (await isOver(longWait.afterMs, 'until the device is given back')) await longWait.release();
  }
  if (!done()) {
    if (timeoutMs === undefined) await condition(done);
    else if (await isOver(timeoutMs, 'until the run goes on without an answer')) state.reply = { type: 'timed-out' };
  }
  const { reply } = state;
  if (!reply || takeOver.held()) return undefined;
  close(state);
  return reply;
}

function close(state: PeopleState): void {
  delete state.reply;
  delete state.pending;
  delete state.refusal;
  delete state.untold;
  show(state);
}

/** Not a local activity: with a cache of no workflows the SDK loses its workflow task, and the run waits until that times out. */
const drawing: ActivityOptions = {
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds' },
};

/** people-4, people-6. Requests of a part of a run carry its name (`app-2.c1-…`, `flow-1/app-1.q1-…`), so that an answer for one part never reaches the next. */
async function nextId(state: PeopleState, ask: Ask, screenshot: ArtifactRef | undefined, asker = ''): Promise<string> {
  const frameName = /\/((?:flow-\d+\/)*[^/]*)$/.exec(asker)?.[1];
  const asked = { number: state.requestCount + 1, frameName, request: pendingRequest(ask, screenshot, '', '') };
  // In Temporal's Web UI this is the line of the timeline that tells what is asked.
  const { about, actions } = requestWords(asked.request);
  const words = `${ask.kind === 'question' ? 'ask' : 'ask for approval'}: ${visibleLine([...actions, ...about].join('; '))}`;
  const { drawRequestSecret } = proxyActivities<Pick<Activities, 'drawRequestSecret'>>({
    ...drawing,
    summary: fitBytes(words, summaryBytes),
  });
  const { secret, tell: targets } = await drawRequestSecret(asked);
  if (targets > 0) state.untold = Array.from({ length: targets }, (_, target) => target);
  return requestIdOf({ frameName, kind: ask.kind, number: ++state.requestCount, secret });
}

function pendingRequest(ask: Ask, screenshot: ArtifactRef | undefined, requestId: string, requestedAt: string): PendingRequest {
  if (ask.kind === 'question') {
    const { kind, questions, options, needsHands } = ask;
    return { kind, requestId, requestedAt, questions, options, needsHands: needsHands ? true : undefined };
  }
  const { kind, reason, actions, facts, byModel, remembering } = ask;
  return {
    kind,
    requestId,
    requestedAt,
    reason,
    actions: actions.map(({ function: name, args, target }) => ({
      function: name,
      args,
      target: target ? { label: target.label, role: target.role, name: target.name } : undefined,
    })),
    screenshot: (facts?.picture ?? screenshot) || undefined,
    facts,
    byModel: byModel ? true : undefined,
    remembering,
  };
}

/** Someone who was asked weeks ago need not learn it today. */
const telling: ActivityOptions = {
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '3 days',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
  // One that is being sent may still arrive: it is known when it has ended.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
};

/** people-6. `stop` resolves when nothing is under way any more. */
function startNotifying(state: PeopleState, request: PendingRequest): { stop(): Promise<void> } {
  const scope = new CancellationScope();
  const under = (state.untold ?? []).map((target) =>
    scope
      .run(() => tell(state, request, target))
      .catch((error: unknown) => {
        if (!isCancellation(error)) throw error;
      }),
  );
  return {
    async stop() {
      scope.cancel();
      await Promise.all(under);
    },
  };
}

async function tell(state: PeopleState, request: PendingRequest, target: number): Promise<void> {
  const { workflowId: asker, root } = workflowInfo();
  const asking = askingOf(request, { run: root?.workflowId ?? asker, asker });
  const summary = fitBytes(`tell [${target}] that somebody is asked`, summaryBytes);
  const { notifyRequest } = proxyActivities<Pick<Activities, 'notifyRequest'>>({ ...telling, summary });
  const isOver = await notifyRequest({ target, asking }).then(() => true, isFinal);
  if (isOver) state.untold = (state.untold ?? []).filter((each) => each !== target);
}

/** An attempt that failed while it was given up, by a continue-as-new or an answer, would have been made again. */
function isFinal(error: unknown): boolean {
  return !isCancellation(error) && !(error instanceof ActivityFailure && error.retryState === 'CANCEL_REQUESTED');
}

/** The time is counted from when it was asked, over continue-as-new and restarts. */
function measureReply({ kind, requestedAt }: PendingRequest, reply: Reply): void {
  const seconds = Math.max(0, Date.now() - Date.parse(requestedAt)) / 1_000;
  measure({ name: 'steadyhand_people_wait_seconds', value: seconds, labels: { engine: engineHere(), kind } });
  if (kind !== 'confirmation') return;
  if (reply.type === 'confirmed') measureApproval(reply.approved ? 'approved' : 'rejected');
  else measureApproval(reply.type);
}

function measureApproval(answer: string): void {
  measure({ name: 'steadyhand_approvals_total', value: 1, labels: { engine: engineHere(), answer } });
}
