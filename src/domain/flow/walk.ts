// The walk of a flow: node after node, each with its retries, then the checks (docs/design/flow.md §2–§4). The workflow performs `state.next` and returns the result as an event.
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
import { addSpent, breachedLimit, withoutSteps, type LimitOutcome, type Spent } from '../budget/budget.js';
import { noUsage } from '../budget/usage.js';
import { answered, answerOf, limitsOf, nextMove, seen, startedStep, thought } from './ai-step.js';
import type { AiStepState } from './ai-step-state.js';
import { evict, withFocus } from './caches.js';
import { moveFrom, type Move } from './control-flow.js';
import { nodeText, type FlowNode, type NodeOf } from './document.js';
import { hasChecks } from './evidence.js';
import type { CallOutcome, FlowEffect, FlowEvent, FlowRules, FlowState } from './flow-state.js';
import type { FlowGraph } from './graph.js';
import { presentNode } from './present-node.js';
import { tooManyValues } from '../run/held.js';
import { own } from '../collections.js';
import { askedName, dispatched } from './overrides.js';
import type { NodeVisit } from './record.js';
import { choiceFor, nameOf, resolvedCall, withChosen, type Choice } from './resolve-names.js';
import { isReadOnly, toldArguments, type ToolCall } from './tool-call.js';
import { builtInTool, isNodeTool } from './tools.js';
import type { Variables } from '../run/json.js';
import { extractVariables, oversize, prefixOf, withNode } from './variables.js';
import { stepLimit, walkControl } from './walk-control.js';
import { closed, finish, judged, type Walk } from './walk-end.js';
import { logNode, logResult, logWarnings } from './walk-log.js';
import { healedElsewhere, mendOf, readyNode } from './walk-mend.js';
import type { Onward } from './onward.js';
import { childEnded, loggedIn, replied, tookOver, withChild } from './walk-answers.js';
import { carriedOver, closedInFront, consented, healed, idled, mending } from './walk-mended.js';
import { withPlace } from './node-place.js';
import { longestMessage, presentVisit, unknownMessage, wantsScreen, withScreen, withUnknown, withVisit } from './visit.js';
import { handedBack } from './walk-wheel.js';

/** `now`: ms, by the workflow's clock. Undefined: the event is not expected now. */
export function flowTransition(
  graph: FlowGraph,
  rules: FlowRules,
  before: FlowState,
  event: FlowEvent,
  now: number,
): FlowState | undefined {
  const { next } = before;
  const state = { ...before, spent: addSpent(before.spent, spentIn(event)) };
  const walk: Walk = { graph, rules, now };
  if (event.type === 'stopped') return state.ended ? state : finish(walk, state, 'stopped', 'stopped');
  if (event.type === 'handed-back') return state.ended ? state : handedBack(state, now, event.returned);
  if (event.type === 'overfull') return state.ended ? state : finish(walk, state, 'failed', event.message);
  switch (next.type) {
    case 'advance':
      return event.type === 'advance' ? advance(walk, state) : undefined;
    case 'call':
      return event.type === 'called' ? called(walk, state, next.call, event.outcome) : failed(walk, state, event);
    case 'choose':
      if (event.type === 'timed-out')
        return attemptFailed(walk, state, 'timeout', `its time was up before a model had said what "${next.wanted}" is`);
      return event.type === 'chosen' || event.type === 'failed' ? chosen(walk, state, next, event) : undefined;
    case 'think':
      return event.type === 'thought'
        ? onStep(walk, logWarnings(state, now, event.warnings), (step) => thought(step, event.reply))
        : timedOut(walk, state, event);
    case 'look':
      return event.type === 'seen'
        ? onStep(walk, logNode(state, now, 'vision_summary', { text: event.text }), (step) => seen(step, event.text))
        : timedOut(walk, state, event);
    case 'ask':
      return answeredBy(walk, state, event, replied(presentNode(graph, state), state, event));
    case 'agent':
    case 'flow': {
      const told = withChild(state, now, next.type, event);
      return answeredBy(walk, told, event, childEnded(presentNode(graph, state), rules.budget, told, event));
    }
    case 'heal':
      return answeredBy(walk, state, event, healed(rules, state, now, event));
    case 'consent':
      return answeredBy(walk, state, event, consented(rules, state, now, next.heal, event));
    case 'log-in':
      return answeredBy(walk, state, event, loggedIn(state, now, event));
    case 'take-over': {
      const told = withChild(state, now, 'agent', event);
      return answeredBy(walk, told, event, tookOver(rules.budget, told, event));
    }
    case 'keep':
      return event.type === 'kept' ? withExtracted(walk, state, event.variables) : failed(walk, state, event);
    case 'settle':
      return event.type === 'settled' ? lookAfter(walk, state) : undefined;
    case 'pause':
      return event.type === 'paused' ? tryAgain(walk, state) : undefined;
    case 'judge':
      return judged(walk, state, next.evidence, event);
    case 'end':
      return undefined;
  }
}

/** A child reports its own usage: time that it waited for people does not count, although it passed. */
function spentIn(event: FlowEvent): Partial<Spent> {
  if (event.type === 'child-ended') return event.spent;
  return { timeMs: event.activeMs ?? 0, usage: 'usage' in event ? (event.usage ?? noUsage) : noUsage };
}

// ── From node to node ──

/** `way`: out of the node that ran last. */
function advance(walk: Walk, from: FlowState, way?: Move): FlowState {
  const arrival = walkControl(walk.graph, from, walk.now, way);
  const { state } = arrival;
  switch (arrival.at) {
    case 'node':
      return begin(walk, state, arrival.node);
    case 'end':
      return finish(walk, state, 'completed', '');
    case 'step-limit':
      return finish(walk, state, 'step-limit', `more than ${stepLimit} visits of nodes`);
    case 'error':
      return finish(walk, state, 'failed', arrival.message);
  }
}

function begin(walk: Walk, state: FlowState, node: FlowNode): FlowState {
  const visit: NodeVisit = { id: node.id, name: node.name, visit: own(state.visitsOf, node.id) ?? 1 };
  const begun = { ...state, visit: { node: node.id, visit, attempt: 0, startedAt: walk.now } };
  return attempt(walk, logNode(begun, walk.now, 'node_started', { type: node.node_type.type, trace_level: node.trace_level }), node);
}

// ── One attempt at a node ──

function attempt(walk: Walk, state: FlowState, node: FlowNode): FlowState {
  const { node_type: type } = node;
  const ready = readyNode(walk.graph, state);
  if ('problem' in ready) return nodeFailed(walk, state, 'variable-missing', ready.problem);
  switch (type.type) {
    case 'AiStep':
      return onStep(walk, withVisit(state, { step: startedStep }), (step) => step);
    case 'Ask':
      return { ...state, next: { type: 'ask' } };
    case 'AgentTask':
      return unlessSpent(walk, state, { type: 'agent' });
    case 'Flow':
      return unlessSpent(walk, state, { type: 'flow' });
    case 'AppDebugKitOp':
      return nodeFailed(
        walk,
        state,
        'not-supported',
        `AppDebugKit operations ('${type.operation_name}') cannot be run here; disable the node, or replace it.`,
      );
    default:
      return call(walk, state, ready.value);
  }
}

function call(walk: Walk, state: FlowState, node: FlowNode): FlowState {
  const made = resolvedCall(node, state.caches);
  if (!made) throw new TypeError(`a ${node.node_type.type} calls no tool`);
  const placed = isNodeTool(made.name) ? withPlace(made, walk.graph, state, node) : made;
  return dispatch(walk, state, placed, wantsScreen(node));
}

function callAgain(walk: Walk, state: FlowState): FlowState {
  const ready = readyNode(walk.graph, state);
  return 'problem' in ready ? nodeFailed(walk, state, 'variable-missing', ready.problem) : call(walk, state, ready.value);
}

/** Each call costs one step of the budget. */
function dispatch(walk: Walk, state: FlowState, wanted: ToolCall, screen: boolean): FlowState {
  const made = dispatched(wanted, presentNode(walk.graph, state).node_type, walk.rules.overrides);
  const due = unlessSpent(walk, state, { type: 'call', call: made, reads: reads(made), wantsScreen: screen });
  if (due.ended) return due;
  const counted = { ...due, spent: addSpent(due.spent, { steps: 1 }) };
  return logNode(counted, walk.now, 'tool_call', { name: made.name, args: toldArguments(made) });
}

/** walk-2. */
function unlessSpent(walk: Walk, state: FlowState, next: FlowEffect, budget = walk.rules.budget): FlowState {
  const limit = breachedLimit(budget, state.spent);
  return limit ? overLimit(walk, state, limit) : { ...state, next };
}

function overLimit(walk: Walk, state: FlowState, limit: LimitOutcome): FlowState {
  return finish(walk, state, limit, `the budget is used up: ${limit}`);
}

/** walk-2, for a question to a model: it belongs to the step whose call was counted. */
function askModel(walk: Walk, state: FlowState, next: FlowEffect): FlowState {
  return unlessSpent(walk, state, next, withoutSteps(walk.rules.budget));
}

function called(walk: Walk, before: FlowState, made: ToolCall, outcome: CallOutcome): FlowState {
  const node = presentNode(walk.graph, before);
  const screen = outcome.status === 'unknown' ? undefined : outcome.screen;
  if (before.visit?.looking) return leave(walk, screen ? withVisit(before, { screen }) : before);
  if (before.visit?.closing) return onward(walk, closedInFront(logResult(before, walk.now, node, outcome), outcome));
  const state = withOutcome(logResult(withScreen(before, screen), walk.now, node, outcome), made, outcome);
  if (node.node_type.type === 'AiStep')
    return onStep(walk, state, (step) => answered(step, askedName(made.name, walk.rules.overrides), answerOf(outcome)));
  switch (outcome.status) {
    case 'done':
      return outcome.isError
        ? attemptFailed(walk, state, 'tool-error', outcome.text.slice(0, longestMessage))
        : succeeded(walk, state, outcome.variables);
    case 'failed': {
      const known = outcome.broken && healedElsewhere(walk.graph, state, outcome.broken);
      if (known) return onward(walk, carriedOver(state, walk.now, known));
      const mend = outcome.broken && mendOf(walk.graph, walk.rules, state, outcome.broken);
      if (mend) return onward(walk, mending(state, walk.now, mend, outcome));
      const choice = state.visit?.chosen ? undefined : choiceFor(node, outcome.candidates);
      return choice ? askModel(walk, state, choice) : attemptFailed(walk, state, outcome.code, outcome.message);
    }
    case 'unknown':
      return attemptFailed(walk, state, 'outcome-unknown', unknownMessage(outcome));
  }
}

/** Applies a call's outcome to the rest of the run. */
function withOutcome(state: FlowState, made: ToolCall, outcome: CallOutcome): FlowState {
  if (outcome.status === 'unknown') return withUnknown(state, 1, !reads(made));
  const worked = outcome.status === 'done' && !outcome.isError;
  return worked ? { ...state, caches: withFocus(state.caches, made, outcome) } : state;
}

function chosen(walk: Walk, state: FlowState, choice: Choice, answer: Parameters<typeof nameOf>[1]): FlowState {
  const found = nameOf(choice, answer);
  if ('problem' in found) return attemptFailed(walk, state, 'target-not-found', found.problem);
  const known = withVisit({ ...state, caches: withChosen(state.caches, choice, found.name) }, { chosen: true });
  const type = choice.what === 'app' ? 'app_resolved' : 'element_resolved';
  return callAgain(walk, logNode(known, walk.now, type, { wanted: choice.wanted, resolved: found.name }));
}

// ── Onward (onward.ts) ──

function onward(walk: Walk, to: Onward): FlowState {
  const { state } = to;
  switch (to.to) {
    case 'call-again':
      return callAgain(walk, state);
    case 'do':
      return unlessSpent(walk, state, to.next);
    case 'ask-model':
      return askModel(walk, state, to.next);
    case 'close':
      return dispatch(walk, state, to.call, false);
    case 'succeeded':
      return succeeded(walk, state, to.variables);
    case 'attempt-failed':
      return attemptFailed(walk, state, to.code, to.message);
    case 'node-failed':
      return nodeFailed(walk, state, to.code, to.message);
    case 'completed':
      return finish(walk, closed(walk, state, 'ok'), 'completed', '');
    case 'limit':
      return overLimit(walk, state, to.limit);
  }
}

/** What is no answer to what was asked is a failure of it. */
function answeredBy(walk: Walk, state: FlowState, event: FlowEvent, to: Onward | undefined): FlowState | undefined {
  return to ? onward(walk, to) : failed(walk, state, event);
}

// ── AI steps ──

function onStep(walk: Walk, state: FlowState, change: (step: AiStepState) => AiStepState): FlowState {
  const node = presentNode(walk.graph, state) as NodeOf<'AiStep'>;
  const { step: before, startedAt } = presentVisit(state);
  if (!before) throw new TypeError('no AI step is running');
  const changed = change(before);
  const { state: step, move } = nextMove(changed, limitsOf(node, walk.rules.vision), walk.now - startedAt);
  const refusals = step.transcript.slice(changed.transcript.length);
  const at = refusals.reduce((logged, { text }) => logNode(logged, walk.now, 'warning', { message: text }), withVisit(state, { step }));
  switch (move.type) {
    case 'think':
      return askModel(walk, withVisit(at, { outdated: true }), { type: 'think' });
    case 'look':
      return askModel(walk, withVisit(at, { outdated: true }), { type: 'look', images: move.images });
    case 'call':
      return dispatch(walk, at, move.call, wantsScreen(node));
    case 'failed':
      return attemptFailed(walk, at, 'step-incomplete', move.message);
    case 'idle':
      return onward(walk, idled(walk.rules, at, walk.now));
    case 'done': {
      const extracted = extractVariables({ name: node.name, type: 'AiStep' }, move.result);
      return succeeded(walk, at, { ...extracted, [`${prefixOf(node.name)}.limit_reached`]: move.limit ?? false });
    }
  }
}

/** The step ran out of time while a model was at work: it ends with what it has. */
function timedOut(walk: Walk, state: FlowState, event: FlowEvent): FlowState | undefined {
  return event.type === 'timed-out' ? onStep(walk, state, (step) => step) : failed(walk, state, event);
}

// ── How an attempt ends ──

function succeeded(walk: Walk, state: FlowState, extracted: Variables): FlowState {
  const tooMany = tooManyValues(extracted);
  if (tooMany !== undefined) return attemptFailed(walk, state, 'too-many-values', tooMany);
  return Object.values(extracted).some((value) => oversize(value) !== undefined)
    ? { ...state, next: { type: 'keep', variables: extracted } }
    : withExtracted(walk, state, extracted);
}

function withExtracted(walk: Walk, state: FlowState, extracted: Variables): FlowState {
  const node = presentNode(walk.graph, state);
  const variables = withNode(state.variables, node, extracted, isReadOnly(node.node_type));
  let after: FlowState = { ...state, variables };
  for (const [name, value] of Object.entries(extracted)) after = logNode(after, walk.now, 'variable_set', { name, value });
  const { settle_ms: ms } = node;
  return ms === undefined || ms === 0 ? lookAfter(walk, after) : { ...after, next: { type: 'settle', ms } };
}

/** walk-4: a call returns its screen; without one, or once time has passed since, the node's checks need another look. */
function lookAfter(walk: Walk, state: FlowState): FlowState {
  const node = presentNode(walk.graph, state);
  if (!hasChecks(node)) return leave(walk, state);
  const { screen, outdated } = presentVisit(state);
  const isFresh = screen !== undefined && !node.settle_ms && !outdated;
  if (isFresh) return leave(walk, state);
  const call: ToolCall = { name: 'take_screenshot', arguments: { mode: 'screen', include_ocr: false } };
  return { ...withVisit(state, { looking: true }), next: { type: 'call', call, reads: true, wantsScreen: true } };
}

function leave(walk: Walk, state: FlowState): FlowState {
  const move = moveFrom(walk.graph, presentNode(walk.graph, state), state.variables, state.counters);
  return advance(walk, closed(walk, state, 'ok'), move);
}

function failed(walk: Walk, state: FlowState, event: FlowEvent): FlowState | undefined {
  if (event.type !== 'failed') return undefined;
  return state.visit?.looking ? leave(walk, state) : attemptFailed(walk, state, event.code, event.message);
}

function attemptFailed(walk: Walk, state: FlowState, code: string, message: string): FlowState {
  const node = presentNode(walk.graph, state);
  const { node: id, visit, attempt: made, unknown, mended } = presentVisit(state);
  if (made >= node.retries) return nodeFailed(walk, state, code, message);
  if (unknown && !node.retry_unknown)
    return nodeFailed(
      walk,
      state,
      code,
      `${message}; it is not made again, because the outcome of a call is not known (retry_unknown would)`,
    );
  const again = {
    ...state,
    caches: evict(state.caches, node),
    visit: { node: id, visit, attempt: made + 1, startedAt: walk.now, mended },
  };
  const ms = pauseBefore(node, made + 1);
  const paused = ms === 0 ? {} : { pause_ms: ms };
  const logged = logNode(again, walk.now, 'retry', { attempt: made + 1, retries: node.retries, code, message, ...paused });
  return ms === 0 ? attempt(walk, logged, node) : { ...logged, next: { type: 'pause', ms } };
}

/** The time of an attempt begins after the pause before it. */
function tryAgain(walk: Walk, state: FlowState): FlowState {
  return attempt(walk, withVisit(state, { startedAt: walk.now }), presentNode(walk.graph, state));
}

function nodeFailed(walk: Walk, state: FlowState, code: string, message: string): FlowState {
  const error = `${code}: ${message}`;
  return finish(walk, closed(walk, state, 'failed', error), 'failed', `${nodeText(presentNode(walk.graph, state))}: ${error}`);
}

function reads({ name }: ToolCall): boolean {
  return builtInTool(name)?.effect === 'read';
}

/** ms, a day: as long as any time in a flow may be. */
const longest = 86_400_000;

/** ms before a node's attempt `retry` (from 1); 0: at once. */
function pauseBefore({ retry_delay_ms: first = 0, retry_factor: factor = 1 }: FlowNode, retry: number): number {
  return Math.min(longest, Math.round(first * factor ** (retry - 1)));
}
