// The built-in tools that act, made ready: the control that a text means is found, keys are read, windows are looked up. Nothing has happened yet.
import { builtInTool, type BuiltInTool } from '../../domain/flow/tools.js';
import { availableElements } from '../../domain/flow/find-text.js';
import { keysOf, type ToolCall } from '../../domain/flow/tool-call.js';
import type { GuardedAction } from '../../domain/guard/guard.js';
import type { Control } from '../../domain/ui/control.js';
import { escapeKeys } from '../../domain/ui/keys.js';
import type { ActionTarget, DeviceAction } from '../../domain/ui/ui-action.js';
import type { Application } from '../../domain/ui/observation.js';
import type { Device } from '../../ports/device.js';
import type { ToolDescription } from '../../ports/tool-servers.js';
import { argumentsOf, type Arguments } from './tool-arguments.js';
import { controlAt, findOnScreen, isNamed, namesOf, type Screen } from './tool-screen.js';

export type ReadyAct =
  | {
      /** Undefined: there is nothing to do, it is so already. */
      readonly action: DeviceAction | undefined;
      readonly target?: Control;
      /** The application that will be in front. */
      readonly app?: Application;
    }
  | { readonly failed: { readonly code: string; readonly message: string; readonly candidates?: readonly string[] } };

type Maker = (device: Device, screen: Screen, args: Arguments, signal: AbortSignal) => Promise<ReadyAct>;

const makers: Readonly<Record<string, Maker>> = {
  async click(_device, screen, args, signal) {
    const pressed = { type: 'click', button: args.oneOf('button', ['left', 'right', 'middle']), clickCount: clickCountOf(args) } as const;
    const text = args.optionalText('text');
    if (text === undefined) {
      const point = { x: args.number('x'), y: args.number('y') };
      const target = controlAt((await screen.look()).controls, point.x, point.y);
      return { action: { ...pressed, target: { point, unit: 'px' } }, ...(target ? { target } : {}) };
    }
    const app = args.optionalText('app_name');
    if (app !== undefined) await screen.bringForward(app);
    const [best] = await findOnScreen(screen, text, 'contains', signal);
    if (!best) {
      const { title, controls } = await screen.look();
      return notFound(text, availableElements(controls), ` on the screen "${title}"`);
    }
    const target: ActionTarget<Control> = best.control ? { control: best.control } : { point: { x: best.x, y: best.y }, unit: 'px' };
    const under = best.control ?? controlAt((await screen.look()).controls, best.x, best.y);
    return { action: { ...pressed, target }, ...(under ? { target: under } : {}) };
  },

  /** Into the focused field where there is one: only a field takes secrets. */
  async type_text(_device, screen, args) {
    const text = args.text('text');
    const focused = (await screen.look()).controls.find(
      ({ states, role }) => states?.includes('focused') === true && textRoles.includes(role),
    );
    return focused
      ? { action: { type: 'set-text', target: { control: focused }, text, clear: false }, target: focused }
      : { action: { type: 'press-keys', keys: escapeKeys(text) } };
  },

  async press_key(_device, screen, args) {
    const key = args.text('key');
    const modifiers = args.texts('modifiers');
    const keys = keysOf(key, modifiers);
    if (keys === undefined)
      return {
        failed: {
          code: 'invalid-arguments',
          message: `There is no key '${[...modifiers, key].join('+')}'. Keys are single characters and names such as Enter, Tab, Escape, ArrowDown, F5; modifiers are ctrl, alt, shift.`,
        },
      };
    const focused = (await screen.look()).controls.find(({ states }) => states?.includes('focused') === true);
    return { action: { type: 'press-keys', keys }, ...(focused ? { target: focused } : {}) };
  },

  async scroll(_device, _screen, args) {
    const x = args.optionalNumber('x');
    const y = args.optionalNumber('y');
    const target = x === undefined || y === undefined ? {} : ({ target: { point: { x, y }, unit: 'px' } } as const);
    return { action: { type: 'scroll', deltaX: 0, deltaY: args.number('delta_y'), ...target } };
  },

  async focus_window(device, _screen, args) {
    const applications = (await device.listApplications()).filter(({ running }) => running);
    const id = args.optionalText('window_id');
    const name = args.optionalText('app_name');
    const pid = args.optionalText('pid');
    if (pid !== undefined)
      return {
        failed: {
          code: 'not-supported',
          message: `Windows of a ${device.kind} device have no process ids; name the window by window_id or app_name.`,
        },
      };
    const wanted = applications.find((window) => (id === undefined ? name !== undefined && isNamed(window, name) : window.id === id));
    if (!wanted) return notFound(id ?? name ?? '', namesOf(applications));
    const isThere = wanted.current || args.optionalFlag('bring_to_front') === false;
    return { action: isThere ? undefined : { type: 'select-application', id: wanted.id }, app: wanted };
  },

  async launch_app(_device, _screen, args) {
    return { action: { type: 'launch-application', name: args.text('app_name') } };
  },

  async navigate(_device, _screen, args) {
    return { action: { type: 'navigate', url: args.text('url') } };
  },
};

const textRoles: readonly string[] = ['textbox', 'searchbox', 'password', 'combobox', 'spinbutton'];

export function isActing({ name }: ToolCall): boolean {
  return Object.hasOwn(makers, name);
}

/** Throws `ToolArgumentError`, `ActionFailedError`, `DeviceGoneError`. */
export async function readyAct(device: Device, screen: Screen, call: ToolCall, signal: AbortSignal): Promise<ReadyAct> {
  const make = makers[call.name];
  if (!make) throw new TypeError(`'${call.name}' does not act`);
  return make(device, screen, argumentsOf(call), signal);
}

/** As the guard judges it. */
export function guardedAct({ name, arguments: args }: ToolCall, action: DeviceAction, target: Control | undefined): GuardedAction {
  const { effect = 'input', asFunction = name }: Partial<BuiltInTool> = builtInTool(name) ?? {};
  return {
    function: asFunction,
    args,
    effect,
    run: { kind: 'device', action },
    ...(target ? { target: { role: target.role, name: target.name } } : {}),
  };
}

/** A server's tool. One that bears a built-in's name is judged as that one at least, whatever it says of itself: whoever may take its place does not take its rules away. */
export function guardedOther({ name, readOnly }: ToolDescription, args: GuardedAction['args']): GuardedAction {
  const { effect: known = 'read', asFunction = name }: Partial<BuiltInTool> = builtInTool(name) ?? {};
  const told = readOnly ? 'read' : 'input';
  return { function: asFunction, args, effect: known === 'read' ? told : known };
}

function clickCountOf(args: Arguments): 1 | 2 | 3 {
  const count = args.optionalNumber('click_count') ?? 1;
  return count === 2 || count === 3 ? count : 1;
}

function notFound(wanted: string, candidates: readonly string[], where = ''): ReadyAct {
  const there = candidates.length === 0 ? `nothing${where} could be meant` : `there are: ${candidates.slice(0, 20).join(', ')}`;
  return { failed: { code: 'target-not-found', message: `"${wanted}" is not there; ${there}`, candidates } };
}
