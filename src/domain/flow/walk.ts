// The walk of a flow: node after node, each with its retries, then the checks (docs/design/flow.md §2–§4). The workflow performs `state.next` and returns the result as an event.
// Here is what each event means; walk-attempt.ts goes on from there.
//
//   advance ─ control and disabled nodes, in place ─▶ an execution node ──▶ call · think · ask · agent · flow ──▶ done ─▶ settle ─▶ advance
//                                                          ▲                     │ choose (a model names what is meant), once an attempt
//                                                          └── (pause) retry ────┴ failed, stopped
//   advance ─ no edge ─▶ judge the checks ─▶ end
//
// walk-1. Control nodes cost no effect, so no event in history: they are passed inside one transition.
// walk-2. A budget is checked before every effect that acts or asks a model, the judge included; a breach ends the walk with the cap's name.
// walk-3. An attempt with an unknown outcome is repeated only if the node only reads or has `retry_unknown`.
// walk-4. Every check of a node that was begun gets a verdict, however the walk ended: judged on the last screen, after the node settled or its
//     model had the last word.
// walk-5. `seq` increases with each record and is never reused.
// walk-6. The outcome of the walk is settled once: a later stop changes nothing.
import { addSpent, breachedLimit, type Spent } from '../budget/budget.js';
import { noUsage } from '../budget/usage.js';
import type { Json } from '../run/json.js';
import type { Returned } from '../take-over/hold.js';
import { answered, answerOf, seen, thought } from './ai-step.js';
import { close, finish, judged, unjudged } from './checks.js';
import { lastScreen } from './compiled-node.js';
import type { AiStepState, CallOutcome, FlowEffect, FlowEvent, FlowRules, FlowState } from './flow-state.js';
import type { FlowGraph } from './graph.js';
import { choiceFor, nameOf, noCaches, withChosen, withFocus } from './resolve-names.js';
import { askedName, type ToolCall } from './tools.js';
import { extractVariables } from './variables.js';
import {
  advance,
  askModel,
  attemptFailed,
  begin,
  callAgain,
  continueStep,
  keepVariables,
  leave,
  longestMessage,
  lookAfter,
  nodeFailed,
  overLimit,
  reads,
  succeeded,
  tryAgain,
  unknownMessage,
} from './walk-attempt.js';
import { closedInFront, consented, healed, mend, notConsented } from './walk-mend.js';
import { countUnknown, log, logResult, logWarnings, presentNode, presentVisit, setVisit, type Walk } from './walk-state.js';

/** What may come of each effect. A person and the workflow may come between any two. */
const answers: { readonly [E in FlowEffect['type']]: readonly FlowEvent['type'][] } = {
  advance: ['advance'],
  call: ['called', 'failed'],
  choose: ['chosen', 'timed-out', 'failed'],
  think: ['thought', 'timed-out', 'failed'],
  look: ['seen', 'timed-out', 'failed'],
  ask: ['answered', 'confirmed', 'timed-out', 'failed'],
  agent: ['child-ended', 'failed'],
  flow: ['child-ended', 'failed'],
  heal: ['healed', 'timed-out', 'failed'],
  consent: ['confirmed', 'timed-out', 'failed'],
  'log-in': ['answered', 'child-ended', 'timed-out', 'failed'],
  'take-over': ['child-ended', 'failed'],
  keep: ['kept', 'failed'],
  settle: ['settled'],
  pause: ['paused'],
  judge: ['judged', 'failed'],
  end: [],
};

/** `now`: ms, by the workflow's clock. Undefined: the event is not expected now. */
export function flowTransition(
  graph: FlowGraph,
  rules: FlowRules,
  before: FlowState,
  event: FlowEvent,
  now: number,
): FlowState | undefined {
  const { next, ended } = before;
  const walk: Walk = { graph, rules, now, state: { ...before, spent: addSpent(before.spent, spentIn(event)) } };
  const isBetween = event.type === 'stopped' || event.type === 'overfull' || event.type === 'handed-back';
  if (!isBetween && !answers[next.type].includes(event.type)) return undefined;
  if (!isBetween || !ended) take(walk, next, event);
  return walk.state;
}

/** A child reports its own usage: time that it waited for people does not count, although it passed. */
function spentIn(event: FlowEvent): Partial<Spent> {
  if (event.type === 'child-ended') return event.spent;
  return { timeMs: event.activeMs ?? 0, usage: 'usage' in event ? (event.usage ?? noUsage) : noUsage };
}

function take(walk: Walk, next: FlowEffect, event: FlowEvent): void {
  switch (event.type) {
    case 'advance':
      return advance(walk);
    case 'called':
      return next.type === 'call' ? called(walk, next.call, event.outcome) : undefined;
    case 'chosen':
      return chosen(walk, next, event);
    case 'thought':
      logWarnings(walk, event.warnings);
      return continueStep(walk, thought(presentStep(walk), event.reply));
    case 'seen':
      log(walk, 'vision_summary', { text: event.text });
      return continueStep(walk, seen(presentStep(walk), event.text));
    case 'answered':
      return next.type === 'log-in' ? loggedIn(walk) : replied(walk, { answer: event.answers.join('\n'), answers: event.answers });
    case 'confirmed':
      return next.type === 'consent' ? consented(walk, next.heal, event) : replied(walk, { approved: event.approved, note: event.note });
    case 'healed':
      return healed(walk, event);
    case 'child-ended':
      return childEnded(walk, next, event);
    case 'timed-out':
      return timedOut(walk, next);
    case 'failed':
      return failed(walk, next, event);
    case 'kept':
      return keepVariables(walk, event.variables);
    case 'settled':
      return lookAfter(walk);
    case 'paused':
      return tryAgain(walk);
    case 'judged':
      return judged(walk, next.type === 'judge' ? next.evidence.length : 0, event.verdicts);
    case 'stopped':
      return finish(walk, 'stopped', 'stopped');
    case 'overfull':
      return finish(walk, 'failed', event.message);
    case 'handed-back':
      return handedBack(walk, event.returned);
  }
}

// ── Tools and models ──

function called(walk: Walk, made: ToolCall, outcome: CallOutcome): void {
  const node = presentNode(walk);
  const { screen: _, outdated: __, ...visit } = presentVisit(walk);
  const screen = outcome.status === 'unknown' ? undefined : outcome.screen;
  if (visit.looking) {
    setVisit(walk, { screen });
    return leave(walk);
  }
  if (!visit.closing) walk.state = { ...walk.state, visit: { ...visit, screen } };
  logResult(walk, node, outcome);
  if (visit.closing) return closedInFront(walk, outcome);
  if (outcome.status !== 'failed' && !reads(made))
    walk.state = { ...walk.state, aside: outcome.status === 'done' ? (outcome.aside ?? []) : [] };
  if (outcome.status === 'unknown') countUnknown(walk, 1, !reads(made));
  else if (outcome.status === 'done' && !outcome.isError)
    walk.state = { ...walk.state, caches: withFocus(walk.state.caches, made, outcome) };
  if (node.node_type.type === 'AiStep')
    return continueStep(walk, answered(presentStep(walk), askedName(made.name, walk.rules.overrides), answerOf(outcome)));
  switch (outcome.status) {
    case 'done':
      return outcome.isError
        ? attemptFailed(walk, 'tool-error', outcome.text.slice(0, longestMessage))
        : succeeded(walk, outcome.variables);
    case 'failed': {
      if (mend(walk, outcome)) return undefined;
      const choice = visit.chosen ? undefined : choiceFor(node, outcome.candidates);
      return choice ? askModel(walk, choice) : attemptFailed(walk, outcome.code, outcome.message);
    }
    case 'unknown':
      return attemptFailed(walk, 'outcome-unknown', unknownMessage(outcome));
  }
}

function chosen(walk: Walk, choice: FlowEffect, answer: Parameters<typeof nameOf>[1]): void {
  if (choice.type !== 'choose') return undefined;
  const found = nameOf(choice, answer);
  if ('problem' in found) return attemptFailed(walk, 'target-not-found', found.problem);
  walk.state = { ...walk.state, caches: withChosen(walk.state.caches, choice, found.name) };
  setVisit(walk, { chosen: true });
  log(walk, choice.what === 'app' ? 'app_resolved' : 'element_resolved', { wanted: choice.wanted, resolved: found.name });
  callAgain(walk);
}

function presentStep(walk: Walk): AiStepState {
  const { step } = presentVisit(walk);
  if (!step) throw new TypeError('no AI step is running');
  return step;
}

// ── People, agents and other flows ──

function replied(walk: Walk, result: Json): void {
  succeeded(walk, extractVariables({ name: presentNode(walk).name, type: 'Ask' }, result));
}

type ChildEnded = Extract<FlowEvent, { readonly type: 'child-ended' }>;

function childEnded(walk: Walk, next: FlowEffect, { child, result, failure, unknownOutcomes }: ChildEnded): void {
  walk.state = { ...walk.state, aside: [] };
  if (next.type === 'log-in' && failure === undefined) return loggedIn(walk, child);
  logChild(walk, next, child);
  countUnknown(walk, unknownOutcomes, unknownOutcomes > 0);
  if (next.type === 'log-in') return attemptFailed(walk, 'not-logged-in', failure ?? '');
  if (failure !== undefined) {
    const limit = breachedLimit(walk.rules.budget, walk.state.spent);
    if (limit) return overLimit(walk, limit);
    return next.type === 'take-over' ? nodeFailed(walk, 'child-failed', failure) : attemptFailed(walk, 'child-failed', failure);
  }
  const { name, node_type: type } = presentNode(walk);
  if (next.type !== 'take-over') return succeeded(walk, extractVariables({ name, type: type.type }, result));
  walk.state = { ...walk.state, tookOver: { child, text: (result as { readonly text: string }).text } };
  close(walk, 'ok');
  // What the agent says is a word until the screen is there that the flow ends with.
  const last = lastScreen(walk.graph);
  if (last) begin(walk, last);
  else finish(walk, 'completed', '');
}

/** Its own records are elsewhere: this one names the child. A log-in tells it itself. */
function logChild(walk: Walk, { type }: FlowEffect, child: string | undefined): void {
  if (child !== undefined && type !== 'log-in') log(walk, 'child_run', { type: type === 'flow' ? 'flow' : 'agent', workflow_id: child });
}

/** By a person's hands, or by a flow. */
function loggedIn(walk: Walk, child?: string): void {
  log(walk, 'logged_in', child === undefined ? {} : { workflow_id: child });
  callAgain(walk);
}

// ── Time and failures ──

function timedOut(walk: Walk, next: FlowEffect): void {
  switch (next.type) {
    case 'choose':
      return attemptFailed(walk, 'timeout', `its time was up before a model had said what "${next.wanted}" is`);
    case 'heal':
      return attemptFailed(walk, 'timeout', 'its time was up before a model had said what is meant');
    case 'consent':
      return notConsented(walk, next.heal, 'nobody said in time whether it is meant');
    case 'log-in':
      return attemptFailed(walk, 'not-logged-in', 'nobody logged in in time');
    case 'ask':
      return attemptFailed(walk, 'timeout', 'nobody answered in time');
    default:
      // A model was at work: its step ends with what it has.
      return continueStep(walk, presentStep(walk));
  }
}

function failed(walk: Walk, next: FlowEffect, event: Extract<FlowEvent, { readonly type: 'failed' }>): void {
  const { code, message, child } = event;
  if (next.type === 'choose') return chosen(walk, next, event);
  if (next.type === 'judge') {
    const verdicts = next.evidence.flatMap((one) => unjudged(one, message));
    return judged(walk, next.evidence.length, verdicts);
  }
  if (walk.state.visit?.looking) return leave(walk);
  logChild(walk, next, child);
  attemptFailed(walk, code, message);
}

/**
 * A person had the screen between two effects. What was not sent is sent as it was planned: a tool finds its control on the screen as it is now, and a node's time did
 * not run. What was kept of the screen before is not believed.
 */
function handedBack(walk: Walk, { by, reason, note, heldMs, timedOut: isTimedOut }: Returned): void {
  const { visit } = walk.state;
  walk.state = { ...walk.state, caches: noCaches, aside: [] };
  if (!visit) return;
  const { screen: _, ...rest } = visit;
  // The screen that its checks would be judged on is another by now.
  walk.state = { ...walk.state, visit: { ...rest, outdated: true, startedAt: visit.startedAt + heldMs } };
  log(walk, 'handed_back', { actor: `person:${by}`, reason, note, held_ms: heldMs, timed_out: isTimedOut ? true : undefined });
}
