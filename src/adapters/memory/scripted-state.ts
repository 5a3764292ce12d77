// The current screen of a scripted user interface, and what was entered into it.
import type { Control } from '../../domain/ui/control.js';
import type { Point } from '../../domain/ui/geometry.js';
import type { ActionTarget, HeldPointer } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import type { DeviceScript, ScriptControl } from './device-script.js';

export interface ScriptedState {
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
  held: HeldPointer | undefined;
}

/** px. */
export const screenSize = { width: 640, height: 480 } as const;
export const rowHeight = 24;
export const scriptApplication = 'script';

/** Throws `TypeError` for a script without its first screen. */
export function startScript(script: DeviceScript): ScriptedState {
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

export function sceneOf({ script, screen }: Pick<ScriptedState, 'script' | 'screen'>): DeviceScript['screens'][string] {
  const scene = script.screens[screen];
  if (scene === undefined) throw new TypeError(`The script has no screen '${screen}', only: ${Object.keys(script.screens).join(', ')}.`);
  return scene;
}

export function goTo(state: ScriptedState, screen: string): void {
  if (state.script.screens[screen] === undefined) throw new ActionFailedError('action-failed', `The script has no screen '${screen}'.`);
  state.history.push(state.screen);
  state.screen = screen;
  state.focused = undefined;
}

/** Index of the target on the current screen, whose rows are 24 px high. */
export function find(state: ScriptedState, target: ActionTarget<Control>): number {
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

export function middleOf(index: number): Point {
  return { x: screenSize.width / 2, y: (index + 0.5) * rowHeight };
}

export function controlAt(state: ScriptedState, index: number): ScriptControl {
  const control = sceneOf(state).controls[index];
  if (control === undefined) throw new ActionFailedError('control-gone', `Screen '${state.screen}' has no control ${index}.`);
  return control;
}

export function pathOf({ screen }: ScriptedState, index: number): string {
  return `${screen}/${index}`;
}

export function valueOf(state: ScriptedState, index: number): string | undefined {
  return state.values.get(pathOf(state, index)) ?? controlAt(state, index).value;
}

export function setValue(state: ScriptedState, index: number, value: string): void {
  state.focused = index;
  state.values.set(pathOf(state, index), value);
}
