// The columns of the table of actions (actions.ts). A language that speaks of actions is a column: from each of its words to what it means.
import type { ActionRun, Scene } from './call-references.js';
import type { ComputerItem } from '../computer/computer-turn.js';
import type { ItemCall, PictureOfScreen } from '../computer/picture-places.js';
import type { DeviceKind } from '../device/device-spec.js';
import type { Verb } from '../explorer/actions.js';
import type { Deed, NodeType, NodeTypeInput } from '../flow/document.js';
import type { ActionEffect } from '../run/decided-action.js';
import type { Json } from '../run/json.js';
import type { Control, ControlRef } from '../ui/control.js';
import type { ActionOf, ActionTarget, DeviceAction, PointTarget, UiAction, UiActionOf } from '../ui/ui-action.js';
import type { PersonAction } from '../take-over/person-action.js';
import type { ArgumentKind, ArgumentValues } from './arguments.schema.js';
import type { Wording } from './wording.js';

export type ActionKind = UiAction['type'];

/** What an action does to what is at its target: by this it is judged, whatever it is called. */
export type Doing<T> =
  | { readonly does: 'press'; readonly at: ActionTarget<T> }
  | { readonly does: 'write'; readonly at: ActionTarget<T>; readonly text: string }
  | { readonly does: 'choose'; readonly at: ActionTarget<T>; readonly values: readonly string[] }
  | { readonly does: 'keys'; readonly at?: ActionTarget<T> | undefined; readonly keys: string }
  /** `hold`: it is not let go yet. */
  | { readonly does: 'drag'; readonly from: ActionTarget<T>; readonly to: ActionTarget<T>; readonly hold?: true | undefined }
  | { readonly does: 'drop'; readonly from: PointTarget; readonly to: PointTarget };

export interface Row<K> {
  readonly effect: ActionEffect;
  /** `judged`: done to what the screen shows, and judged by that. `seen`: meant for the screen that it was decided on, where it presses nothing. `any`: the same on every screen. */
  readonly screen: 'judged' | 'seen' | 'any';
  /** Only what is in view changes, or what is in front. Absent: more may. */
  readonly moves?: 'view' | 'place';
  /** Absent: it sets nothing going. */
  doing?<T>(action: ActionOf<K, T>): Doing<T>;
  /** What models may call. The first of them is the action's name in guard rules, whoever speaks of it. */
  readonly functions: Readonly<Record<string, FunctionWord>>;
  readonly tools?: Readonly<Record<string, ToolWord>>;
  readonly nodes?: { readonly [N in NodeType['type']]?: NodeWord<N> };
  readonly deeds?: { readonly [D in Deed['type']]?: DeedWord<K, D> };
  readonly person?: { readonly [P in PersonAction['type']]?: PersonWord<P> };
  readonly items?: { readonly [I in ComputerItem['type']]?: ItemWord<I> };
  readonly verbs?: { readonly [V in Verb]?: VerbWord };
}

export type Table = { readonly [K in ActionKind | 'wait' | 'summary' | 'annotation']: Row<K> };

// ── The agents' functions ────────────────────────────────────────────────────

type Arguments = Readonly<Record<string, ArgumentKind>>;
type Values<A extends Arguments> = { readonly [N in keyof A]: ArgumentValues[A[N]] };

interface FunctionFacts<A> {
  /** Key order is that of the wire schema. */
  readonly args: A;
  /** As the model reads it. */
  readonly description: string;
  /** As people read it. */
  readonly words: Wording;
  /** Whose it is; default: an AppAgent's. */
  readonly agent?: 'host';
  /** Only offered where the application has an address. */
  readonly inBrowsers?: true;
}

/** What a function acts on: the control of `ControlLabel`, required or optional; that or a place among its arguments; a point in the screenshot; or nothing on the screen. */
type Aimed<A extends Arguments> =
  | { readonly aims: 'control'; run(args: Values<A>, scene: Scene & { readonly target: ControlRef }): ActionRun }
  | {
      readonly aims: 'control-or-screen' | 'control-or-place';
      run(args: Values<A>, scene: Scene & { readonly target: ControlRef | undefined }): ActionRun;
    }
  | { readonly aims: 'point' | 'nothing'; run(args: Values<A>, scene: Scene): ActionRun };

export interface FunctionWord extends FunctionFacts<Arguments> {
  readonly aims: Aimed<Arguments>['aims'];
  run(args: Readonly<Record<string, unknown>>, scene: Scene & { readonly target: ControlRef | undefined }): ActionRun;
}

export interface NamedFunction extends FunctionWord {
  readonly name: string;
  readonly effect: ActionEffect;
}

export function called<const A extends Arguments>(word: FunctionFacts<A> & Aimed<A>): FunctionWord {
  return word;
}

// ── Flows ────────────────────────────────────────────────────────────────────

/** Kinds of a tool's arguments (activities/flow/define-tool.ts). */
export type ToolArgument = 'text' | 'text?' | 'texts?' | 'number' | 'number?' | 'flag?' | 'button' | 'count';

/** A tool of AI steps. Where on the screen it acts is found by the activity that runs it (activities/flow/tool-acts.ts). */
export interface ToolWord {
  readonly args: Readonly<Record<string, ToolArgument>>;
  readonly description: string;
  readonly words: Wording;
}

/** A node that calls the tool of its row. */
export interface NodeWord<N extends NodeType['type']> {
  /** What is undefined is left out. */
  args(node: Extract<NodeType, { readonly type: N }>, names: NodeNames): Readonly<Record<string, Json | undefined>>;
  /** Its texts are looked for in the window in front. */
  inWindow?(node: Extract<NodeType, { readonly type: N }>): boolean;
  /** In a line, for drawings and logs. */
  text(node: Extract<NodeType, { readonly type: N }>): string;
  /** A call of the tool as a node. Undefined: it says too little, or means a place. */
  from(call: MadeCall): Extract<NodeTypeInput, { readonly type: N }> | undefined;
  /** What a node is called that is made so. */
  name(node: Extract<NodeTypeInput, { readonly type: N }>): string;
}

/** What a run's caches have instead of the names in the document. */
export interface NodeNames {
  /** Replaces a Click's target or a FindText's text. */
  readonly element?: string;
  /** Replaces the application that a FocusWindow or TakeScreenshot names. */
  readonly app?: string;
  /** The application in whose window texts are searched. */
  readonly focusedApp?: string;
}

/** The arguments of a call that are of their kind. */
export interface MadeCall {
  /** Empty: none. */
  text(argument: string): string;
  number(argument: string): number | undefined;
  texts(argument: string): string[];
  /** The name of what it acted on. */
  readonly target: string;
}

/** What an `Act` node does. */
export interface DeedWord<K, D extends Deed['type']> {
  /** Undefined: it needs a target that it has not. `to`: the second one of a drag. */
  action(deed: Extract<Deed, { readonly type: D }>, at: Aim | undefined, to: Aim | undefined): DeviceAction | undefined;
  /** Of the agents' function that does the same. */
  args(deed: Extract<Deed, { readonly type: D }>): Readonly<Record<string, Json>>;
  /** `on`, `within`: its target in words, empty without one. */
  text(deed: Extract<Deed, { readonly type: D }>, target: { readonly on: string; readonly within: string }): string;
  /** As people read it. `deed`: as it was recorded. */
  words: Wording['say'];
  /** Undefined: it needs a place that a flow cannot name. */
  from(action: ActionOf<K, unknown>): Extract<Deed, { readonly type: D }> | undefined;
}

export interface Aim {
  readonly control: Control;
}

// ── People, computer tools, explorers ────────────────────────────────────────

export interface PersonWord<P extends PersonAction['type']> {
  /** As a message is written. */
  readonly form: string;
  /** Undefined: it is not of that form. */
  read(given: Readonly<Record<string, unknown>>): Extract<PersonAction, { readonly type: P }> | undefined;
  action(act: Extract<PersonAction, { readonly type: P }>): DeviceAction;
  /** For records and summaries. */
  text(act: Extract<PersonAction, { readonly type: P }>): string;
  /** For reports. `on`: what a click was aimed at, by role and name, where that is known. */
  words(act: Extract<PersonAction, { readonly type: P }>, on: string): string;
}

export interface ItemWord<I extends ComputerItem['type']> {
  /** Why it cannot be done exactly. */
  problem?(item: Extract<ComputerItem, { readonly type: I }>): string | undefined;
  call(item: Extract<ComputerItem, { readonly type: I }>, sizes: PictureOfScreen): ItemCall;
}

export interface VerbWord {
  /** It only navigates or waits: done to get somewhere, never to try it. */
  readonly moves?: true;
  /** Absent: the verb itself. */
  readonly words?: Wording;
  /** In order. */
  actions<T extends { readonly role: string }>(aim: VerbAim<T>): readonly UiActionOf<T>[];
}

export interface VerbAim<T> {
  /** Absent: the whole screen. */
  readonly control: T | undefined;
  /** For `type`. */
  readonly text: string;
  /** The only field: a search, a new entry of a list. What is typed is submitted with Enter. */
  readonly isAlone: boolean;
  /** Of the application's start; absent: it has none. */
  readonly url: string | undefined;
  readonly kind: DeviceKind;
}
