// The attempts of a walk at its nodes: where it goes from node to node, how an attempt begins and calls within the budget, and how it ends (walk-1 to walk-4 of walk.ts).
import { addSpent, breachedLimit, withoutSteps, type LimitOutcome } from '../budget/budget.js';
import { own } from '../collections.js';
import { tooManyValues } from '../run/held.js';
import type { Variables } from '../run/json.js';
import { limitsOf, nextMove, startedStep } from './ai-step.js';
import { close, finish, hasChecks } from './checks.js';
import { isAfterLastDeed, readyNode, withPlace } from './compiled-node.js';
import { moveFrom, passControl, stepLimit, type Move } from './control-flow.js';
import { nodeText, type FlowNode, type NodeOf } from './document.js';
import type { AiStepState, CallOutcome, FlowEffect } from './flow-state.js';
import { evict, resolvedCall } from './resolve-names.js';
import { builtInTool, dispatched, isNodeTool, isReadOnly, reportedArguments, type ToolCall } from './tools.js';
import { extractVariables, oversize, prefixOf, withNode } from './variables.js';
import { log, presentNode, presentVisit, setNext, setVisit, type Walk } from './walk-state.js';

// ── From node to node ──

/** `way`: out of the node that ran last. */
export function advance(walk: Walk, way?: Move): void {
  const arrival = passControl(walk, way);
  switch (arrival.at) {
    case 'node':
      return begin(walk, arrival.node);
    case 'end':
      return ended(walk);
    case 'step-limit':
      return finish(walk, 'step-limit', `more than ${stepLimit} visits of nodes`);
    case 'error':
      return finish(walk, 'failed', arrival.message);
  }
}

function ended(walk: Walk): void {
  const { unread = [] } = walk.state;
  if (unread.length === 0) finish(walk, 'completed', '');
  else finish(walk, 'result-not-read', `all was done, but not all of its result could be read: ${unread.join('; ')}`);
}

export function begin(walk: Walk, { id, name, node_type: { type }, trace_level }: FlowNode): void {
  const visit = { id, name, visit: own(walk.state.visitsOf, id) ?? 1 };
  walk.state = { ...walk.state, visit: { node: id, visit, attempt: 0, startedAt: walk.now } };
  log(walk, 'node_started', { type, trace_level });
  attempt(walk);
}

export function leave(walk: Walk, error?: string): void {
  const move = moveFrom(walk.graph, presentNode(walk), walk.state.variables, walk.state.counters);
  close(walk, error === undefined ? 'ok' : 'failed', error);
  advance(walk, move);
}

// ── One attempt at a node ──

function attempt(walk: Walk): void {
  const ready = readyNode(walk);
  if ('problem' in ready) return nodeFailed(walk, 'variable-missing', ready.problem);
  const { node_type: type } = presentNode(walk);
  switch (type.type) {
    case 'AiStep':
      return continueStep(walk, startedStep);
    case 'Ask':
      return setNext(walk, { type: 'ask' });
    case 'AgentTask':
      return perform(walk, { type: 'agent' });
    case 'Flow':
      return perform(walk, { type: 'flow' });
    case 'AppDebugKitOp': {
      const message = `AppDebugKit operations ('${type.operation_name}') cannot be run here; disable the node, or replace it.`;
      return nodeFailed(walk, 'not-supported', message);
    }
    default:
      return call(walk, ready.value);
  }
}

function call(walk: Walk, node: FlowNode): void {
  const made = resolvedCall(node, walk.state.caches);
  if (!made) throw new TypeError(`a ${node.node_type.type} calls no tool`);
  dispatch(walk, isNodeTool(made.name) ? withPlace(walk, made, node) : made, wantsScreen(node));
}

export function callAgain(walk: Walk): void {
  const ready = readyNode(walk);
  if ('problem' in ready) nodeFailed(walk, 'variable-missing', ready.problem);
  else call(walk, ready.value);
}

/** Each call costs one step of the budget. */
export function dispatch(walk: Walk, wanted: ToolCall, screen: boolean): void {
  const made = dispatched(wanted, presentNode(walk).node_type, walk.rules.overrides);
  perform(walk, { type: 'call', call: made, reads: reads(made), wantsScreen: screen });
  if (walk.state.ended) return;
  walk.state = { ...walk.state, spent: addSpent(walk.state.spent, { steps: 1 }) };
  log(walk, 'tool_call', { name: made.name, args: reportedArguments(made) });
}

/** walk-2. */
export function perform(walk: Walk, next: FlowEffect, budget = walk.rules.budget): void {
  const limit = breachedLimit(budget, walk.state.spent);
  if (limit) overLimit(walk, limit);
  else setNext(walk, next);
}

export function overLimit(walk: Walk, limit: LimitOutcome): void {
  finish(walk, limit, `the budget is used up: ${limit}`);
}

/** walk-2, for a question to a model: it belongs to the step whose call was counted. */
export function askModel(walk: Walk, next: FlowEffect): void {
  perform(walk, next, withoutSteps(walk.rules.budget));
}

export function continueStep(walk: Walk, changed: AiStepState): void {
  const ready = readyNode(walk);
  const node = ('problem' in ready ? presentNode(walk) : ready.value) as NodeOf<'AiStep'>;
  const { startedAt } = presentVisit(walk);
  const { state: step, move } = nextMove(changed, limitsOf(node, walk.rules), walk.now - startedAt);
  setVisit(walk, { step });
  for (const { text } of step.transcript.slice(changed.transcript.length)) log(walk, 'warning', { message: text });
  switch (move.type) {
    case 'think':
    case 'look':
      setVisit(walk, { outdated: true });
      return askModel(walk, move);
    case 'call':
      return dispatch(walk, move.call, wantsScreen(node));
    case 'failed':
      return attemptFailed(walk, 'step-incomplete', move.message);
    case 'idle': {
      const [code, message] = ['step-incomplete', 'the model did nothing on the screen, where the recorded run did something'];
      return presentVisit(walk).unknown ? attemptFailed(walk, code, message) : giveUp(walk, message, code);
    }
    case 'done': {
      const extracted = extractVariables({ name: node.name, type: 'AiStep' }, move.result);
      return succeeded(walk, { ...extracted, [`${prefixOf(node.name)}.limit_reached`]: move.limit ?? false });
    }
  }
}

function wantsScreen(node: FlowNode): boolean {
  return hasChecks(node) || node.trace_level === 'Full';
}

export function reads({ name }: ToolCall): boolean {
  return builtInTool(name)?.effect === 'read';
}

// ── How an attempt ends ──

export function succeeded(walk: Walk, extracted: Variables): void {
  const tooMany = tooManyValues(extracted);
  if (tooMany !== undefined) return attemptFailed(walk, 'too-many-values', tooMany);
  if (Object.values(extracted).some((value) => oversize(value) !== undefined)) setNext(walk, { type: 'keep', variables: extracted });
  else keepVariables(walk, extracted);
}

export function keepVariables(walk: Walk, extracted: Variables): void {
  const node = presentNode(walk);
  walk.state = { ...walk.state, variables: withNode(walk.state.variables, node, extracted, isReadOnly(node.node_type)) };
  for (const [name, value] of Object.entries(extracted)) log(walk, 'variable_set', { name, value });
  if (node.settle_ms) setNext(walk, { type: 'settle', ms: node.settle_ms });
  else lookAfter(walk);
}

/** walk-4: a call returns its screen; without one, or once time has passed since, the node's checks need another look. */
export function lookAfter(walk: Walk): void {
  const node = presentNode(walk);
  const { screen, outdated } = presentVisit(walk);
  if (!hasChecks(node) || (screen && !node.settle_ms && !outdated)) return leave(walk);
  setVisit(walk, { looking: true });
  const look: ToolCall = { name: 'take_screenshot', arguments: { mode: 'screen', include_ocr: false } };
  setNext(walk, { type: 'call', call: look, reads: true, wantsScreen: true });
}

export function attemptFailed(walk: Walk, code: string, message: string): void {
  const node = presentNode(walk);
  const { retries } = node;
  const { node: id, visit, attempt: made, unknown, mended } = presentVisit(walk);
  if (made >= retries) return nodeFailed(walk, code, message);
  if (unknown && !node.retry_unknown)
    return nodeFailed(walk, code, `${message}; it is not made again, because the outcome of a call is not known (retry_unknown would)`);
  const again = { node: id, visit, attempt: made + 1, startedAt: walk.now, mended };
  walk.state = { ...walk.state, caches: evict(walk.state.caches, node), visit: again };
  const ms = pauseBefore(node, again.attempt);
  log(walk, 'retry', { attempt: again.attempt, retries, code, message, pause_ms: ms === 0 ? undefined : ms });
  if (ms === 0) attempt(walk);
  else setNext(walk, { type: 'pause', ms });
}

/** ms, a day: as long as any time in a flow may be. */
const longestPause = 86_400_000;

/** ms before a node's attempt `retry` (from 1); 0: at once. */
function pauseBefore({ retry_delay_ms: first = 0, retry_factor: factor = 1 }: FlowNode, retry: number): number {
  return Math.min(longestPause, Math.round(first * factor ** (retry - 1)));
}

/** The time of an attempt begins after the pause before it. */
export function tryAgain(walk: Walk): void {
  setVisit(walk, { startedAt: walk.now });
  attempt(walk);
}

export function nodeFailed(walk: Walk, code: string, message: string): void {
  const node = presentNode(walk);
  const error = `${code}: ${message}`;
  const why = `${nodeText(node)}: ${error}`;
  if (walk.state.tookOver) {
    close(walk, 'failed', error);
    return finish(
      walk,
      'result-not-read',
      `the agent that took over says that all is done, but ${why}; look there before you run it again`,
    );
  }
  const isDone = isAfterLastDeed(walk.graph, walk.state.visitsOf, node);
  if (isDone && isReading(node)) {
    walk.state = { ...walk.state, unread: [...(walk.state.unread ?? []), why] };
    return leave(walk, error);
  }
  close(walk, 'failed', error);
  finish(walk, 'failed', isDone ? `${why}; all that it does was done before: look there before you run it again` : why);
}

/** For the result alone: what has to hold a value or be checked is a condition. */
function isReading({ node_type: type }: FlowNode): boolean {
  return type.type === 'Read' && type.target.value === undefined && type.target.checked === undefined;
}

/** What the node means is not there: an agent finishes the flow, where one may. */
export function giveUp(walk: Walk, message: string, code = 'target-not-found'): void {
  if (walk.rules.fallback === 'agent') takeOver(walk, code, message);
  else attemptFailed(walk, code, message);
}

export function takeOver(walk: Walk, code: string, message: string): void {
  log(walk, 'taken_over', { code, message });
  perform(walk, { type: 'take-over' });
}

/** For a tool's error message. */
export const longestMessage = 1_000;

export function unknownMessage({ message }: Extract<CallOutcome, { status: 'unknown' }>): string {
  return `it is not known whether it happened${message === undefined ? '' : ` (${message.slice(0, longestMessage)})`}`;
}
