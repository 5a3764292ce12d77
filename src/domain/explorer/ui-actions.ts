import type { DeviceKind } from '../device/device-spec.js';
import type { ControlRef } from '../ui/control.js';
import type { UiAction } from '../ui/ui-action.js';
import type { StoredAction } from './requests.js';

const textRoles: readonly string[] = ['textbox', 'searchbox'];

/** What a device does for an explorer's action, in order. A text in the only field is submitted with Enter: a search, a new entry of a list. */
export function uiActionsOf(
  { verb, target, label, text = '' }: StoredAction,
  all: readonly StoredAction[],
  { url, kind }: { readonly url: string | undefined; readonly kind: DeviceKind },
): readonly UiAction[] {
  const control: ControlRef | undefined = target && label !== undefined ? { ...target, label } : undefined;
  switch (verb) {
    case 'back':
      // A desktop has no other way back than out of a menu or a dialog.
      return [kind === 'desktop' ? { type: 'press-keys', keys: '{ESC}' } : { type: 'go-back' }];
    case 'home':
      return url === undefined ? [] : [{ type: 'navigate', url }];
    case 'wait':
      return [];
    case 'scroll':
    case 'swipe':
      return [{ type: 'scroll', deltaX: 0, deltaY: 600 }];
    case 'tap':
    case 'long_press':
      return control ? [{ type: 'click', target: { control }, button: 'left', clickCount: 1 }] : [];
    case 'type': {
      if (!control) return [];
      if (control.role === 'combobox') return [{ type: 'select-option', target: { control }, values: [text] }];
      const entered: UiAction = { type: 'set-text', target: { control }, text, clear: true };
      const isAlone = textRoles.includes(control.role) && all.filter((one) => one.verb === 'type').length === 1;
      return isAlone ? [entered, { type: 'press-keys', target: { control }, keys: '{ENTER}' }] : [entered];
    }
  }
}
