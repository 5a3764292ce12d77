// What an `Act` of a compiled flow does at its target, and as which of the agents' functions the guard judges it.
import { z } from 'zod';
import type { Deed } from '../../domain/flow/document.js';
import { deedSchema, interruptionSchema } from '../../domain/flow/document.schema.js';
import { screenSchema, targetSchema } from '../../domain/anchors/anchors.schema.js';
import { assertNever } from '../../domain/errors/assert-never.js';
import type { Control } from '../../domain/ui/control.js';
import type { DeviceAction, MouseButton } from '../../domain/ui/ui-action.js';
import type { Json } from '../../domain/run/json.js';

/** Arguments of the calls behind nodes. */
export const placeArgs = {
  target: targetSchema.optional(),
  screen: screenSchema.optional(),
  wait_ms: z.number().default(10_000),
  interruptions: z.array(interruptionSchema).default([]),
};
/** `settles`: whether the page is waited for afterwards; the next node waits for its own. `given_name`: the target's name is a value of this run, other than the recorded one. */
export const actArgs = { ...placeArgs, deed: deedSchema, settles: z.boolean().default(true), given_name: z.boolean().default(false) };

const buttons: Readonly<Record<'Left' | 'Right' | 'Center', MouseButton>> = { Left: 'left', Right: 'right', Center: 'middle' };
const pixelsPerNotch = 100;

/** `control`: its target; `to`: the second one of a drag. Undefined: the deed needs a target that it has not. */
export function deedAction(deed: Deed, control: Control | undefined, to: Control | undefined): DeviceAction | undefined {
  const at = control && { target: { control } };
  switch (deed.type) {
    case 'Click':
      return at && { type: 'click', ...at, button: buttons[deed.button], clickCount: deed.click_count as 1 | 2 | 3 };
    case 'Hover':
      return at && { type: 'hover', ...at };
    case 'SetText':
      return at && { type: 'set-text', ...at, text: deed.text, clear: deed.clear };
    case 'PressKeys':
      return { type: 'press-keys', ...at, keys: deed.keys };
    case 'Select':
      return at && { type: 'select-option', ...at, values: deed.values };
    case 'Scroll':
      return { type: 'scroll', ...at, deltaX: deed.delta_x, deltaY: deed.delta_y };
    case 'Drag':
      return at && to && { type: 'drag', from: at.target, to: { control: to }, button: 'left' };
    case 'Navigate':
      return { type: 'navigate', url: deed.url };
    case 'GoBack':
      return { type: 'go-back' };
    case 'LaunchApp':
      return { type: 'launch-application', name: deed.app_name };
    default:
      return assertNever(deed);
  }
}

/** The agents' function that does the same, and its arguments: names in guard rules, and what a person is asked about. */
export function deedFunction(deed: Deed): { readonly function: string; readonly args: Readonly<Record<string, Json>> } {
  switch (deed.type) {
    case 'Click':
      return { function: 'click_input', args: { button: buttons[deed.button], double: deed.click_count === 2 } };
    case 'Hover':
      return { function: 'hover', args: {} };
    case 'SetText':
      return { function: 'set_edit_text', args: { text: deed.text, clear_current_text: deed.clear } };
    case 'PressKeys':
      return { function: 'keyboard_input', args: { keys: deed.keys } };
    case 'Select':
      return { function: 'select_option', args: { values: deed.values } };
    case 'Scroll':
      return { function: 'wheel_mouse_input', args: { wheel_dist: -deed.delta_y / pixelsPerNotch } };
    case 'Drag':
      return { function: 'drag', args: { to: deed.to.name ?? deed.to.role } };
    case 'Navigate':
      return { function: 'navigate', args: { url: deed.url } };
    case 'GoBack':
      return { function: 'go_back', args: {} };
    case 'LaunchApp':
      return { function: 'launch_application', args: { name: deed.app_name } };
    default:
      return assertNever(deed);
  }
}
