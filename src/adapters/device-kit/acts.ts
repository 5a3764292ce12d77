// What devices have in common in doing what is asked of them: a function for each kind of action, and refusals in the same words.

import type { Control } from '../../domain/ui/control.js';
import type { Entry } from '../../domain/ui/read-back.js';
import type { ActionOf, DeviceAction } from '../../domain/ui/ui-action.js';
import { ActionFailedError, type Performed } from '../../ports/device.js';
import { hasSecret } from '../masking-kit/secrets.js';

/** Returns how an entry turned out that is not as it was given, and what was read. */
export type Acts<Tools> = {
  readonly [Type in DeviceAction['type']]: (
    tools: Tools,
    action: ActionOf<Type, Control>,
  ) => Promise<Type extends 'read-text' ? { readonly text: string } : Entry | void>;
};

export async function performBy<Tools>(acts: Acts<Tools>, tools: Tools, action: DeviceAction): Promise<Performed> {
  if (action.type === 'read-text') return acts['read-text'](tools, action);
  const act = acts[action.type] as (tools: Tools, action: DeviceAction) => Promise<Entry | void>;
  const entry = await act(tools, action);
  return entry ? { entry } : {};
}

export function refuseSecretKeys(keys: string): void {
  if (hasSecret(keys)) throw new ActionFailedError('secret-refused', 'Secrets are not pressed as keys: set them as the text of a field.');
}

/** For devices on which only drop-downs are chosen from, one option at a time. */
export function oneOption({ target, values }: ActionOf<'select-option'>): { readonly control: Control; readonly wanted: string } {
  const [wanted] = values;
  if (!('control' in target) || target.control.role !== 'combobox' || values.length !== 1 || wanted === undefined)
    throw new ActionFailedError('not-supported', 'Only one option of a drop-down can be selected; choose anything else by clicking.');
  return { control: target.control, wanted };
}

/** The control to read; undefined: all. @param all - what that is called: the page */
export function readFrom({ target }: ActionOf<'read-text'>, all: string): Control | undefined {
  if (target && !('control' in target))
    throw new ActionFailedError('not-supported', `Text is read from a control or the whole ${all}, not from a point.`);
  return target?.control;
}
