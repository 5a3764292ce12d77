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
import { addSpent, breachedLimit, withoutSteps, type Spent } from '../budget/budget.js';
import { noUsage } from '../budget/usage.js';
import { answered, limitsOf, nextMove, seen, startedStep, thought, unknownOutcomeText, type ToolAnswer } from './ai-step.js';
import type { AiStepState } from './ai-step-state.js';
import { evict, withFocus } from './caches.js';
import { moveFrom, type Move } from './control-flow.js';
import { nodeText, type FlowNode, type NodeOf } from './document.js';
import { hasChecks } from './evidence.js';
import type { CallOutcome, FlowEffect, FlowEvent, FlowRules, FlowState, ScreenEvidence, Visit } from './flow-state.js';
import type { FlowGraph } from './graph.js';
import { presentNode } from './present-node.js';
import { pauseBefore } from './retry-pause.js';
import { tooManyValues } from './held.js';
import { own } from '../own.js';
import { askedName, dispatched } from './overrides.js';
import type { FlowRecord, NodeVisit } from './record.js';
import { choiceFor, nameOf, resolvedCall, withChosen, type Choice } from './resolve-names.js';
import type { Heal } from './heal.js';
import { isReadOnly, toldArguments, type ToolCall } from './tool-call.js';
import { builtInTool, isNodeTool } from './tools.js';
import type { Variables } from '../run/json.js';
import { extractVariables, oversize, prefixOf, withNode } from './variables.js';
import { stepLimit, walkControl } from './walk-control.js';
import { closed, finish, judged, type Walk } from './walk-end.js';
import { logNode, logResult, logWarnings } from './walk-log.js';
import { mendOf, readyNode } from './walk-mend.js';
import { withPlace } from './node-place.js';
import { handedBack } from './walk-wheel.js';

/** For a tool's error message. */
const longestMessage = 1_000;

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
      return replied(walk, state, event);
    case 'agent':
    case 'flow':
      return ofChild(walk, withChild(walk, state, next.type, event), event);
    case 'heal':
      return healed(walk, state, event);
    case 'consent':
      return consented(walk, state, next.heal, event);
    case 'log-in':
      return loggedIn(walk, state, event);
    case 'take-over':
      return tookOver(walk, state, event);
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
  return limit ? finish(walk, state, limit, `the budget is used up: ${limit}`) : { ...state, next };
}

/** walk-2, for a question to a model: it belongs to the step whose call was counted. */
function askModel(walk: Walk, state: FlowState, next: FlowEffect): FlowState {
  return unlessSpent(walk, state, next, withoutSteps(walk.rules.budget));
}

function called(walk: Walk, before: FlowState, made: ToolCall, outcome: CallOutcome): FlowState {
  const node = presentNode(walk.graph, before);
  const screen = outcome.status === 'unknown' ? undefined : outcome.screen;
  if (before.visit?.looking) return leave(walk, screen ? withVisit(before, { screen }) : before);
  if (before.visit?.closing) return closedInterruption(walk, before, outcome);
  const state = withOutcome(logResult(withScreen(before, screen), walk.now, node, outcome), made, outcome);
  if (node.node_type.type === 'AiStep')
    return onStep(walk, state, (step) => answered(step, askedName(made.name, walk.rules.overrides), answerOf(outcome)));
  switch (outcome.status) {
    case 'done':
      return outcome.isError
        ? attemptFailed(walk, state, 'tool-error', outcome.text.slice(0, longestMessage))
        : succeeded(walk, state, outcome.variables);
    case 'failed': {
      const mend = outcome.broken && mendOf(walk.graph, walk.rules, state, outcome.broken);
      if (mend) return mending(walk, state, mend, outcome);
      const choice = state.visit?.chosen ? undefined : choiceFor(node, outcome.candidates);
      return choice ? askModel(walk, state, choice) : attemptFailed(walk, state, outcome.code, outcome.message);
    }
    case 'unknown':
      return attemptFailed(walk, state, 'outcome-unknown', unknownMessage(outcome));
  }
}

function unknownMessage({ message }: Extract<CallOutcome, { status: 'unknown' }>): string {
  return `it is not known whether it happened${message === undefined ? '' : ` (${message.slice(0, longestMessage)})`}`;
}

/** Applies a call's outcome to the rest of the run. */
function withOutcome(state: FlowState, made: ToolCall, outcome: CallOutcome): FlowState {
  if (outcome.status === 'unknown') return withUnknown(state, 1, !reads(made));
  const worked = outcome.status === 'done' && !outcome.isError;
  return worked ? { ...state, caches: withFocus(state.caches, made, outcome) } : state;
}

function withUnknown(state: FlowState, outcomes: number, matters: boolean): FlowState {
  const counted = { ...state, unknownOutcomes: state.unknownOutcomes + outcomes };
  return matters ? withVisit(counted, { unknown: true }) : counted;
}

function chosen(walk: Walk, state: FlowState, choice: Choice, answer: Parameters<typeof nameOf>[1]): FlowState {
  const found = nameOf(choice, answer);
  if ('problem' in found) return attemptFailed(walk, state, 'target-not-found', found.problem);
  const known = withVisit({ ...state, caches: withChosen(state.caches, choice, found.name) }, { chosen: true });
  const type = choice.what === 'app' ? 'app_resolved' : 'element_resolved';
  return callAgain(walk, logNode(known, walk.now, type, { wanted: choice.wanted, resolved: found.name }));
}

// ── Mending (walk-mend.ts) ──

function mending(walk: Walk, state: FlowState, mend: FlowEffect, { code, message }: Extract<CallOutcome, { status: 'failed' }>): FlowState {
  switch (mend.type) {
    case 'call': {
      const { mended } = presentVisit(state);
      const logged = logNode(state, walk.now, 'interrupted', { message });
      return dispatch(
        walk,
        withVisit(logged, { closing: true, mended: { ...mended, closed: (mended?.closed ?? 0) + 1 } }),
        mend.call,
        false,
      );
    }
    case 'heal':
      return askModel(walk, withVisit(state, { mended: { ...presentVisit(state).mended, asked: true } }), mend);
    case 'log-in':
      return unlessSpent(walk, withVisit(state, { mended: { ...presentVisit(state).mended, loggedIn: true } }), mend);
    default:
      return unlessSpent(walk, logNode(state, walk.now, 'taken_over', { code, message }), mend);
  }
}

/** mend-2. */
function closedInterruption(walk: Walk, before: FlowState, outcome: CallOutcome): FlowState {
  const { closing: _, ...visit } = presentVisit(before);
  const node = presentNode(walk.graph, before);
  const state = logResult({ ...before, visit }, walk.now, node, outcome);
  if (outcome.status === 'unknown') return attemptFailed(walk, withUnknown(state, 1, true), 'outcome-unknown', unknownMessage(outcome));
  return outcome.status === 'done'
    ? callAgain(walk, state)
    : attemptFailed(walk, state, outcome.code, `what was in front could not be closed: ${outcome.message}`);
}

function healed(walk: Walk, state: FlowState, event: FlowEvent): FlowState | undefined {
  if (event.type === 'timed-out') return attemptFailed(walk, state, 'timeout', 'its time was up before a model had said what is meant');
  if (event.type !== 'healed') return failed(walk, state, event);
  const { answer } = event;
  if (answer.kind === 'none') return givenUp(walk, state, `no control there is meant: ${answer.because}`);
  if (walk.rules.heal === 'auto') return withHeal(walk, state, answer.heal);
  const { heal, told, framed } = answer;
  return { ...state, next: { type: 'consent', heal, told, ...(framed === undefined ? {} : { framed }) } };
}

function consented(walk: Walk, state: FlowState, heal: Heal, event: FlowEvent): FlowState | undefined {
  switch (event.type) {
    case 'confirmed':
      return event.approved
        ? withHeal(walk, state, { ...heal, by: event.by ?? 'a person' })
        : givenUp(walk, state, `a person said that it is not meant${event.note === '' ? '' : `: ${event.note}`}`);
    case 'timed-out':
      return givenUp(walk, state, 'nobody said in time whether it is meant');
    default:
      return failed(walk, state, event);
  }
}

function withHeal(walk: Walk, state: FlowState, heal: Heal): FlowState {
  const logged = logNode(state, walk.now, 'healed', { ...heal } as FlowRecordPayload);
  return callAgain(walk, { ...logged, heals: [...(state.heals ?? []), heal] });
}

function givenUp(walk: Walk, state: FlowState, why: string): FlowState {
  if (walk.rules.fallback === 'agent')
    return unlessSpent(walk, logNode(state, walk.now, 'taken_over', { code: 'target-not-found', message: why }), { type: 'take-over' });
  return attemptFailed(walk, state, 'target-not-found', why);
}

function loggedIn(walk: Walk, state: FlowState, event: FlowEvent): FlowState | undefined {
  switch (event.type) {
    case 'answered':
      return callAgain(walk, logNode(state, walk.now, 'logged_in', {}));
    case 'child-ended':
      return event.failure === undefined
        ? callAgain(walk, logNode(state, walk.now, 'logged_in', { workflow_id: event.child }))
        : attemptFailed(walk, withUnknown(state, event.unknownOutcomes, event.unknownOutcomes > 0), 'not-logged-in', event.failure);
    case 'timed-out':
      return attemptFailed(walk, state, 'not-logged-in', 'nobody logged in in time');
    default:
      return failed(walk, state, event);
  }
}

/** RP12: what the agent says is the end of the flow. */
function tookOver(walk: Walk, before: FlowState, event: FlowEvent): FlowState | undefined {
  const state = withChild(walk, before, 'agent', event);
  if (event.type !== 'child-ended') return failed(walk, state, event);
  const counted = withUnknown(state, event.unknownOutcomes, event.unknownOutcomes > 0);
  if (event.failure !== undefined) return nodeFailed(walk, counted, 'child-failed', event.failure);
  const { text } = event.result as { readonly text: string };
  return finish(walk, { ...closed(walk, counted, 'ok'), tookOver: { child: event.child, text } }, 'completed', '');
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

/** What the model reads about a call. */
function answerOf(outcome: CallOutcome): ToolAnswer {
  switch (outcome.status) {
    case 'done': {
      const { text, textRef, images, isError } = outcome;
      return { text, images, isError, ...(textRef === undefined ? {} : { textRef }) };
    }
    case 'failed':
      return { text: `${outcome.code}: ${outcome.message}`, images: [], isError: true };
    case 'unknown':
      return {
        text: outcome.message === undefined ? unknownOutcomeText : `${unknownOutcomeText} ${outcome.message}`,
        images: [],
        isError: true,
      };
  }
}

// ── People, agents, other flows ──

function replied(walk: Walk, state: FlowState, event: FlowEvent): FlowState | undefined {
  const node = presentNode(walk.graph, state);
  switch (event.type) {
    case 'answered': {
      const answer = event.answers.join('\n');
      return succeeded(walk, state, extractVariables({ name: node.name, type: 'Ask' }, { answer, answers: event.answers }));
    }
    case 'confirmed':
      return succeeded(walk, state, extractVariables({ name: node.name, type: 'Ask' }, { approved: event.approved, note: event.note }));
    case 'timed-out':
      return attemptFailed(walk, state, 'timeout', 'nobody answered in time');
    default:
      return failed(walk, state, event);
  }
}

function ofChild(walk: Walk, state: FlowState, event: FlowEvent): FlowState | undefined {
  return event.type === 'child-ended' ? childEnded(walk, state, event) : failed(walk, state, event);
}

/** Its own records are elsewhere: this one names the child. */
function withChild({ now }: Walk, state: FlowState, type: 'agent' | 'flow', event: FlowEvent): FlowState {
  return 'child' in event && event.child !== undefined ? logNode(state, now, 'child_run', { type, workflow_id: event.child }) : state;
}

function childEnded(
  walk: Walk,
  state: FlowState,
  { result, failure, unknownOutcomes }: Extract<FlowEvent, { type: 'child-ended' }>,
): FlowState {
  const node = presentNode(walk.graph, state);
  const counted = withUnknown(state, unknownOutcomes, unknownOutcomes > 0);
  if (failure === undefined) return succeeded(walk, counted, extractVariables({ name: node.name, type: node.node_type.type }, result));
  const limit = breachedLimit(walk.rules.budget, counted.spent);
  return limit ? finish(walk, counted, limit, `the budget is used up: ${limit}`) : attemptFailed(walk, counted, 'child-failed', failure);
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
  const isFresh = screen !== undefined && !node.settle_ms && !(outdated && (walk.rules.looksAfterThinking?.() ?? true));
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
    visit: { node: id, visit, attempt: made + 1, startedAt: walk.now, ...(mended ? { mended } : {}) },
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

// ── Small things ──

type FlowRecordPayload = FlowRecord['payload'];

function wantsScreen(node: FlowNode): boolean {
  return hasChecks(node) || node.trace_level === 'Full';
}

function reads({ name }: ToolCall): boolean {
  return builtInTool(name)?.effect === 'read';
}

function presentVisit({ visit }: FlowState): Visit {
  if (!visit) throw new TypeError('no node is running');
  return visit;
}

function withVisit(state: FlowState, change: Partial<Visit>): FlowState {
  return { ...state, visit: { ...presentVisit(state), ...change } };
}

function withScreen(state: FlowState, screen: ScreenEvidence | undefined): FlowState {
  const { screen: _, outdated: __, ...visit } = presentVisit(state);
  return { ...state, visit: { ...visit, ...(screen === undefined ? {} : { screen }) } };
}
