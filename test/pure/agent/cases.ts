// Building blocks for tests of the two machines: decisions, actions, observations, and a way to feed a sequence of events.
import { startAppAgent, transition } from '../../../src/domain/agent/app-agent-machine.js';
import type { AppAgentEvent, AppAgentState } from '../../../src/domain/agent/app-agent-state.js';
import type { AppDecision, AppAction, HostDecision, AppAgentStatus, HostAgentStatus } from '../../../src/domain/agent/decision.js';
import { enqueue, hostTransition, startHostAgent, type HostAgentStart } from '../../../src/domain/agent/host-agent-machine.js';
import type { HostAgentEvent, HostAgentState } from '../../../src/domain/agent/host-agent-state.js';
import { emptyBlackboard } from '../../../src/domain/agent/memory.js';
import { defaultAgentSettings, type AgentSettings } from '../../../src/domain/run/settings.js';
import type { Budget } from '../../../src/domain/budget/budget.js';
import { noUsage, type Usage } from '../../../src/domain/budget/usage.js';
import type { ActionOutcome } from '../../../src/domain/device/device-work.js';
import { activationOf } from '../../../src/domain/guard/activation.js';
import { defaultGuardRules, type Guard } from '../../../src/domain/guard/guard.js';
import type { ControlRef } from '../../../src/domain/ui/control.js';
import type { Application, ArtifactRef, Observation } from '../../../src/domain/ui/observation.js';

// ── Observations ─────────────────────────────────────────────────────────────

export const shop: Application = { id: 'tab-1', name: 'Shop', url: 'http://shop.test/cart', running: true, current: true };
export const mail: Application = { id: 'app:Mail', name: 'Mail', url: 'http://mail.test/', running: false, current: false };

export const anyRef = (digit: string): ArtifactRef => `sha256:${digit.repeat(64)}`;

export function observation(generation: number, more: Partial<Observation> = {}): Observation {
  return {
    generation,
    screenshot: anyRef(String(generation % 10)),
    controls: anyRef('c'),
    application: shop,
    title: 'Cart',
    controlCount: 3,
    fingerprint: `screen-${generation}`,
    ...more,
  };
}

/** Whether what was approved still fits. */
export const fitting = (target?: ControlRef): Partial<Observation> => ({ bound: { fits: true, ...(target && { target }) } });
export const unfit: Partial<Observation> = { bound: { fits: false, because: 'it is no longer there' } };

export function ref(name: string, label = '1', role = 'button'): ControlRef {
  return { label, role, name, path: `main/${role}[${name}]` };
}

// ── Decisions ────────────────────────────────────────────────────────────────

export function click(name: string, more: Partial<AppAction> & { readonly role?: string; readonly label?: string } = {}): AppAction {
  const { role = 'button', label = '1', ...rest } = more;
  const target = ref(name, label, role);
  return {
    function: 'click_input',
    args: { button: 'left', double: false },
    effect: 'input',
    target,
    run: { kind: 'device', action: { type: 'click', target: { control: target }, button: 'left', clickCount: 1 } },
    activation: nothingSetGoing,
    status: 'CONTINUE',
    ...rest,
  };
}

/** The same, judged to delete something. */
export const deleting = (name: string, more: Parameters<typeof click>[1] = {}): AppAction =>
  click(name, { activation: activationOf([{ role: 'button', name }], [{ kind: 'deletes', why: '' }]), ...more });

function call(name: string, args: AppAction['args'], run: AppAction['run'], more: Partial<AppAction>): AppAction {
  return { function: name, args, effect: 'input', run, status: 'CONTINUE', ...more };
}

/** It was judged, and nothing was found. */
const nothingSetGoing = activationOf([], []);

export const clickAt = (x: number, y: number, more: Partial<AppAction> = {}): AppAction =>
  call(
    'click_on_coordinates',
    { x, y },
    { kind: 'device', action: { type: 'click', target: { point: { x, y }, unit: 'fraction' }, button: 'left', clickCount: 1 } },
    { activation: nothingSetGoing, ...more },
  );
export const navigate = (url: string, more: Partial<AppAction> = {}): AppAction =>
  call('navigate', { url }, { kind: 'device', action: { type: 'navigate', url } }, more);
export const wait = (seconds: number, more: Partial<AppAction> = {}): AppAction =>
  call('wait', { seconds }, { kind: 'wait', seconds }, { effect: 'read', ...more });
export const summary = (text: string, more: Partial<AppAction> = {}): AppAction =>
  call('summary', { text }, { kind: 'summary', text }, { effect: 'read', ...more });
export const annotation = (controls: readonly ControlRef[], more: Partial<AppAction> = {}): AppAction =>
  call('annotation', { control_labels: controls.map(({ label }) => label) }, { kind: 'annotation', controls }, { effect: 'read', ...more });
export const invalid = (more: Partial<AppAction> = {}): AppAction =>
  call('click_inptu', {}, { kind: 'invalid', code: 'unknown-function', message: 'there is no such function' }, { effect: 'read', ...more });
export const launchOf = (name: string): AppAction =>
  call('launch_application', { name }, { kind: 'device', action: { type: 'launch-application', name } }, { effect: 'launch' });

export const someUsage: Usage = { inputTokens: 90, outputTokens: 10, costUsd: 0.01, modelCalls: 1 };

const said = {
  observation: 'a page',
  thought: 'a thought',
  plan: [],
  questions: [],
  comment: '',
  usage: noUsage,
  model: 'scripted',
  refs: { prompt: anyRef('a'), reply: anyRef('b') },
} as const;

/** `status` goes to the actions too, as for a reply that names one function. */
export function decision(status: AppAgentStatus, actions: readonly AppAction[] = [], more: Partial<AppDecision> = {}): AppDecision {
  return { ...said, status, actions: actions.length === 1 ? actions.map((action) => ({ ...action, status })) : actions, ...more };
}

export function hostDecision(status: HostAgentStatus, more: Partial<HostDecision> = {}): HostDecision {
  return { ...said, status, subtask: '', message: [], actions: [], ...more };
}

// ── The machines ─────────────────────────────────────────────────────────────

export const openGuard: Guard = { origins: ['http://shop.test'], apps: [], rules: [], off: false };
export const defaultGuard: Guard = { ...openGuard, rules: defaultGuardRules };

export interface Start {
  readonly settings?: Partial<AgentSettings>;
  readonly guard?: Guard;
  readonly budget?: Budget;
  readonly subtask?: string;
}

export function startApp({ settings = {}, guard = openGuard, budget = {}, subtask = 'Order two' }: Start = {}): AppAgentState {
  return startAppAgent({
    subtask,
    settings: { ...defaultAgentSettings, ...settings },
    guard,
    budget,
    blackboard: emptyBlackboard,
    stepsBefore: 0,
  });
}

export function startHost({
  settings = {},
  ...start
}: Omit<Partial<HostAgentStart>, 'settings'> & { settings?: Partial<AgentSettings> } = {}) {
  return startHostAgent({
    ...(start.plan ? {} : { request: 'Order two' }),
    keepOpen: false,
    guard: openGuard,
    budget: {},
    ...start,
    // Where nothing else is said, its model decides (HE14 has tests of its own).
    settings: { ...defaultAgentSettings, host: 'always', ...settings },
  });
}

/** Feeds a sequence of events; each must be accepted. */
export function app(start: AppAgentState, ...events: readonly AppAgentEvent[]): AppAgentState {
  return events.reduce((state, event) => {
    const after = transition(state, event);
    if (!after) throw new Error(`${event.type} is refused in ${state.status} while ${state.next.type} is due`);
    return after;
  }, start);
}

export function host(start: HostAgentState, ...events: readonly HostAgentEvent[]): HostAgentState {
  return events.reduce((state, event) => {
    const after = hostTransition(state, event);
    if (!after) throw new Error(`${event.type} is refused in ${state.status} while ${state.next.type} is due`);
    return after;
  }, start);
}

export const requested = (state: HostAgentState, text: string): HostAgentState => enqueue(state, text);

// ── Events ───────────────────────────────────────────────────────────────────

export const done: ActionOutcome = { status: 'done' };
export const broken: ActionOutcome = { status: 'failed', code: 'action-failed', message: 'it did not work' };
export const skipped: ActionOutcome = { status: 'skipped' };
export const unknown: ActionOutcome = { status: 'unknown' };

const activeMs = 10;
export const observed = (generation = 1, more: Partial<Observation> = {}) =>
  ({ type: 'observed', observation: observation(generation, more), activeMs }) as const;
export const decided = (...of: Parameters<typeof decision>) => ({ type: 'decided', decision: decision(...of), activeMs }) as const;
export const hostDecided = (...of: Parameters<typeof hostDecision>) =>
  ({ type: 'decided', decision: hostDecision(...of), activeMs }) as const;
export const performed = (...outcomes: readonly ActionOutcome[]) =>
  ({ type: 'performed', outcomes, observation: observation(2), activeMs }) as const;
/** The result came from the journal: what was done is known, what the screen shows is not. */
export const performedUnseen = (...outcomes: readonly ActionOutcome[]) => ({ type: 'performed', outcomes, activeMs }) as const;
export const refused = (code = 'stale-observation') => ({ type: 'refused', code, message: 'nothing ran', activeMs }) as const;
export const reset = { type: 'device-reset', activeMs } as const;
export const waited = { type: 'waited', activeMs } as const;
/** The next of a list, seen anew (HE12): as it was decided, or why it is not run. */
export const seenAnew = (action: AppAction) => ({ type: 'reviewed', came: { action }, activeMs }) as const;
export const changedMeanwhile = { type: 'reviewed', came: { because: 'a dialog came' }, activeMs } as const;
export const answered = (...answers: readonly string[]) => ({ type: 'answered', answers }) as const;
export const approved = { type: 'confirmed', approved: true, note: '' } as const;
export const rejected = { type: 'confirmed', approved: false, note: '' } as const;
/** EV35: Ann had the screen. */
export const handedBack = {
  type: 'handed-back',
  returned: { by: 'Ann', reason: 'captcha', note: 'solved', heldMs: 5_000 },
} as const;
export const timedOut = { type: 'timed-out' } as const;
export const failed = (phase: 'DATA_COLLECTION' | 'LLM_INTERACTION' | 'ACTION_EXECUTION', type = 'device-lost') =>
  ({ type: 'failed', phase, error: { type, message: 'it is gone' }, activeMs }) as const;

/** Actions of the pending `perform`, by the names of their targets. */
export function performing({ next }: AppAgentState | HostAgentState): readonly string[] | undefined {
  return next.type === 'perform' ? next.actions.map(({ target, function: name }) => target?.name ?? name) : undefined;
}
