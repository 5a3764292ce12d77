// Asking a person from a workflow (design §5): two doors, one reducer, a request that outlives restarts and continue-as-new.
//
// Q1. Handlers change `state` and nothing else; the machine's event waits in `state.reply` for the main function.
// Q2. `SteadyhandState` and the current details say what is asked exactly while it is asked.
import { condition, setCurrentDetails, setHandler, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { detailsBytes, fitBytes } from '../../domain/fit-bytes.js';
import { describeRequest } from '../../domain/human/details.js';
import { parseAnswer, parseConfirm, type ParsedMessage } from '../../domain/human/message.js';
import { isRequestFor, receive, stateWhileAsking, type Ask, type PendingRequest, type Reception } from '../../domain/human/requests.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { answerSignal, answerUpdate, confirmSignal, confirmUpdate, steadyhandState, type ChildAsks } from '../messages.js';
import { createUpdatesOnce, type TakenUpdates } from './updates-once.js';

export interface PeopleState extends TakenUpdates {
  pending?: PendingRequest;
  /** The accepted answer, until the main function takes it. */
  reply?: Reply;
  /** Counts requests over the whole chain: ids are never used twice. */
  asked: number;
  /** What the last refused message was told. */
  refusal?: string;
  /** Whether the search attribute says that something waits. */
  shown: 'RUNNING' | 'PENDING' | 'CONFIRM';
}

export type Reply = Extract<Reception, { accepted: true }>['event'] | { readonly type: 'timed-out' };

export const nobodyAsked: PeopleState = { asked: 0, shown: 'RUNNING' };

export interface People {
  /** Puts the question (once: the same may be pending already, carried over) and waits. `undefined`: not answered yet, but `interrupted()` wants the workflow elsewhere. */
  ask(ask: Ask, screenshot: ArtifactRef | undefined, options: AskOptions): Promise<Reply | undefined>;
  /** What was carried over is asked no more. */
  withdraw(): Promise<void>;
  show(details: string): void;
  /** An accepted answer waits to be taken. */
  readonly replied: boolean;
}

export interface AskOptions {
  readonly timeoutMs: number | undefined;
  readonly interrupted: () => boolean;
  /** After so long the device is given back, once. Absent: there is none. */
  readonly longWait?: { readonly afterMs: number; readonly release: () => Promise<void> };
}

/** Beside whom a workflow stands. */
export interface Around {
  /** Takes signals that are not for this workflow (a parent's, for its child) and says whether it did. */
  readonly forward?: (message: ParsedMessage) => boolean;
  /** Where an Update must be sent instead. */
  readonly refuseUpdate?: () => string | undefined;
  /** The parent hears what is asked, and that it is asked no more. */
  readonly tell?: (asks: Pick<ChildAsks, 'request'>) => Promise<void>;
}

/** At the beginning of a run: from then on `People` says it. */
export function showRunning(): void {
  upsertSearchAttributes([{ key: steadyhandState, value: 'RUNNING' }]);
}

/** Registers the handlers at once. */
export function createPeople(state: PeopleState, { forward, refuseUpdate, tell }: Around): People {
  const { workflowId } = workflowInfo();
  /** A child's requests carry its name (`app-2.c1`, `flow-1/app-1.q1`), so that a word for one child never reaches the next. */
  const child = /\/((?:flow-\d+\/)*[^/]*)$/.exec(workflowId)?.[1];
  const prefix = child === undefined ? '' : `${child}.`;

  function decide(message: ParsedMessage): Reception {
    if (message.type === 'malformed') return { accepted: false, text: message.text };
    return receive(state.reply === undefined ? state.pending : undefined, message);
  }

  function accept(message: ParsedMessage): string {
    const reception = decide(message);
    if (!reception.accepted) throw new TypeError(reception.text); // the validator has refused it before
    state.reply = reception.event;
    delete state.refusal;
    return reception.event.type === 'answered'
      ? 'The answer is accepted; the run goes on.'
      : reception.event.approved
        ? 'Approved; the run goes on.'
        : 'Rejected; nothing is executed.';
  }

  function bySignal(message: ParsedMessage): void {
    const reception = decide(message);
    if (reception.accepted) {
      accept(message);
      return;
    }
    if (forward?.(message)) return;
    state.refusal = reception.text;
    showPending();
  }

  function validate(message: ParsedMessage): void {
    const elsewhere = refuseUpdate?.();
    if (elsewhere !== undefined) throw new Error(elsewhere);
    const reception = decide(message);
    if (!reception.accepted) throw new Error(reception.text);
  }

  setHandler(answerSignal, (body) => bySignal(parseAnswer(body)), {
    description: 'Answers a pending question: {"requestId": "…", "answers": ["…"]}',
  });
  setHandler(confirmSignal, (body) => bySignal(parseConfirm(body)), {
    description: 'Approves or rejects a held action: {"requestId": "…", "approved": true | false}',
  });
  const once = createUpdatesOnce(state);
  setHandler(answerUpdate, (body) => once.take(() => accept(parseAnswer(body))), {
    validator: (body) => once.validate(() => validate(parseAnswer(body))),
    description: 'Like the signal, and says at once whether the answer was accepted',
  });
  setHandler(confirmUpdate, (body) => once.take(() => accept(parseConfirm(body))), {
    validator: (body) => once.validate(() => validate(parseConfirm(body))),
    description: 'Like the signal, and says at once whether the word was accepted',
  });

  function show(details: string): void {
    setCurrentDetails(
      fitBytes(state.refusal === undefined ? details : `${details}\n\n> The last message was ignored: ${state.refusal}`, detailsBytes),
    );
  }

  function showPending(): void {
    if (state.pending) show(describeRequest(state.pending, workflowId));
  }

  function attribute(value: PeopleState['shown']): void {
    if (state.shown === value) return;
    state.shown = value;
    upsertSearchAttributes([{ key: steadyhandState, value }]);
  }

  async function answer({ askedAt }: PendingRequest, options: AskOptions): Promise<Reply | undefined> {
    const { timeoutMs, interrupted, longWait } = options;
    attribute(stateWhileAsking(state.pending));
    showPending();
    const asked = Date.parse(askedAt);
    const answered = (): boolean => state.reply !== undefined;
    const done = (): boolean => answered() || interrupted();
    const until = (afterMs: number): number => Math.max(1, asked + afterMs - Date.now());
    // Two waits at most: until the device is given back, and until the request's own end.
    if (longWait && (timeoutMs === undefined || timeoutMs > longWait.afterMs)) {
      if (!(await condition(done, until(longWait.afterMs), { summary: 'until the device is given back' }))) await longWait.release();
    }
    if (!done()) {
      if (timeoutMs === undefined) await condition(done);
      else if (!(await condition(done, until(timeoutMs), { summary: 'until the run goes on without an answer' })))
        state.reply = { type: 'timed-out' };
    }
    const { reply } = state;
    if (reply) close();
    return reply;
  }

  function close(): void {
    delete state.reply;
    delete state.pending;
    delete state.refusal;
    attribute('RUNNING');
  }

  async function withdraw(): Promise<void> {
    if (!state.pending) return;
    close();
    await tell?.({});
  }

  return {
    show,
    withdraw,
    get replied() {
      return state.reply !== undefined;
    },
    async ask(ask, screenshot, options) {
      if (state.pending && !isRequestFor(state.pending, ask)) await withdraw();
      const carriedOver = state.pending !== undefined;
      const pending = (state.pending ??= pendingRequest(
        ask,
        screenshot,
        `${prefix}${ask.kind === 'question' ? 'q' : 'c'}${++state.asked}`,
        new Date().toISOString(),
      ));
      const answering = answer(pending, options);
      if (!carriedOver) await tell?.({ request: pending });
      const reply = await answering;
      if (reply) await tell?.({});
      return reply;
    },
  };
}

function pendingRequest(ask: Ask, screenshot: ArtifactRef | undefined, requestId: string, askedAt: string): PendingRequest {
  switch (ask.kind) {
    case 'question':
      return { kind: 'question', requestId, askedAt, questions: ask.questions, ...(ask.options ? { options: ask.options } : {}) };
    case 'confirmation':
      return {
        kind: 'confirmation',
        requestId,
        askedAt,
        reason: ask.reason,
        actions: ask.actions.map(({ function: name, args, target }) => ({
          function: name,
          args,
          ...(target ? { target: { label: target.label, role: target.role, name: target.name } } : {}),
        })),
        ...(screenshot ? { screenshot } : {}),
      };
  }
}
