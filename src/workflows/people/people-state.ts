// What a run keeps of people: the pending request, how it is shown, and how their messages answer it (people-1 and people-2 of people.ts).
import { setCurrentDetails, setHandler, upsertSearchAttributes, uuid4, workflowInfo, type SignalDefinition } from '@temporalio/workflow';
import type { UpdateDefinition } from '@temporalio/common';
import { remember, scopeText, type Approval } from '../../domain/human/approvals.js';
import { describeRequest } from '../../domain/human/details.js';
import { parseAnswer, parseConfirm, type ParsedMessage, type Remember } from '../../domain/human/message.js';
import { receive, stateOfRequest, type Confirmed, type PendingRequest, type Reception } from '../../domain/human/requests.js';
import { durationMs } from '../../domain/text/measures.js';
import { detailsBytes, fitBytes } from '../../domain/text/fit-bytes.js';
import { answerSignal, answerUpdate, confirmSignal, confirmUpdate, steadyhandState } from '../messages.js';
import { createUpdatesOnce, type SeenUpdates } from './updates-once.js';

export interface PeopleState extends SeenUpdates {
  pending?: PendingRequest;
  /** The accepted answer, until the main function takes it. */
  reply?: Reply;
  /** Those that are remembered for the run. Absent: none. */
  approvals?: readonly Approval[];
  /** Counts requests over the whole chain: ids are never used twice. */
  requestCount: number;
  /** Those who have not been told yet that it is asked. */
  untold?: readonly number[];
  /** Why the last message was refused. */
  refusal?: string;
  /** What the details say while nothing is asked here. */
  headline?: string;
  /** The value of the search attribute. */
  shown: 'RUNNING' | 'PENDING' | 'CONFIRM' | 'HELD';
  /** What the details say of whoever has taken over, as long as somebody does. */
  holdText?: string;
}

export type Reply = Extract<Reception, { accepted: true }>['event'] | { readonly type: 'timed-out' };

export const noRequests: PeopleState = { requestCount: 0, shown: 'RUNNING' };

/** At the beginning of a run; from then on the search attribute follows the state. */
export function showRunning(): void {
  upsertSearchAttributes([{ key: steadyhandState, value: 'RUNNING' }]);
}

/** Details and search attribute as the state has them now. A message that answers nothing is shown too. */
export function show(state: PeopleState): void {
  const { pending, headline = '', refusal, holdText } = state;
  const details = pending ? describeRequest(pending, workflowInfo().workflowId) : headline;
  const ignored = refusal === undefined ? '' : `> The last message was ignored: ${refusal}`;
  setCurrentDetails(fitBytes([holdText, details, ignored].filter(Boolean).join('\n\n'), detailsBytes));
  const value = holdText === undefined ? stateOfRequest(pending) : 'HELD';
  if (state.shown === value) return;
  state.shown = value;
  upsertSearchAttributes([{ key: steadyhandState, value }]);
}

/** Sets the handlers for people's messages, by signal and by Update. */
export function handlePeople(state: PeopleState): void {
  const once = createUpdatesOnce(state);
  function hear<Body>(
    signal: SignalDefinition<[Body]>,
    update: UpdateDefinition<string, [Body]>,
    { parse, does, returns }: { readonly parse: (body: unknown) => ParsedMessage; readonly does: string; readonly returns: string },
  ): void {
    setHandler(signal, (body) => bySignal(state, parse(body)), { description: does });
    setHandler(update, (body) => once.take(() => accept(state, parse(body))), {
      validator: (body) => once.validate(() => void accepted(state, parse(body))),
      description: `Like the signal, and returns at once whether the ${returns} was accepted`,
    });
  }
  hear(answerSignal, answerUpdate, {
    parse: parseAnswer,
    does: 'Answers a pending question: {"requestId": "…", "answers": ["…"]}',
    returns: 'answer',
  });
  hear(confirmSignal, confirmUpdate, {
    parse: parseConfirm,
    does: 'Approves or rejects a held action: {"requestId": "…", "approved": true | false, "remember"?: {"for": "run", "until"?: "2h"}}',
    returns: 'decision',
  });
}

function bySignal(state: PeopleState, message: ParsedMessage): void {
  const reception = received(state, message);
  if (reception.accepted) {
    accept(state, message);
    return;
  }
  state.refusal = reception.text;
  show(state);
}

/** Returns what the sender of an Update is told. */
function accept(state: PeopleState, message: ParsedMessage): string {
  const event = accepted(state, message);
  state.reply = event;
  delete state.refusal;
  if (event.type === 'answered') return 'The answer is accepted; the run goes on.';
  if (!event.approved) return 'Rejected; nothing is executed.';
  const kept = keptAs(event, state.pending);
  if (kept) state.approvals = remember(state.approvals ?? [], kept);
  return kept ? `Approved, and remembered as ${kept.id} for ${scopeText(kept)}; the run goes on.` : 'Approved; the run goes on.';
}

/** Throws where it is refused: to be called in a validator first. */
function accepted(state: PeopleState, message: ParsedMessage): Extract<Reception, { accepted: true }>['event'] {
  const reception = received(state, message);
  if (!reception.accepted) throw new Error(reception.text);
  return reception.event;
}

function received({ reply, pending }: PeopleState, message: ParsedMessage): Reception {
  if (message.type === 'malformed') return { accepted: false, text: message.text };
  if (message.type === 'confirm' && message.remember && untilOf(message.remember) === 'past')
    return { accepted: false, text: `'${message.remember.until}' is over already: an approval is remembered until a time to come.` };
  return receive(reply === undefined ? pending : undefined, message);
}

/** Of 36: enough to tell those of one run apart. */
const idLength = 8;

function keptAs({ remember: wanted, by = '' }: Confirmed, request: PendingRequest | undefined): Approval | undefined {
  if (!wanted || request?.kind !== 'confirmation' || !request.remembering || !('what' in request.remembering)) return undefined;
  const until = untilOf(wanted);
  if (until === 'past') return undefined;
  return { id: uuid4().slice(0, idLength), what: request.remembering.what, by, at: new Date().toISOString(), ...until };
}

/** When it ends: ISO 8601, UTC; `past`: that time is over. */
function untilOf({ until }: Remember): { readonly until?: string } | 'past' {
  if (until === undefined) return {};
  const ms = durationMs(until);
  const at = ms === undefined ? Date.parse(until) : Date.now() + ms;
  return at > Date.now() ? { until: new Date(at).toISOString() } : 'past';
}
