import { assertNever } from '../../domain/assert-never.js';
import type { Control, ControlRef } from '../../domain/ui/control.js';
import type { ActionTarget, DeviceAction, UiAction } from '../../domain/ui/ui-action.js';

/** A decided action with the controls of its observation in place of their names. `controlOf` throws when it is not the control that was decided on. */
export function bindAction(action: UiAction, controlOf: (ref: ControlRef) => Control): DeviceAction {
  function bind(target: ActionTarget<ControlRef>): ActionTarget<Control> {
    return 'control' in target ? { control: controlOf(target.control) } : target;
  }

  switch (action.type) {
    case 'click':
    case 'set-text':
    case 'select-option':
      return { ...action, target: bind(action.target) };
    case 'press-keys':
      return { type: action.type, keys: action.keys, ...(action.target === undefined ? {} : { target: bind(action.target) }) };
    case 'scroll':
      return {
        type: action.type,
        deltaX: action.deltaX,
        deltaY: action.deltaY,
        ...(action.target === undefined ? {} : { target: bind(action.target) }),
      };
    case 'read-text':
      return { type: action.type, ...(action.target === undefined ? {} : { target: bind(action.target) }) };
    case 'drag':
    case 'navigate':
    case 'go-back':
    case 'select-application':
    case 'launch-application':
      return action;
    default:
      return assertNever(action);
  }
}
