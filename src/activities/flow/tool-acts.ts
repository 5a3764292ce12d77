// The built-in tools that act, up to the point of acting: they find the control that a text means, read keys, look up windows. Nothing has happened yet,
// and whether it may, the guard says.
import { deedWords, effectOf, functionOf, isOnScreen, toolWords } from '../../domain/action/actions.js';
import type { ToolWord } from '../../domain/action/columns.js';
import { clickCountOf } from '../../domain/action/pointer.js';
import type { Deed } from '../../domain/flow/document.js';
import { availableElements } from '../../domain/flow/find-text.js';
import { needsTarget } from '../../domain/flow/run-limits.js';
import type { CallToolInput, CallToolResult } from '../../domain/flow/requests.js';
import { builtInTool, type ActingToolName, keysOf, type ToolCall, unknownKey } from '../../domain/flow/tools.js';
import type { Activation } from '../../domain/guard/activation.js';
import { effectChecksOf, guardAction, rememberingOfVerdict, type Guard, type GuardedAction } from '../../domain/guard/guard.js';
import { createJudgement, judgedScreenOf, toolActivation } from '../../domain/guard/judge.js';
import type { Lexicon } from '../../domain/guard/lexicon.js';
import { writesOf, type WritePermit } from '../../domain/wire/write-gate.js';
import type { Control } from '../../domain/ui/control.js';
import { escapeKeys } from '../../domain/ui/keys.js';
import type { Application, ArtifactRef } from '../../domain/ui/observation.js';
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Look } from '../../ports/device.js';
import type { ToolDescription } from '../../ports/tool-servers.js';
import { defineTool, type Literal, type Tool, number, shapeOf, type ShapeOf } from './define-tool.js';
import { actArgs, awaitPlace, type NotThere } from './node-place.js';
import { controlAt, findOnScreen, isNamed, namesOf } from './tool-screen.js';

export type ReadyAct =
  | {
      /** Undefined: there is nothing to do. */
      readonly action: DeviceAction | undefined;
      readonly target?: Control;
      /** The application that will be in front. */
      readonly app?: Application;
      /** What stood in front before, and was left there (screen-2 of expected-screen.ts). */
      readonly aside?: readonly string[];
      readonly warnings?: readonly string[];
    }
  | { readonly failed: { readonly code: string; readonly message: string; readonly candidates?: readonly string[] } | NotThere };

export const actingTools = {
  click: acting(toolWords.click, async (args, { screen, signal, needs }) => {
    const pressed = { type: 'click', button: args.button, clickCount: clickCountOf(args.click_count) } as const;
    const { text: wanted } = args;
    if (wanted === undefined) {
      const { x, y } = needs({ x: number, y: number });
      return { action: { ...pressed, target: { point: { x, y }, unit: 'px' } }, ...targetAt((await screen.look()).controls, x, y) };
    }
    if (args.app_name !== undefined) await screen.bringForward(args.app_name);
    const [best] = await findOnScreen(screen, wanted, 'contains', signal);
    const { title, controls } = await screen.look();
    if (!best) return notFound(wanted, availableElements(controls), ` on the screen "${title}"`);
    const { control, x, y } = best;
    return control
      ? { action: { ...pressed, target: { control } }, target: control }
      : { action: { ...pressed, target: { point: { x, y }, unit: 'px' } }, ...targetAt(controls, x, y) };
  }),

  /** Into the focused field where there is one: only a field takes secrets. */
  type_text: acting(toolWords.type_text, async ({ text: typed }, { screen }) => {
    const focused = (await screen.look()).controls.find((control) => hasFocus(control) && textRoles.includes(control.role));
    return focused
      ? { action: { type: 'set-text', target: { control: focused }, text: typed, clear: false }, target: focused }
      : { action: { type: 'press-keys', keys: escapeKeys(typed) } };
  }),

  press_key: acting(toolWords.press_key, async ({ key, modifiers }, { screen }) => {
    const keys = keysOf(key, modifiers);
    if (keys === undefined) return { failed: { code: 'invalid-arguments', message: unknownKey(key, modifiers) ?? '' } };
    const focused = (await screen.look()).controls.find(hasFocus);
    return { action: { type: 'press-keys', keys }, target: focused };
  }),

  scroll: acting(toolWords.scroll, async ({ x, y, delta_y: deltaY }) => {
    const target = x === undefined || y === undefined ? undefined : ({ point: { x, y }, unit: 'px' } as const);
    return { action: { type: 'scroll', target, deltaX: 0, deltaY } };
  }),

  focus_window: acting(toolWords.focus_window, async (args, { device }) => {
    const applications = (await device.listApplications()).filter(({ running }) => running);
    const { window_id: id, app_name: name, pid } = args;
    if (pid !== undefined)
      return {
        failed: {
          code: 'not-supported',
          message: `Windows of a ${device.kind} device have no process ids; name the window by window_id or app_name.`,
        },
      };
    const wanted = applications.find((window) => (id === undefined ? name !== undefined && isNamed(window, name) : window.id === id));
    if (!wanted) return notFound(id ?? name ?? '', namesOf(applications));
    const isThere = wanted.current || args.bring_to_front === false;
    return { action: isThere ? undefined : { type: 'select-application', id: wanted.id }, app: wanted };
  }),

  launch_app: acting(toolWords.launch_app, async ({ app_name: name }) => ({ action: { type: 'launch-application', name } })),

  'flow:act': defineTool({
    args: actArgs,
    description: '',
    async run({ deed, target, screen: expected, wait_ms: waitMs, interruptions, aside, given_name: isGiven }, scene): Promise<ReadyAct> {
      const targets = [...(target ? [target] : []), ...(deed.type === 'Drag' ? [deed.to] : [])];
      const place = await awaitPlace(
        { targets, screen: expected, waitMs, interruptions, aside, acts: true, goesToFocus: deed.type === 'PressKeys' && !target, isGiven },
        scene,
      );
      if ('failed' in place) return place;
      const [control, to] = target ? place.controls : [undefined, place.controls[0]];
      const action = deedWords[deed.type].action(deed, control && { control }, to && { control: to });
      return action
        ? { action, target: control, aside: place.aside, warnings: place.warnings }
        : { failed: { code: 'invalid-arguments', message: needsTarget(deed) } };
    },
  }),

  navigate: acting(toolWords.navigate, async ({ url }) => ({ action: { type: 'navigate', url } })),
} as const satisfies { readonly [N in ActingToolName]: Tool<ReadyAct> };

function acting<A extends ToolWord['args']>(
  { args, description }: { readonly args: A } & Pick<ToolWord, 'description'>,
  run: Literal<ShapeOf<A>, ReadyAct>['run'],
): Tool<ReadyAct> {
  return defineTool({ args: shapeOf(args), description, run });
}

const textRoles: readonly string[] = ['textbox', 'searchbox', 'password', 'combobox', 'spinbutton'];

function hasFocus({ states }: Control): boolean {
  return states?.includes('focused') === true;
}

function targetAt(controls: readonly Control[], x: number, y: number): { readonly target?: Control } {
  const target = controlAt(controls, x, y);
  return target ? { target } : {};
}

function notFound(wanted: string, candidates: readonly string[], where = ''): ReadyAct {
  const there = candidates.length === 0 ? `nothing${where} could be meant` : `there are: ${candidates.slice(0, 20).join(', ')}`;
  return { failed: { code: 'target-not-found', message: `"${wanted}" is not there; ${there}`, candidates } };
}

// ── Whether a tool may act: the guard's verdict, and what a person approved ──

/** As the guard judges it. */
export async function guardedAct(
  { name, arguments: args }: ToolCall,
  { action, target }: { readonly action: DeviceAction; readonly target?: Control | undefined },
  { look, lexicon }: { look(): Promise<Look>; readonly lexicon: Lexicon },
): Promise<GuardedAction> {
  return {
    activation: isOnScreen(action) ? judgedOn(await look(), action, lexicon) : undefined,
    ...(name === 'flow:act' ? deedFunction(args['deed'] as Deed) : { function: functionOf('tools', name), args }),
    effect: effectOf(action),
    run: { kind: 'device', action },
    target: target ? { role: target.role, name: target.name } : undefined,
  };
}

/** The agents' function that does the same, and its arguments: names in guard rules, and what a person is asked about. */
function deedFunction(deed: Deed): Pick<GuardedAction, 'function' | 'args'> {
  return { function: functionOf('deeds', deed.type), args: deedWords[deed.type].args(deed) };
}

function judgedOn(look: Look, action: DeviceAction, lexicon: Lexicon): Activation {
  return createJudgement(judgedScreenOf(look, look.controls), lexicon)(action);
}

/** A server's tool. One with the name of a built-in tool is judged at least as that tool, whatever it claims: replacing the tool does not remove its rules. */
export function guardedOther({ name, readOnly }: ToolDescription, args: GuardedAction['args'], lexicon: Lexicon): GuardedAction {
  const known = builtInTool(name)?.effect ?? 'read';
  const told = readOnly ? 'read' : 'input';
  return {
    function: functionOf('tools', name),
    args,
    effect: known === 'read' ? told : known,
    activation: toolActivation(name, args, lexicon),
  };
}

/** tool-2 of tool-activities.ts. Undefined: it may run. */
export interface Judge {
  /** Undefined: it may act. */
  verdict(input: CallToolInput, action: GuardedAction, target?: Control): Promise<Stopped | undefined>;
  /** What it may send once it acts. */
  writes(input: CallToolInput, action: GuardedAction): Promise<WritePermit | undefined>;
}
type Stopped = Extract<CallToolResult, { readonly status: 'failed' | 'approval' }>;

const guardsKept = 32;

export function createJudge(artifacts: Pick<ArtifactStore, 'getJson'>): Judge {
  const guards = new Map<ArtifactRef, Guard>();

  /** Cached: few runs are active at a time, and each asks for the same guard again and again. */
  async function guardOf({ guard: ref }: CallToolInput): Promise<Guard> {
    const known = guards.get(ref);
    if (known) return known;
    const guard = (await artifacts.getJson(ref)) as Guard;
    guards.set(ref, guard);
    for (const oldest of [...guards.keys()].slice(0, -guardsKept)) guards.delete(oldest);
    return guard;
  }

  const verdict: Judge['verdict'] = async (input, action, target) => {
    const guard = await guardOf(input);
    const said = guardAction(guard, action);
    switch (said.verdict) {
      case 'allow':
        return undefined;
      case 'refuse':
        return { status: 'failed', code: said.code, message: said.message };
      case 'confirm': {
        if (isApproved(input, target)) return undefined;
        const effectChecks = effectChecksOf(guard, action);
        return {
          status: 'approval',
          reason: said.reason,
          effectChecks: effectChecks.length > 0 ? effectChecks : undefined,
          target: target && { label: '', role: target.role, name: target.name },
          ...rememberingOfVerdict(said.forbids, action.activation?.remembering),
        };
      }
    }
  };
  return { verdict, writes: async (input, action) => writesOf(await guardOf(input), [action], input.passes) };
}

/** An approval without a target covers only an action without one. */
function isApproved({ approved }: CallToolInput, target: Control | undefined): boolean {
  return approved !== undefined && approved?.role === target?.role && approved?.name === target?.name;
}
