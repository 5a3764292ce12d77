// What can be done on a screen, and how safe each of it is (docs/design/explorer.md §3).
//
// actions-1. An action is known by what it is done to, not where that stands: its key has the verb, role, structure and stem of the control, so rows of a list give one.
// actions-2. Only what a person could do: on what is visible, enabled and interactive, and would not be refused in any case. BACK is always there, so that hardly any screen has nothing.
// actions-3. What a dialog asks comes first, and of that what lets one go on: a consent wall must not end a run.
// actions-4. The order, and what is left out beyond the fifty, follow from the screen alone: what leads elsewhere comes before what is done in place.
// actions-5. Where nothing can be used beside a dialog, it covers what is behind it, also what is out of view: that would only fail.
import type { AgentFunctionName } from '../agent/functions.schema.js';
import { guardAction, type Guard } from '../guard/guard.js';
import type { Control, ControlRef } from '../ui/control.js';
import { contains, type Bounds } from '../ui/geometry.js';
import { pathPattern, stem, structureToken } from './signature.js';

export const verbs = ['tap', 'long_press', 'swipe', 'scroll', 'type', 'back', 'home', 'wait'] as const;
export type Verb = (typeof verbs)[number];

/** What only leads elsewhere or waits: done to get somewhere, never to have it tried. */
export function isMove(verb: Verb): boolean {
  return verb === 'back' || verb === 'home' || verb === 'wait';
}

export interface ExplorerAction {
  /** The same over looks and runs; the caller hashes. */
  readonly key: string;
  readonly verb: Verb;
  /** Absent: it is done to the whole screen. */
  readonly target?: Omit<ControlRef, 'label'>;
  /** Of `type`: what is entered. */
  readonly text?: string;
  /** 0..1; below `safeFrom` it needs confidence and a person's word. */
  readonly safety: number;
}

/** As many as the state holds, and as many as are known of a screen. */
export const mostActions = 50;
const mostKnown = 500;
export const safeFrom = 0.5;

const leading = new Set(['link', 'menuitem', 'tab']);

/** Of what a menu has: it goes with it. */
export function isFleeting(role: string): boolean {
  return role.startsWith('menuitem');
}

const typedInto = new Set(['textbox', 'searchbox', 'password', 'spinbutton', 'combobox']);
/** Beyond what the guard knows: what ends the session, or cannot be taken back. */
const riskyWords =
  /(?:^|\s)(?:quit|exit|beenden|quitter|salir|log ?out|sign ?out|log ?off|block|unsubscribe|uninstall|factory reset|reset|abmelden|déconnexion|cerrar sesión)(?:\s|$)/u;
const goesOn =
  /(?:^|\s)(?:accept|agree|allow|continue|ok|got it|skip|next|close|not now|akzeptieren|zustimmen|weiter|schließen|accepter|continuer|aceptar|continuar)(?:\s|$)/u;

export interface ActingOn {
  readonly controls: readonly Control[];
  readonly guard: Guard;
  /** Has it fingers: presses may be long, and the screen may be swiped. */
  readonly touch: boolean;
  /** Its content is longer than the screen. */
  readonly scrolls: boolean;
  /** There is a place where the application begins. */
  readonly hasHome: boolean;
}

/** At most five hundred; the ones that matter first. */
export function enumerateActions({ controls, guard, touch, scrolls, hasHome }: ActingOn): readonly ExplorerAction[] {
  const dialog = topDialog(controls);
  const usable = reachable(
    controls.filter((control) => control.visible && control.enabled && control.interactive && !isOutOfReach(control)),
    dialog,
  );
  const ranked = usable.map((control) => ({ control, rank: rankOf(control, dialog) })).sort((a, b) => a.rank - b.rank);
  const screen: readonly Verb[] = [
    ...(scrolls ? ['scroll' as const] : []),
    ...(touch ? ['swipe' as const] : []),
    'back',
    ...(hasHome ? ['home' as const] : []),
    'wait',
  ];
  const onScreen = screen.map((verb) => ({ key: verb, verb, safety: 1 }));
  const known = new Map<string, ExplorerAction>();
  for (const { control } of ranked)
    for (const action of actionsOn(control, touch)) {
      if (known.size >= mostKnown - onScreen.length) break;
      if (!known.has(action.key)) known.set(action.key, withSafety(action, control, guard));
    }
  return [...known.values(), ...onScreen];
}

/** A file that nobody has, another program. */
function isOutOfReach({ role, states = [] }: Control): boolean {
  return role === 'file' || states.includes('external');
}

/** At most fifty of them: the first, and what is done to the whole screen. */
export function shortList<A extends Pick<ExplorerAction, 'target'>>(actions: readonly A[]): readonly A[] {
  const onScreen = actions.filter(({ target }) => target === undefined);
  const onControls = actions.filter(({ target }) => target !== undefined);
  return [...onControls.slice(0, mostActions - onScreen.length), ...onScreen];
}

interface Looked {
  readonly title: string;
  readonly url?: string;
  readonly actions: readonly Pick<ExplorerAction, 'key'>[];
}

/** More is another view. */
const mostAppearing = 12;

/** Keys of what a menu, a dialog or a message has brought to a screen that stayed the same otherwise. */
export function appearedOn(now: Looked, last: Looked): readonly string[] {
  const placeOf = ({ title, url }: Looked): string => JSON.stringify([title, url && pathPattern(url)]);
  if (placeOf(now) !== placeOf(last)) return [];
  const before = new Set(last.actions.map(({ key }) => key));
  const appeared = now.actions.map(({ key }) => key).filter((key) => !before.has(key));
  return appeared.length <= mostAppearing ? appeared : [];
}

function actionsOn(control: Control, touch: boolean): readonly Omit<ExplorerAction, 'safety'>[] {
  const { role, name, path, states = [] } = control;
  const target = { role, name, path };
  const what = `${structureToken(control)} ${stem(name)}`;
  const of = (verb: Verb, text?: string): Omit<ExplorerAction, 'safety'> => ({
    key: `${verb} ${what}`,
    verb,
    target,
    ...(text === undefined ? {} : { text }),
  });
  // What takes no text may open a list or a calendar.
  if (typedInto.has(role) && !states.includes('readonly')) return [of('type', sampleText(control))];
  return touch ? [of('tap'), of('long_press')] : [of('tap')];
}

function withSafety(action: Omit<ExplorerAction, 'safety'>, { role, name }: Control, guard: Guard): ExplorerAction {
  const judged = guardAction(guard, {
    function: 'click_input' satisfies AgentFunctionName,
    args: {},
    effect: 'input',
    target: { role, name },
  });
  const isRisky = judged.verdict !== 'allow' || riskyWords.test(stem(name));
  return { ...action, safety: isRisky ? 0.2 : role === 'password' ? 0.4 : 1 };
}

/** actions-3: 0 in a dialog what goes on, 1 what else it has; actions-4: behind it or without one, 2 what leads elsewhere, 3 the rest. */
function rankOf({ name, bounds, role }: Control, dialog: Bounds | undefined): number {
  const isIn = dialog !== undefined && contains(dialog, bounds);
  if (!isIn) return leading.has(role) ? 2 : 3;
  return role !== 'link' && goesOn.test(stem(name)) ? 0 : 1;
}

/** actions-5. */
function reachable(usable: readonly Control[], dialog: Bounds | undefined): readonly Control[] {
  if (!dialog) return usable;
  const [inside, outside] = [true, false].map((isIn) => usable.filter(({ bounds }) => contains(dialog, bounds) === isIn));
  // A band of it that is in view, also where it is taller than the screen and a side bar goes on below.
  const [top, bottom] = [dialog.y + 0.2 * dialog.height, dialog.y + 0.5 * dialog.height];
  const isBeside = ({ bounds: { y, height } }: Control): boolean => y < bottom && y + height > top;
  return inside && inside.length > 0 && !outside?.some(isBeside) ? inside : usable;
}

function topDialog(controls: readonly Control[]): Bounds | undefined {
  return controls.findLast(({ role, visible }) => visible && (role === 'dialog' || role === 'alertdialog'))?.bounds;
}

/** Something that such a field takes. */
export function sampleText({ role, name, options }: Pick<Control, 'role' | 'name' | 'options'>): string {
  if (role === 'combobox' && options?.length) return options.find((option) => option.trim() !== '') ?? '';
  const words = stem(name);
  const [, sample] = samples.find(([kind]) => kind.test(words)) ?? [];
  return sample ?? (role === 'spinbutton' ? '1' : 'test');
}

const samples: readonly (readonly [RegExp, string])[] = [
  [/e-?mail/u, 'test@example.com'],
  [/phone|mobile|telefon|téléphone|teléfono/u, '5550100'],
  [/url|website|web site|link/u, 'https://example.com'],
  [/date|datum|fecha/u, '2026-01-31'],
  [/zip|postal|plz/u, '12345'],
  [/age|amount|quantity|number|count|price|anzahl|menge/u, '1'],
  [/name/u, 'Test'],
];
