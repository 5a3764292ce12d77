// What can be done on a screen, and how safe each action is (docs/design/explorer.md §3). It judges by words, so only activities run it: no workflow's bundle holds the word lists.
//
// actions-1. An action is identified by what it is done to, not by its position: its key has the verb, role, structure and stem of the control, so the rows of a list give one; that of a link has the pattern of its address, too,
//     and tabs and radio buttons are told apart by their places.
// actions-2. Only what a person could do: on controls that are visible, enabled and interactive, and that would not be refused in any case.
//     BACK and WAIT are always there, so that no screen is without an action.
// actions-3. A dialog's controls come first, above all those that let the run continue: a consent wall must not end it.
// actions-4. The order, and what is dropped beyond the limit, depend on the screen alone: what navigates comes before what acts in place.
// actions-5. A dialog beside which nothing can be used covers everything behind it, including what is out of view: acting there would only fail.
// actions-6. Each option of a list is an action: the first that is not chosen stands where its control does, as what is filled in before a button is pressed; the others come last.
import { verbWords, type AgentFunctionName } from '../action/actions.js';
import { guardAction, type Guard } from '../guard/guard.js';
import { createJudgement } from '../guard/judge.js';
import type { Lexicon } from '../guard/lexicon.js';
import { isScroller, type Control } from '../ui/control.js';
import { contains, type Bounds } from '../ui/geometry.js';
import { optionsIn, pageDigests, sampleText, type ExplorerAction, type Verb } from './actions.js';
import { stem, structureToken } from './signature.js';
import { kindOf } from './yields.js';
import type { DeviceKind } from '../device/device-spec.js';
import type { UiAction } from '../ui/ui-action.js';
import type { StoredAction } from './requests.js';

/** As many as are kept for a screen. */
const mostKnown = 500;
/** Of these, one is chosen among others: `Page 1` and `Page 2` are two, whatever rows are. */
const oneOf = new Set(['tab', 'radio']);
const leading = new Set(['link', 'menuitem', 'tab']);

const typedInto = new Set(['textbox', 'searchbox', 'password', 'spinbutton', 'combobox']);
/** Beyond the guard's rules: what ends the session or cannot be undone. */
const riskyWords =
  /(?:^|\s)(?:quit|exit|beenden|quitter|salir|log ?out|sign ?out|log ?off|block|unsubscribe|uninstall|factory reset|reset|abmelden|déconnexion|cerrar sesión)(?:\s|$)/u;
const goesOn =
  /(?:^|\s)(?:accept|agree|allow|continue|ok|got it|skip|next|close|not now|akzeptieren|zustimmen|weiter|schließen|accepter|continuer|aceptar|continuar)(?:\s|$)/u;

export interface ActingOn {
  readonly controls: readonly Control[];
  readonly guard: Guard;
  readonly lexicon: Lexicon;
  /** A touch device: long presses and swipes are possible. */
  readonly touch: boolean;
  /** Its content is longer than the screen. */
  readonly scrolls: boolean;
  /** There is a start screen to return to. */
  readonly hasHome: boolean;
}

/** At most five hundred; the most important first. */
export function enumerateActions({ controls, guard, lexicon, touch, scrolls, hasHome }: ActingOn): readonly ExplorerAction[] {
  const dialog = topDialog(controls);
  const usable = reachable(
    controls.filter(
      (control) => control.visible && control.enabled && control.interactive && !isScroller(control) && !isOutOfReach(control),
    ),
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
  const judge = createJudgement({ controls }, lexicon);
  const isAlone = new Set(usable.filter(takesText).map((control) => structureToken(control))).size === 1;
  const known = new Map<string, ExplorerAction>();
  const deepest = Math.max(0, ...usable.map(depthOf));
  const offered = ranked.flatMap(({ control }) =>
    actionsOn(control, touch, 2 * depthOf(control) <= deepest).map((action, index) => ({
      control,
      action,
      isLater: action.option && index > 0,
    })),
  );
  const inTurn = [...offered.filter(({ isLater }) => !isLater), ...offered.filter(({ isLater }) => isLater)];
  for (const { control, action } of inTurn) {
    if (known.size >= mostKnown - onScreen.length) break;
    if (!known.has(action.key)) known.set(action.key, withSafety(action, control, { guard, judge, isAlone }));
  }
  return [...known.values(), ...onScreen];
}

function depthOf({ path }: Pick<Control, 'path'>): number {
  return path.split('/').length;
}

/** A file that is not available, or another program. */
function isOutOfReach({ role, states = [] }: Control): boolean {
  return role === 'file' || states.includes('external');
}

function actionsOn(control: Control, touch: boolean, outer: boolean): readonly Omit<ExplorerAction, 'safety'>[] {
  const { role, name, path } = control;
  const target = { role, name, path };
  const page = pageDigests(control.destination);
  const where = oneOf.has(role) ? `${role} ${path}` : structureToken(control);
  const what = [where, stem(name), ...(page ? [page.pattern] : [])].join(' ');
  const of = (verb: Verb, text?: string): Omit<ExplorerAction, 'safety'> => ({
    key: `${verb} ${what}`,
    verb,
    target,
    kind: kindOf(control, outer),
    page,
    text,
  });
  // A control that takes no text may open a list or a calendar.
  const options = isTypedInto(control) ? optionsIn(control) : undefined;
  if (options) return options.map((option) => ({ ...of('type', option), key: `type ${what} ${option}`, option: true }));
  if (isTypedInto(control)) return [of('type', sampleText(control))];
  return touch ? [of('tap'), of('long_press')] : [of('tap')];
}

function isTypedInto({ role, states = [] }: Control): boolean {
  return typedInto.has(role) && !states.includes('readonly');
}

/** A list that has nothing to choose gives no action. */
function takesText(control: Control): boolean {
  return isTypedInto(control) && optionsIn(control)?.length !== 0;
}

interface Judging {
  readonly guard: Guard;
  readonly judge: ReturnType<typeof createJudgement>;
  /** What is typed into the only field is submitted with Enter. */
  readonly isAlone: boolean;
}

function withSafety(action: Omit<ExplorerAction, 'safety'>, control: Control, { guard, judge, isAlone }: Judging): ExplorerAction {
  const { role, name } = control;
  // What a device would do for it.
  const deeds = verbWords[action.verb].actions({ control, text: action.text ?? '', isAlone, url: undefined, kind: 'web' });
  const isRisky = deeds.some(
    (deed) =>
      guardAction(guard, {
        function: 'click_input' satisfies AgentFunctionName,
        args: {},
        effect: 'input',
        target: { role, name },
        activation: judge(deed),
      }).verdict !== 'allow',
  );
  return { ...action, safety: isRisky || riskyWords.test(wordsOf(name)) ? 0.2 : role === 'password' ? 0.4 : 1 };
}

/** actions-3: 0 what continues a dialog, 1 the rest of it; actions-4: behind it or without one, 2 what navigates, 3 the rest. */
function rankOf({ name, bounds, role }: Control, dialog: Bounds | undefined): number {
  const isIn = dialog !== undefined && contains(dialog, bounds);
  if (!isIn) return leading.has(role) ? 2 : 3;
  return role !== 'link' && goesOn.test(wordsOf(name)) ? 0 : 1;
}

/** What a control is called, without the dots, marks and hyphens around its words: a key keeps them. */
function wordsOf(name: string): string {
  return stem(name).replace(/\p{P}+/gu, ' ');
}

/** actions-5. */
function reachable(usable: readonly Control[], dialog: Bounds | undefined): readonly Control[] {
  if (!dialog) return usable;
  const [inside, outside] = [true, false].map((isIn) => usable.filter(({ bounds }) => contains(dialog, bounds) === isIn));
  // A band of the dialog that is in view, even where it is taller than the screen and a side bar continues below.
  const [top, bottom] = [dialog.y + 0.2 * dialog.height, dialog.y + 0.5 * dialog.height];
  const isBeside = ({ bounds: { y, height } }: Control): boolean => y < bottom && y + height > top;
  return inside && inside.length > 0 && !outside?.some(isBeside) ? inside : usable;
}

function topDialog(controls: readonly Control[]): Bounds | undefined {
  return controls.findLast(({ role, visible }) => visible && (role === 'dialog' || role === 'alertdialog'))?.bounds;
}

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
