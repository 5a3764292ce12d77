// The current screen of a scripted user interface, and what was entered into it.

import type { Control } from '../../domain/ui/control.js';
import type { Point } from '../../domain/ui/geometry.js';
import type { ActionTarget, PressedPointer, ActionOf, DeviceAction } from '../../domain/ui/ui-action.js';
import { ActionFailedError, type Look, type Performed } from '../../ports/device.js';
import { type DeviceScript, type ScriptControl, isInteractive, type ScriptStep } from './device-script.js';
import type { Application } from '../../domain/ui/observation.js';
import { mask } from '../../domain/ui/mask.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertNever } from '../../domain/errors/assert-never.js';
import { unreadable, unverified } from '../device-kit/read-back.js';
import { blankPng } from '../device-kit/blank-png.js';

interface ScriptedState {
  readonly script: DeviceScript;
  /** By the path of a control. */
  readonly values: Map<string, string>;
  readonly history: string[];
  screen: string;
  /** Index of a control of the screen. */
  focused: number | undefined;
  /** Name of the application in front. */
  current: string;
  readonly launched: Set<string>;
  held: PressedPointer | undefined;
}

/** px. */
const screenSize = { width: 640, height: 480 } as const;
const rowHeight = 24;
const scriptApplication = 'script';

/** Throws `TypeError` for a script without its first screen. */
function startScript(script: DeviceScript): ScriptedState {
  const launched = new Set([scriptApplication]);
  const state = {
    script,
    values: new Map(),
    history: [],
    screen: script.start,
    focused: undefined,
    current: scriptApplication,
    launched,
    held: undefined,
  };
  sceneOf(state);
  return state;
}

function sceneOf({ script, screen }: Pick<ScriptedState, 'script' | 'screen'>): DeviceScript['screens'][string] {
  const scene = script.screens[screen];
  if (scene === undefined) throw new TypeError(`The script has no screen '${screen}', only: ${Object.keys(script.screens).join(', ')}.`);
  return scene;
}

function goTo(state: ScriptedState, screen: string): void {
  if (state.script.screens[screen] === undefined) throw new ActionFailedError('action-failed', `The script has no screen '${screen}'.`);
  state.history.push(state.screen);
  state.screen = screen;
  state.focused = undefined;
}

/** Index of the target on the current screen, whose rows are 24 px high. */
function find(state: ScriptedState, target: ActionTarget<Control>): number {
  const { controls } = sceneOf(state);
  if ('control' in target) {
    const { role, name, path } = target.control;
    const index = controls.findIndex((_control, position) => pathOf(state, position) === path);
    if (index === -1) throw new ActionFailedError('control-gone', `${role} '${name}' is no longer on screen '${state.screen}'.`);
    return index;
  }
  const y = target.unit === 'fraction' ? target.point.y * screenSize.height : target.point.y;
  const index = Math.floor(y / rowHeight);
  if (controls[index] === undefined) throw new ActionFailedError('action-failed', `Nothing is at ${target.point.x}, ${target.point.y}.`);
  return index;
}

function middleOf(index: number): Point {
  return { x: screenSize.width / 2, y: (index + 0.5) * rowHeight };
}

function controlAt(state: ScriptedState, index: number): ScriptControl {
  const control = sceneOf(state).controls[index];
  if (control === undefined) throw new ActionFailedError('control-gone', `Screen '${state.screen}' has no control ${index}.`);
  return control;
}

function pathOf({ screen }: ScriptedState, index: number): string {
  return `${screen}/${index}`;
}

function valueOf(state: ScriptedState, index: number): string | undefined {
  return state.values.get(pathOf(state, index)) ?? controlAt(state, index).value;
}

function setValue(state: ScriptedState, index: number, value: string): void {
  state.focused = index;
  state.values.set(pathOf(state, index), value);
}

// The applications of a scripted user interface: the script itself, and those that it names, each a screen.

function applicationsOf({ script, launched, current }: ScriptedState): readonly Application[] {
  return [scriptApplication, ...(script.applications ?? [])].map((name) => ({
    id: name,
    name,
    running: launched.has(name),
    current: current === name,
  }));
}

function select(state: ScriptedState, id: string): void {
  if (!state.launched.has(id)) throw new ActionFailedError('no-such-application', `No application '${id}' runs.`);
  state.current = id;
  if (id !== scriptApplication) goTo(state, id);
}

function launch(state: ScriptedState, name: string): void {
  if (name !== scriptApplication && state.script.applications?.includes(name) !== true)
    throw new ActionFailedError('no-such-application', `There is no application '${name}'.`);
  state.launched.add(name);
  select(state, name);
}

function closeApplication(state: ScriptedState, id: string): void {
  if (!state.launched.delete(id)) throw new ActionFailedError('no-such-application', `No application '${id}' runs.`);
  if (state.current === id) state.current = [...state.launched][0] ?? scriptApplication;
}

// What a scripted user interface shows.

function lookAt(state: ScriptedState): Look {
  const { title, controls, notices = [] } = sceneOf(state);
  const application = applicationsOf(state).find(({ current }) => current) ?? {
    id: scriptApplication,
    name: scriptApplication,
    running: true,
    current: true,
  };
  return {
    application: { ...application, title },
    title,
    controls: controls.map((control, index) => controlOf(state, control, index)),
    notices,
    pressed: state.held,
  };
}

function sourceOf(state: ScriptedState): string {
  const { controls } = lookAt(state);
  return controls.map(({ role, name, value }) => `${role} "${name}"${value === undefined ? '' : ` ${value}`}`).join('\n');
}

function textOf(state: ScriptedState, index: number): string {
  const { name, masked } = controlAt(state, index);
  return masked === true ? mask : (valueOf(state, index) ?? name);
}

function controlOf(state: ScriptedState, control: ScriptControl, index: number): Control {
  const { role, name, options, enabled = true, masked } = control;
  const value = valueOf(state, index);
  return {
    id: pathOf(state, index),
    role,
    name,
    value: value === undefined ? undefined : masked === true ? mask : value,
    options,
    states: state.focused === index ? ['focused'] : undefined,
    bounds: { x: 0, y: index * rowHeight, width: screenSize.width, height: rowHeight },
    enabled,
    visible: true,
    interactive: isInteractive(role),
    path: pathOf(state, index),
    source: 'tree',
    masked,
  };
}

// What acting on a scripted user interface does.

/** Thrown by a step with `die`. */
export class ScriptEnded extends Error {}

async function perform(state: ScriptedState, action: DeviceAction, signal: AbortSignal): Promise<Performed> {
  if (action.type === 'read-text')
    return { text: action.target === undefined ? sourceOf(state) : textOf(state, find(state, action.target)) };
  const isPassword = action.type === 'set-text' && sceneOf(state).controls[find(state, action.target)]?.role === 'password';
  await act(state, action, signal);
  return isPassword ? { entry: unverified(unreadable.password) } : {};
}

async function act(
  state: ScriptedState,
  action: Exclude<DeviceAction, { readonly type: 'read-text' }>,
  signal: AbortSignal,
): Promise<void> {
  const { held } = state;
  // What is held is let go of by whatever else is done.
  if (action.type !== 'move') state.held = undefined;
  switch (action.type) {
    case 'click':
      return use(state, find(state, action.target), signal);
    case 'set-text': {
      const index = find(state, action.target);
      return setValue(state, index, (action.clear ? '' : (valueOf(state, index) ?? '')) + action.text);
    }
    case 'select-option':
      return selectOption(state, action, signal);
    case 'press-keys': {
      const index = action.target === undefined ? state.focused : find(state, action.target);
      if (index !== undefined && !action.keys.startsWith('{')) setValue(state, index, (valueOf(state, index) ?? '') + action.keys);
      return;
    }
    case 'navigate':
      return goTo(state, action.url.replace(/^[a-z]+:\/*/i, ''));
    case 'go-back':
      state.screen = state.history.pop() ?? state.screen;
      return;
    case 'select-application':
      return select(state, action.id);
    case 'launch-application':
      return launch(state, action.name);
    case 'hover':
      return void find(state, action.target);
    case 'drag': {
      const [pressed, at] = [middleOf(find(state, action.from)), middleOf(find(state, action.to))];
      if (action.hold) state.held = { pressed, at };
      return;
    }
    case 'move':
      state.held = { ...stillHeld(held), at: middleOf(find(state, action.target)) };
      return;
    case 'release':
      return void stillHeld(held);
    case 'scroll':
      return;
    default:
      return assertNever(action);
  }
}

function stillHeld(held: PressedPointer | undefined): PressedPointer {
  if (held) return held;
  throw new ActionFailedError('not-held', 'Nothing is pressed.');
}

async function selectOption(state: ScriptedState, { target, values }: ActionOf<'select-option'>, signal: AbortSignal): Promise<void> {
  const index = find(state, target);
  const { name, options } = controlAt(state, index);
  const missing = values.find((value) => options?.includes(value) !== true);
  if (missing !== undefined) throw new ActionFailedError('no-such-option', `'${name}' has no option '${missing}'.`);
  setValue(state, index, values.join(', '));
  await use(state, index, signal);
}

async function use(state: ScriptedState, index: number, signal: AbortSignal): Promise<void> {
  const { role, name, enabled, on } = controlAt(state, index);
  if (enabled === false) throw new ActionFailedError('action-failed', `${role} '${name}' is disabled.`);
  state.focused = index;
  if (on !== undefined) await run(state, on, { value: valueOf(state, index) ?? '', signal });
}

async function run(
  state: ScriptedState,
  step: ScriptStep,
  { value, signal }: { readonly value: string; readonly signal: AbortSignal },
): Promise<void> {
  if (step.delayMs !== undefined) await sleep(step.delayMs, undefined, { signal });
  if (step.post !== undefined) {
    const body = JSON.stringify(step.post.body ?? {}).replaceAll('{{value}}', JSON.stringify(value).slice(1, -1));
    const reply = await fetch(step.post.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
    if (!reply.ok) throw new ActionFailedError('action-failed', `${step.post.url} answered ${reply.status}.`);
    await reply.arrayBuffer();
  }
  if (step.delayAfterMs !== undefined) await sleep(step.delayAfterMs, undefined, { signal });
  if (step.die === true) throw new ScriptEnded('The script ended the session.');
  if (step.fail !== undefined) throw new ActionFailedError(step.fail.code, step.fail.message);
  if (step.goto !== undefined) goTo(state, step.goto);
}

// A scripted user interface: what it shows, and what actions do. Knows nothing of processes.

export interface ScriptedInterface {
  applications(): readonly Application[];
  select(id: string): void;
  launch(name: string): void;
  closeApplication(id: string): void;
  look(): Look;
  screenshot(): Uint8Array;
  source(): string;
  isQuiet(): boolean;
  /** Throws `ScriptEnded` for a step with `die`. */
  perform(action: DeviceAction, signal: AbortSignal): Promise<Performed>;
}

let picture: Uint8Array | undefined;

/** Throws `TypeError` for a script without its first screen. */
export function createScriptedInterface(script: DeviceScript): ScriptedInterface {
  const state = startScript(script);
  return {
    applications: () => applicationsOf(state),
    select: (id) => select(state, id),
    launch: (name) => launch(state, name),
    closeApplication: (id) => closeApplication(state, id),
    look: () => lookAt(state),
    screenshot: () => (picture ??= blankPng(screenSize.width, screenSize.height)),
    source: () => sourceOf(state),
    isQuiet: () => sceneOf(state).quiet !== false,
    perform: (action, signal) => perform(state, action, signal),
  };
}
