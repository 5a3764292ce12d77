// The handlers for people's messages, signals and Updates (people-1 of people.ts).
import { setHandler, uuid4 } from '@temporalio/workflow';
import { durationMs } from '../../domain/text/measures.js';
import { remember, scopeText, type Approval } from '../../domain/human/approvals.js';
import { parseAnswer, parseConfirm, type ParsedMessage, type Remember } from '../../domain/human/message.js';
import { receive, type Confirmed, type PendingRequest, type Reception } from '../../domain/human/requests.js';
import { answerSignal, answerUpdate, confirmSignal, confirmUpdate } from '../messages.js';
import { showRefusal, type PeopleState } from './people-state.js';
import { createUpdatesOnce } from './updates-once.js';

/** What a request knows of a person at the wheel. */
export interface Hands {
  held(): boolean;
  /** The run has to continue as new, with the wheel as it is. */
  full(): boolean;
  /** Handing back has settled it. */
  settle(pending: PendingRequest): boolean;
}

/** Of 36: enough to tell those of one run apart. */
const idLength = 8;

export function hearPeople(state: PeopleState): void {
  setHandler(answerSignal, (body) => bySignal(state, parseAnswer(body)), {
    description: 'Answers a pending question: {"requestId": "…", "answers": ["…"]}',
  });
  setHandler(confirmSignal, (body) => bySignal(state, parseConfirm(body)), {
    description:
      'Approves or rejects a held action: {"requestId": "…", "approved": true | false, "remember"?: {"for": "run", "until"?: "2h"}}',
  });
  const once = createUpdatesOnce(state);
  setHandler(answerUpdate, (body) => once.take(() => accept(state, parseAnswer(body))), {
    validator: (body) => once.validate(() => validate(state, parseAnswer(body))),
    description: 'Like the signal, and returns at once whether the answer was accepted',
  });
  setHandler(confirmUpdate, (body) => once.take(() => accept(state, parseConfirm(body))), {
    validator: (body) => once.validate(() => validate(state, parseConfirm(body))),
    description: 'Like the signal, and returns at once whether the decision was accepted',
  });
}

function bySignal(state: PeopleState, message: ParsedMessage): void {
  const reception = decide(state, message);
  if (reception.accepted) {
    accept(state, message);
    return;
  }
  state.refusal = reception.text;
  showRefusal(state);
}

function validate(state: PeopleState, message: ParsedMessage): void {
  const reception = decide(state, message);
  if (!reception.accepted) throw new Error(reception.text);
}

function accept(state: PeopleState, message: ParsedMessage): string {
  const reception = decide(state, message);
  if (!reception.accepted) throw new TypeError(reception.text); // the validator has already refused it
  const { event } = reception;
  state.reply = event;
  delete state.refusal;
  if (event.type === 'answered') return 'The answer is accepted; the run goes on.';
  if (!event.approved) return 'Rejected; nothing is executed.';
  const kept = keptAs(event, state.pending);
  if (kept) state.approvals = remember(state.approvals ?? [], kept);
  return kept ? `Approved, and remembered as ${kept.id} for ${scopeText(kept)}; the run goes on.` : 'Approved; the run goes on.';
}

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

function decide({ reply, pending }: PeopleState, message: ParsedMessage): Reception {
  if (message.type === 'malformed') return { accepted: false, text: message.text };
  if (message.type === 'confirm' && message.remember && untilOf(message.remember) === 'past')
    return { accepted: false, text: `'${message.remember.until}' is over already: an approval is remembered until a time to come.` };
  return receive(reply === undefined ? pending : undefined, message);
}
