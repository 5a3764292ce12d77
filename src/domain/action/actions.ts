// Every action, once: what it is to the guard and to the screen, and a column for each language that speaks of it. The functions of agents, the tools and deeds of flows, the messages of people, the items of computer
// tools and the verbs of explorers are derived from here, so that a new action is a form in `UiAction`, a row, and what devices do. Beside it, only devices list those that they perform.
//
// actions-1. The order is that in which a model reads the functions and the tools.
// actions-2. `wait`, `summary` and `annotation` are nothing that a device performs.
import { own } from '../collections.js';
import { textsOf } from '../checks/read-stored.js';
import { findControl, noneLabelled } from './call-references.js';
import type { ComputerItem } from '../computer/computer-turn.js';
import type { Verb } from '../explorer/actions.js';
import type { Deed } from '../flow/document.js';
import type { ActionEffect } from '../run/decided-action.js';
import { mapTargets, type Over, type UiActionOf } from '../ui/ui-action.js';
import type { PersonAction } from '../take-over/person-action.js';
import { applicationActions } from './applications.js';
import {
  called,
  type ActionKind,
  type DeedWord,
  type Doing,
  type NamedFunction,
  type NodeWord,
  type ItemWord,
  type PersonWord,
  type Row,
  type Table,
  type VerbWord,
} from './columns.js';
import { fieldActions } from './fields.js';
import { pointerActions } from './pointer.js';
import { named, placeWords, type Wording } from './wording.js';

/** s */
const longestWait = 300;
/** s, where a provider names no time: as long as a screen usually takes. */
const usualWait = 2;

const actions = {
  ...pointerActions,
  ...fieldActions,
  wait: {
    effect: 'read',
    screen: 'any',
    functions: {
      wait: called({
        args: { seconds: 'seconds' },
        description: 'Wait, at most 300, for something under way.',
        words: { takes: ['seconds'], say: (_, { seconds }) => `Wait${seconds === undefined ? '' : ` ${String(seconds)} s`}` },
        aims: 'nothing',
        run: ({ seconds }) => ({ kind: 'wait', seconds }),
      }),
    },
    items: {
      wait: {
        problem: ({ seconds = usualWait }) =>
          seconds > 0 && seconds <= longestWait ? undefined : `${seconds} s is no time to wait: more than 0, and ${longestWait} at most.`,
        call: ({ seconds = usualWait }) => ({ name: 'wait', args: { seconds } }),
      },
    },
    verbs: { wait: { actions: () => [] } },
  },
  summary: {
    effect: 'read',
    screen: 'any',
    functions: {
      summary: called({
        args: { text: 'text' },
        description: 'Keep facts read from the screen as the result of this step.',
        words: named('Keep', 'text'),
        aims: 'nothing',
        run: ({ text }) => ({ kind: 'summary', text }),
      }),
    },
  },
  annotation: {
    effect: 'read',
    screen: 'any',
    functions: {
      annotation: called({
        args: { control_labels: 'texts' },
        description: 'Label only these in the next picture, to look closer.',
        words: {
          takes: ['control_labels'],
          say: (_, { control_labels: labels }) => `Look closer at ${textsOf(labels).map(placeWords).join(', ')}`,
        },
        aims: 'nothing',
        run({ control_labels: labels }, scene) {
          const controls = labels.map((label) => findControl(label, scene.controls)).filter((ref) => ref !== undefined);
          return controls.length > 0 ? { kind: 'annotation', controls } : noneLabelled(labels, scene);
        },
      }),
    },
  },
  ...applicationActions,
} as const satisfies Table;

export const rows: Readonly<Record<keyof Table, Row<ActionKind>>> = actions;

// ── What an action is ────────────────────────────────────────────────────────

export function effectOf({ type }: UiActionOf<unknown>): ActionEffect {
  return rows[type].effect;
}

/** Done to what is on the screen; the others are judged by address or effect. */
export function isOnScreen({ type }: { readonly type: ActionKind }): boolean {
  return rows[type].screen === 'judged';
}

/** It means what it was meant for only on the screen that it was decided on. */
export function needsScreen({ type }: { readonly type: ActionKind }): boolean {
  return rows[type].screen !== 'any';
}

export function movesOf({ type }: { readonly type: ActionKind }): Row<ActionKind>['moves'] {
  return rows[type].moves;
}

/** Undefined: it sets nothing going. */
export function doingOf<T>(action: UiActionOf<T>): Doing<T> | undefined {
  return rows[action.type].doing?.(action);
}

/** The same action, bound to what it was judged by wherever it aims at a point, or presses what has the focus. */
export function judgedBy<T>(action: UiActionOf<T>, over: readonly Over[]): UiActionOf<T> {
  if (doingOf(action) === undefined) return action;
  const bound = mapTargets(action, (target) => ('point' in target ? { ...target, over } : target));
  if (bound.type === 'press-keys') return { ...bound, over };
  // What is held drops on nothing yet.
  return action.type === 'drag' && bound.type === 'drag' && action.hold ? { ...bound, to: action.to } : bound;
}

// ── Who speaks of it ─────────────────────────────────────────────────────────

type Column = 'functions' | 'tools' | 'nodes' | 'deeds' | 'person' | 'items' | 'verbs';
type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never;
type WordsOf<R, C extends Column> = R extends { readonly [N in C]: infer W } ? W : never;
type Words<C extends Column> = All<WordsOf<(typeof actions)[keyof typeof actions], C>>;

/** A column's words, in the order of the rows. */
function wordsOf<C extends Column>(column: C): Words<C> {
  return Object.assign({}, ...Object.values(rows).map((row) => row[column]));
}

export type AgentFunctionName = keyof Words<'functions'>;

/** What models may call, each with the effect of its action. */
export const functionWords: readonly NamedFunction[] = Object.values(rows).flatMap(({ effect, functions }) =>
  Object.entries(functions).map(([name, word]) => ({ name, effect, ...word })),
);

export type ActionToolName = keyof Words<'tools'>;
export const toolWords: Words<'tools'> = wordsOf('tools');

export type ActionNode = keyof Words<'nodes'>;
export const nodeWords: Readonly<Record<ActionNode, NodeWord<ActionNode>>> = wordsOf('nodes');

/** It calls the tool of an action. */
export function isActionNode<N extends { readonly type: string }>(node: N): node is Extract<N, { readonly type: ActionNode }> {
  return Object.hasOwn(nodeWords, node.type);
}

export const deedWords: Readonly<Record<Deed['type'], DeedWord<ActionKind, Deed['type']>>> = wordsOf('deeds');

/** Undefined: no deed of a flow does it, or not there. */
export function deedOf(action: UiActionOf<unknown>): Deed | undefined {
  const [word] = Object.values(rows[action.type].deeds ?? {});
  return word?.from(action);
}

export const personWords: Readonly<Record<PersonAction['type'], PersonWord<PersonAction['type']>>> = wordsOf('person');
/** The others are no actions. */
export const itemWords: Readonly<Partial<Record<ComputerItem['type'], ItemWord<ComputerItem['type']>>>> = wordsOf('items');
export const verbWords: Readonly<Record<Verb, VerbWord>> = wordsOf('verbs');

const wordings: Readonly<Record<string, Wording>> = Object.fromEntries(
  Object.values(rows).flatMap(({ functions, tools = {}, verbs = {} }) =>
    [functions, tools, verbs].flatMap((column) => Object.entries(column).flatMap(([name, { words }]) => (words ? [[name, words]] : []))),
  ),
);

/** How people read a function, a tool or a verb. Undefined: by its name. */
export function wordingOf(word: string): Wording | undefined {
  return own(wordings, word);
}

/** Undefined: it is no word for an action. */
export function actionBy(column: Column, word: string): Row<ActionKind> | undefined {
  return Object.values(rows).find((row) => Object.hasOwn(row[column] ?? {}, word));
}

/** The tool that a node calls. */
export function toolOf(node: ActionNode): ActionToolName | undefined {
  const tools = actionBy('nodes', node)?.tools ?? {};
  return Object.keys(toolWords).find((name): name is ActionToolName => Object.hasOwn(tools, name));
}

/** The agents' function that does the same, which is the name in guard rules; what is no word for an action is its own. */
export function functionOf(column: Column, word: string): string {
  return Object.keys(actionBy(column, word)?.functions ?? {})[0] ?? word;
}
