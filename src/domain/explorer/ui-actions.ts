import { verbWords } from '../action/actions.js';
import type { DeviceKind } from '../device/device-spec.js';
import type { UiAction } from '../ui/ui-action.js';
import type { StoredAction } from './requests.js';

const textRoles: readonly string[] = ['textbox', 'searchbox'];

/** What a device does for an explorer's action, in order. A text in the only field is submitted with Enter: a search, a new entry of a list. */
export function uiActionsOf(
  { verb, target, label, text = '' }: StoredAction,
  all: readonly StoredAction[],
  { url, kind }: { readonly url: string | undefined; readonly kind: DeviceKind },
): readonly UiAction[] {
  const isAlone = textRoles.includes(target?.role ?? '') && all.filter((one) => one.verb === 'type').length === 1;
  return verbWords[verb].actions({ control: target && label !== undefined ? { ...target, label } : undefined, text, isAlone, url, kind });
}
