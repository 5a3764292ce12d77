// What a model may call. One literal a function; the tool list in the prompt, the schema of `Args` and the check of a reply are all made from it (argument schemas: functions.schema.ts).
import type { ActionEffect } from './decision.js';

export interface AgentFunction {
  readonly name: string;
  /** As the model reads it. */
  readonly description: string;
  /** With defaults and units, as the model reads it: `button="left"`. */
  readonly signature: string;
  readonly effect: ActionEffect;
  readonly agents: 'app' | 'host' | 'both';
  /** `browser`: only offered where the application has an address. */
  readonly devices: 'any' | 'browser';
  /** Whether `ControlLabel` must, may or does not name a control. */
  readonly control: 'required' | 'optional' | 'none';
}

export const agentFunctions = [
  {
    name: 'click_input',
    signature: 'button="left"|"right"|"middle", double=false',
    description: 'Click the control.',
    effect: 'input',
    agents: 'app',
    devices: 'any',
    control: 'required',
  },
  {
    name: 'click_on_coordinates',
    signature: 'x, y, button="left", double=false',
    description: 'Click a point that no label covers. x and y are fractions of the screenshot, 0..1 from its top left.',
    effect: 'input',
    agents: 'app',
    devices: 'any',
    control: 'none',
  },
  {
    name: 'drag_on_coordinates',
    signature: 'start_x, start_y, end_x, end_y',
    description: 'Drag with the left button between two points, fractions as above.',
    effect: 'input',
    agents: 'app',
    devices: 'any',
    control: 'none',
  },
  {
    name: 'set_edit_text',
    signature: 'text, clear_current_text=false',
    description: 'Type text into the control; with clear_current_text=true it replaces what is there. Write a secret as {{secret:NAME}}.',
    effect: 'input',
    agents: 'app',
    devices: 'any',
    control: 'required',
  },
  {
    name: 'keyboard_input',
    signature: 'keys',
    description:
      'Press keys in the control, or where the focus is. {ENTER} {TAB} {ESC} {DOWN} …; ^ is Ctrl, + Shift, % Alt: "^a", "{TAB 2}".',
    effect: 'input',
    agents: 'app',
    devices: 'any',
    control: 'optional',
  },
  {
    name: 'wheel_mouse_input',
    signature: 'wheel_dist',
    description: 'Turn the wheel over the control or the page, in notches of 100 px: positive scrolls up, negative down.',
    effect: 'input',
    agents: 'app',
    devices: 'any',
    control: 'optional',
  },
  {
    name: 'select_option',
    signature: 'values',
    description: 'Choose these options (their texts) in a combobox or listbox.',
    effect: 'input',
    agents: 'app',
    devices: 'any',
    control: 'required',
  },
  {
    name: 'texts',
    signature: '',
    description: 'Read the full text of the control, or of the whole page.',
    effect: 'read',
    agents: 'app',
    devices: 'any',
    control: 'optional',
  },
  {
    name: 'wait',
    signature: 'seconds',
    description: 'Wait, at most 300 seconds, for something that is under way.',
    effect: 'read',
    agents: 'app',
    devices: 'any',
    control: 'none',
  },
  {
    name: 'summary',
    signature: 'text',
    description: 'Keep a text as the result of this step, for example facts read from the screen.',
    effect: 'read',
    agents: 'app',
    devices: 'any',
    control: 'none',
  },
  {
    name: 'annotation',
    signature: 'control_labels',
    description: 'Label only these controls in the next observation, to look closer.',
    effect: 'read',
    agents: 'app',
    devices: 'any',
    control: 'none',
  },
  {
    name: 'navigate',
    signature: 'url',
    description: 'Open an address in this tab.',
    effect: 'input',
    agents: 'app',
    devices: 'browser',
    control: 'none',
  },
  {
    name: 'go_back',
    signature: '',
    description: 'Go back one page in the history of this tab.',
    effect: 'input',
    agents: 'app',
    devices: 'browser',
    control: 'none',
  },
  {
    name: 'select_application',
    signature: 'id',
    description: 'Bring a running application to the front.',
    effect: 'input',
    agents: 'host',
    devices: 'any',
    control: 'none',
  },
  {
    name: 'launch_application',
    signature: 'name',
    description: 'Start an application of the list that is not running.',
    effect: 'launch',
    agents: 'host',
    devices: 'any',
    control: 'none',
  },
] as const satisfies readonly AgentFunction[];

export type AgentFunctionName = (typeof agentFunctions)[number]['name'];

/** What an agent is offered on this kind of application. */
export function functionsOf(agent: 'app' | 'host', browser = true): readonly (AgentFunction & { readonly name: AgentFunctionName })[] {
  return (agentFunctions as readonly (AgentFunction & { readonly name: AgentFunctionName })[]).filter(
    ({ agents, devices }) => (agents === agent || agents === 'both') && (devices === 'any' || browser),
  );
}
