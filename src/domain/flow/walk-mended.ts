// What comes of a mend (walk-mend.ts).
import type { CallOutcome, FlowEffect, FlowEvent, FlowRules, FlowState } from './flow-state.js';
import type { Heal } from './heal.js';
import type { FlowRecord } from './record.js';
import type { Onward } from './onward.js';
import { presentVisit, unknownMessage, withUnknown, withVisit } from './visit.js';
import { logNode } from './walk-log.js';

type Failed = Extract<CallOutcome, { readonly status: 'failed' }>;

/** `mend`: of `mendOf`. */
export function mending(state: FlowState, now: number, mend: FlowEffect, { code, message }: Failed): Onward {
  const { mended } = presentVisit(state);
  switch (mend.type) {
    case 'call': {
      const logged = logNode(state, now, 'interrupted', { message });
      const counted = withVisit(logged, { closing: true, mended: { ...mended, closed: (mended?.closed ?? 0) + 1 } });
      return { to: 'close', state: counted, call: mend.call };
    }
    case 'heal':
      return { to: 'ask-model', state: withVisit(state, { mended: { ...mended, asked: true } }), next: mend };
    case 'log-in':
      return { to: 'do', state: withVisit(state, { mended: { ...mended, loggedIn: true } }), next: mend };
    default:
      return { to: 'do', state: logNode(state, now, 'taken_over', { code, message }), next: mend };
  }
}

/** What was in front was pressed. */
export function closedInFront(before: FlowState, outcome: CallOutcome): Onward {
  const { closing: _, ...visit } = presentVisit(before);
  const state = { ...before, visit };
  switch (outcome.status) {
    case 'done':
      return { to: 'call-again', state };
    case 'failed':
      return { to: 'attempt-failed', state, code: outcome.code, message: `what was in front could not be closed: ${outcome.message}` };
    case 'unknown':
      return { to: 'attempt-failed', state: withUnknown(state, 1, true), code: 'outcome-unknown', message: unknownMessage(outcome) };
  }
}

/** A model has said what is meant. Undefined: the event is none of these. */
export function healed(rules: FlowRules, state: FlowState, now: number, event: FlowEvent): Onward | undefined {
  if (event.type === 'timed-out')
    return { to: 'attempt-failed', state, code: 'timeout', message: 'its time was up before a model had said what is meant' };
  if (event.type !== 'healed') return undefined;
  const { answer } = event;
  if (answer.kind === 'none') return givenUp(rules, state, now, `no control there is meant: ${answer.because}`);
  const { heal, told, framed } = answer;
  if (rules.heal === 'auto') return withHeal(state, now, heal);
  return { to: 'do', state, next: { type: 'consent', heal, told, framed } };
}

export function consented(rules: FlowRules, state: FlowState, now: number, heal: Heal, event: FlowEvent): Onward | undefined {
  if (event.type === 'timed-out') return givenUp(rules, state, now, 'nobody said in time whether it is meant');
  if (event.type !== 'confirmed') return undefined;
  return event.approved
    ? withHeal(state, now, { ...heal, by: event.by ?? 'a person' })
    : givenUp(rules, state, now, `a person said that it is not meant${event.note === '' ? '' : `: ${event.note}`}`);
}

/** mend-5. */
export function carriedOver(state: FlowState, now: number, heal: Heal): Onward {
  const { mended } = presentVisit(state);
  return withHeal(withVisit(state, { mended: { ...mended, carried: true } }), now, heal);
}

function withHeal(state: FlowState, now: number, heal: Heal): Onward {
  const logged = logNode(state, now, 'healed', heal as unknown as FlowRecord['payload']);
  return { to: 'call-again', state: { ...logged, heals: [...(state.heals ?? []), heal] } };
}

/** An AI step that had to do something did nothing. */
export function idled(rules: FlowRules, state: FlowState, now: number): Onward {
  const [code, message] = ['step-incomplete', 'the model did nothing on the screen, where the recorded run did something'];
  if (presentVisit(state).unknown) return { to: 'attempt-failed', state, code, message };
  return givenUp(rules, state, now, message, code);
}

function givenUp({ fallback }: FlowRules, state: FlowState, now: number, message: string, code = 'target-not-found'): Onward {
  return fallback === 'agent'
    ? { to: 'do', state: logNode(state, now, 'taken_over', { code, message }), next: { type: 'take-over' } }
    : { to: 'attempt-failed', state, code, message };
}
