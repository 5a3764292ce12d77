// Asking a person from a workflow: two doors, one reducer, a request that outlives restarts and continue-as-new.
//
// people-1. Handlers change `state` and nothing else; the machine's event waits in `state.reply` for the main function.
// people-2. `SteadyhandState` and the current details say what is asked exactly while it is asked.
// people-3. A confirmation that an earlier approval covers is not asked: the reply says which approval it was.
// people-4. A request's id cannot be guessed (domain/human/request-id.ts). What is asked stands in history: with whoever is told, or where the id is drawn.
// people-5. While somebody has the wheel no answer is passed on, no time runs out and no device is given back.
import { condition, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { isRequestFor, stateWhileAsking, type Ask, type PendingRequest } from '../../domain/human/requests.js';
import { approvedBefore } from '../../domain/human/approvals.js';
import { requestIdOf } from '../../domain/human/request-id.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { isToContinueAsNew } from '../engine/another-part.js';
import { hearPeople, type Hands } from './hear-people.js';
import { show, showPending, showState, type PeopleState, type Reply } from './people-state.js';
import { startTelling } from './telling.js';
import { engineHere, measure } from '../engine/measures.js';

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
  readonly asker?: string;
  readonly timeoutMs: number | undefined;
  readonly interrupted: () => boolean;
  /** Gives the device back after that time, once. Absent: there is none. */
  readonly longWait?: { readonly afterMs: number; readonly release: () => Promise<void> };
}

/** Registers the handlers at once. */
export function createPeople(state: PeopleState, hands: Hands = noHands): People {
  const { workflowId: run } = workflowInfo();
  hearPeople(state);

  function withdraw(): void {
    if (state.pending) close(state);
  }

  async function nextId(ask: Ask, screenshot: ArtifactRef | undefined, asker: string): Promise<string> {
    const { kind } = ask;
    const child = partOf(asker);
    const asked = { number: state.asked + 1, child, request: pendingRequest(ask, screenshot, '', '') };
    const { secret, tell: targets } = await drawRequestSecret(asked);
    if (targets > 0) state.untold = Array.from({ length: targets }, (_, target) => target);
    return requestIdOf({ child, kind, number: ++state.asked, secret });
  }

  return {
    show: (details) => show(state, details),
    withdraw,
    get replied() {
      return state.reply !== undefined;
    },
    async ask(ask, screenshot, options) {
      if (state.pending && !isRequestFor(state.pending, ask)) withdraw();
      const carriedOver = state.pending !== undefined;
      const remembering = carriedOver || ask.kind !== 'confirmation' ? undefined : ask.remembering;
      const before = approvedBefore(state.approvals ?? [], remembering, new Date().toISOString());
      if (before) {
        measureRemembered();
        return { type: 'confirmed', approved: true, note: '', before };
      }
      if (!carriedOver) measureAsked(ask.kind);
      const pending = (state.pending ??= pendingRequest(
        ask,
        screenshot,
        await nextId(ask, screenshot, options.asker ?? run),
        new Date().toISOString(),
      ));
      const telling = startTelling(state, pending);
      const answering = answer(state, pending, options, hands);
      // Whoever is to be told may be gone, and a cancellation come with that: the wait would fail with nobody to hear it, and its task again and again.
      answering.catch(() => undefined);
      const reply = await answering;
      const stopped = telling.stop();
      // What is carried over has to say who was told.
      if (!reply && (isToContinueAsNew() || hands.full())) await stopped;
      if (reply) measureReply(pending, reply);
      else if (hands.settle(pending)) withdraw();
      return reply;
    },
  };
}

/** Not a local activity: with a cache of no workflows the SDK loses its workflow task, and the run waits until that times out. */
const { drawRequestSecret } = proxyActivities<Pick<Activities, 'drawRequestSecret'>>({
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '5 seconds' },
  summary: 'an id that nobody can guess',
});

/** The requests of a part of a run carry its name (`app-2.c1-…`, `flow-1/app-1.q1-…`), so that an answer for one part never reaches the next. */
function partOf(asker: string): string | undefined {
  return /\/((?:flow-\d+\/)*[^/]*)$/.exec(asker)?.[1];
}

const noHands: Hands = { held: () => false, full: () => false, settle: () => false };

async function answer(state: PeopleState, pending: PendingRequest, options: AskOptions, hands: Hands): Promise<Reply | undefined> {
  const { timeoutMs, interrupted, longWait } = options;
  showState(state, stateWhileAsking(state.pending));
  showPending(state);
  let asked = Date.parse(pending.askedAt);
  const done = (): boolean => (state.reply !== undefined && !hands.held()) || interrupted() || hands.full() || hands.settle(pending);
  const until = (afterMs: number): number => Math.max(1, asked + afterMs - Date.now());
  /** people-5: after a hold its time begins anew. */
  const isOver = async (afterMs: number, summary: string): Promise<boolean> => {
    for (;;) {
      if (await condition(done, until(afterMs), { summary })) return false;
      if (!hands.held()) return true;
      await condition(() => done() || !hands.held());
      if (done()) return false;
      asked = Date.now();
    }
  };
  // Two waits at most: until the device is given back, and until the request times out.
  if (longWait && (timeoutMs === undefined || timeoutMs > longWait.afterMs)) {
    if (await isOver(longWait.afterMs, 'until the device is given back')) await longWait.release();
  }
  if (!done()) {
    if (timeoutMs === undefined) await condition(done);
    else if (await isOver(timeoutMs, 'until the run goes on without an answer')) state.reply = { type: 'timed-out' };
  }
  const { reply } = state;
  if (!reply || hands.held()) return undefined;
  close(state);
  return reply;
}

function close(state: PeopleState): void {
  delete state.reply;
  delete state.pending;
  delete state.refusal;
  delete state.untold;
  showState(state, 'RUNNING');
}

function pendingRequest(ask: Ask, screenshot: ArtifactRef | undefined, requestId: string, askedAt: string): PendingRequest {
  const picture = ask.kind === 'confirmation' ? (ask.facts?.picture ?? screenshot) : screenshot;
  switch (ask.kind) {
    case 'question':
      return {
        kind: 'question',
        requestId,
        askedAt,
        questions: ask.questions,
        options: ask.options,
        needsHands: ask.needsHands ? true : undefined,
      };
    case 'confirmation':
      return {
        kind: 'confirmation',
        requestId,
        askedAt,
        reason: ask.reason,
        actions: ask.actions.map(({ function: name, args, target }) => ({
          function: name,
          args,
          target: target ? { label: target.label, role: target.role, name: target.name } : undefined,
        })),
        screenshot: picture || undefined,
        facts: ask.facts,
        byModel: ask.byModel ? true : undefined,
        remembering: ask.remembering,
      };
  }
}

// What waiting for people adds to the worker's metrics.

function measureAsked(kind: PendingRequest['kind']): void {
  measure({ name: 'steadyhand_requests_total', value: 1, labels: { engine: engineHere(), kind } });
}

/** Nobody is asked: an earlier approval covers it. */
function measureRemembered(): void {
  measure({ name: 'steadyhand_approvals_total', value: 1, labels: { engine: engineHere(), answer: 'remembered' } });
}

/** Counted from when it was asked, over continue-as-new and restarts. */
function measureReply({ kind, askedAt }: PendingRequest, reply: Reply): void {
  const engine = engineHere();
  const seconds = Math.max(0, Date.now() - Date.parse(askedAt)) / 1_000;
  measure({ name: 'steadyhand_people_wait_seconds', value: seconds, labels: { engine, kind } });
  if (kind === 'confirmation') measure({ name: 'steadyhand_approvals_total', value: 1, labels: { engine, answer: answerOf(reply) } });
}

function answerOf(reply: Reply): string {
  if (reply.type === 'confirmed') return reply.approved ? 'approved' : 'rejected';
  return reply.type;
}
