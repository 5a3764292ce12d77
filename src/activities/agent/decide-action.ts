// One function call of a reply becomes an `AppAction`, or an `invalid` one with a text that tells the model what was expected.
//
// call-1. A target is taken from the labels of the observation that the model was shown, never from memory: the label decides. A `ControlText` that is word for word what another control is called, and not this one, is a slip in one of the two: which, only the model knows.
// call-2. Nothing here throws: a wrong call is the model's to correct in its next step.
import type { AppAction, AppAgentStatus } from '../../domain/agent/decision.js';
import { functionNamed, functionsOf, wrongArguments, type Decided } from '../../domain/agent/functions.schema.js';
import { isOnScreen } from '../../domain/action/actions.js';
import type { createJudgement } from '../../domain/guard/judge.js';
import { createGuardedScreen } from '../../domain/guard/screen.js';
import { findControl, invalid, refOf, type ActionRun } from '../../domain/action/call-references.js';
import { onWholeScreen } from '../../domain/agent/pictures.js';
import { seenText } from '../../domain/text/visible-text.js';
import type { LabelledControl } from '../../domain/ui/control-list.js';
import type { ControlRef } from '../../domain/ui/control.js';
import type { Bounds, Size } from '../../domain/ui/geometry.js';
import { targetsOf, type PressedPointer, type PointTarget } from '../../domain/ui/ui-action.js';
import type { Application } from '../../domain/ui/observation.js';

export interface FunctionCall {
  readonly Function: string;
  readonly Args: unknown;
  readonly ControlLabel: string;
}

export interface CallContext {
  readonly agent: 'app' | 'host';
  readonly status: AppAgentStatus;
  /** Numbered from 1, as the HostAgent was shown them. */
  readonly applications?: readonly Application[];
  /** Of the screenshot that coordinates refer to, px. */
  readonly screen?: Size;
  /** A mouse button is pressed. */
  readonly pressed?: PressedPointer;
  /** The part of it that the model was shown, px: fractions are of that. */
  readonly part?: Bounds;
}

const noFunction = new Set(['', 'none', 'null', 'no_action']);

/** Undefined when the reply calls no function. */
export function decideAction(call: FunctionCall, controls: readonly LabelledControl[], context: CallContext): AppAction | undefined {
  const { agent, status, applications = [], screen, pressed, part } = context;
  const name = nameOf(call);
  if (noFunction.has(name.toLowerCase())) return undefined;
  const known = functionNamed(name, agent);
  const args = parseArguments(call.Args);
  const base = { function: name, args: args ?? {}, effect: known?.effect ?? 'read', status } as const;
  if (!known) return { ...base, run: unknownFunction(name, agent) };
  if (args === undefined) return { ...base, run: wrongArguments(name, known.signature, 'Args is not a JSON object') };
  const scene = { controls, applications, pressed };
  const { target: named, ...decided } = shownPart(known.decide(args, call.ControlLabel, scene), part, screen);
  // A place among the arguments comes before the label.
  const [aim] = decided.run.kind === 'device' ? targetsOf(decided.run.action) : [];
  const target = aim === undefined ? named : 'control' in aim ? aim.control : controlUnder(aim, controls, screen);
  return { ...base, target, ...decided };
}

/** call-1; undefined: none. Words that are nearly a name, or that several controls have, say nothing. */
export function slipIn(
  { ControlLabel, ControlText }: { readonly ControlLabel: string; readonly ControlText: string },
  controls: readonly LabelledControl[],
): ActionRun | undefined {
  const [text, label] = [plain(ControlText), findControl(ControlLabel, controls)?.label];
  const chosen = controls.find((control) => control.label !== undefined && control.label === label);
  if (!chosen || text === '' || [chosen.name, chosen.shown, chosen.value].some((words = '') => plain(words).includes(text)))
    return undefined;
  const [other, ...more] = controls.filter((control) => control.label !== undefined && plain(control.name) === text);
  if (!other || more.length > 0) return undefined;
  const [here, there] = [chosen, other].map(({ label: of = '', role, name }) => `${of} is the ${role} "${name}"`);
  return invalid('another-control', `Nothing was done: label ${here}, and ControlText names another control: ${there}. Name one of them.`);
}

function plain(text: string): string {
  return seenText(text).toLowerCase();
}

function shownPart(decided: Decided, part: Bounds | undefined, screen: Size | undefined): Decided {
  if (!part || !screen || decided.run.kind !== 'device') return decided;
  return { ...decided, run: { kind: 'device', action: onWholeScreen(decided.run.action, part, screen) } };
}

/** Whether the size of the screenshot is needed to know what the call would hit. */
export function aimsAtPoint(call: Pick<FunctionCall, 'Function'>): boolean {
  const aims = functionNamed(nameOf(call), 'app')?.aims;
  return aims === 'point' || aims === 'control-or-place';
}

function nameOf(call: Pick<FunctionCall, 'Function'>): string {
  return call.Function.trim().replace(/\(\s*\)$/, '');
}

/** `Args` of a reply: an object, the JSON text of one, or nothing. Undefined when it is something else. */
function parseArguments(args: unknown): Readonly<Record<string, unknown>> | undefined {
  if (args === null || args === undefined || args === '') return {};
  if (typeof args === 'string') return parseArgumentText(args);
  if (typeof args !== 'object' || Array.isArray(args)) return undefined;
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function parseArgumentText(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? undefined : parseArguments(value);
  } catch {
    return undefined;
  }
}

/** What is at a point: the innermost control there, whether it has a label or not. */
export function controlUnder(
  { point: { x, y }, unit }: PointTarget,
  controls: readonly LabelledControl[],
  screen: Size | undefined,
): ControlRef | undefined {
  if (unit === 'fraction' && !screen) return undefined;
  const { width, height } = unit === 'px' || !screen ? { width: 1, height: 1 } : screen;
  const [hit] = createGuardedScreen(controls).at({ x: x * width, y: y * height });
  return hit?.interactive === true ? refOf(hit, controls.find((control) => control === hit)?.label ?? '') : undefined;
}

function unknownFunction(name: string, agent: 'app' | 'host'): ActionRun {
  const names = functionsOf(agent).map((known) => known.name);
  return invalid('unknown-function', `There is no function "${name}". Allowed: ${names.join(', ')}, or empty for none.`);
}

// ── What becomes of all calls of a turn ──────────────────────────────────────

/** As many as a person can still be shown, and as one decision may carry. */
export const mostActions = 50;

/** What one turn of a model may do. What comes after that is told to it, and not run. */
export function withinTurn(actions: readonly AppAction[]): readonly AppAction[] {
  const [next] = actions.slice(mostActions);
  if (!next) return actions;
  const because = `One turn does ${mostActions} actions at most, and this one named ${actions.length}: the rest is not run.`;
  return [
    ...actions.slice(0, mostActions),
    { function: next.function, args: {}, effect: 'read', status: 'CONTINUE', run: invalid('not-supported', because) },
  ];
}

/** What it would set going, by all the controls of the observation, labelled or not: the workflow's guard has no screen (domain/guard/activation.ts). */
export function withActivation(action: AppAction, judge: ReturnType<typeof createJudgement>): AppAction {
  const { run } = action;
  return run.kind === 'device' && isOnScreen(run.action)
    ? { ...action, activation: judge(run.action, action.status === 'CONFIRM') }
    : action;
}
