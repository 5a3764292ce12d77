// Which controls a sequence of keys would activate: the focus moves with Tab, and Enter and Space act on what has it then.
//
// keys-1. A sequence is judged as a whole before its first key: what it would activate later counts as much as what comes first.
// keys-2. Enter in a field presses the form's default button: the one that the browser tells (`Control.enters`), otherwise the first of its buttons that is not there to leave or unfold.
// keys-3. Where nothing is known to have the focus, the first stop of Tab is taken to be the first control.
import type { Control, EnterPress } from '../ui/control.js';
import { parseKeys, type Chord } from '../ui/keys.js';
import { isLeaving } from './names.js';
import { isField, type GuardedScreen } from './screen.js';

export type KeyPress =
  | { readonly does: 'press'; readonly control: Control; readonly why: string }
  | { readonly does: 'choose'; readonly control: Control; readonly option: string }
  | { readonly does: 'delete'; readonly control: Control }
  /** A message is written in it, and this key may send it. `isMeant`: it makes no new line. */
  | { readonly does: 'send'; readonly control: Control; readonly isMeant: boolean }
  /** It has no button: the form is submitted as it is. */
  | { readonly does: 'submit'; readonly control: Control }
  | { readonly does: 'type'; readonly control: Control | undefined; readonly text: string };

interface State {
  readonly focus: Control | undefined;
  readonly presses: readonly KeyPress[];
  readonly typed: string;
  readonly option: number | undefined;
}

const mostChords = 400;

/** Keys that do not parse press nothing: the device refuses them. */
export function keyPresses(screen: GuardedScreen, keys: string, target: Control | undefined): readonly KeyPress[] {
  const start: State = { focus: target ?? screen.focused(), presses: [], typed: '', option: undefined };
  return ended(
    chordsOf(keys)
      .slice(0, mostChords)
      .reduce((state, chord) => after(screen, state, chord), start),
  ).presses;
}

/** Something is typed or pressed where the focus is, before Tab moves it on. */
export function pressesAtOnce(keys: string): boolean {
  const chords = chordsOf(keys);
  const leaves = chords.findIndex((chord) => 'named' in chord && chord.named === 'Tab');
  return chords
    .slice(0, leaves < 0 ? undefined : leaves)
    .some((chord) => 'character' in chord || chord.named === 'Enter' || chord.named === 'Space');
}

function chordsOf(keys: string): readonly Chord[] {
  try {
    return parseKeys(keys);
  } catch {
    return [];
  }
}

function after(screen: GuardedScreen, state: State, chord: Chord): State {
  const isChosenIn = state.focus !== undefined && isList(state.focus);
  if ('character' in chord) {
    if (chord.modifiers.includes('alt')) return pressed(state, accessed(screen, chord.character));
    if (chord.modifiers.some((modifier) => modifier !== 'shift')) return state;
    if (chord.character === ' ' && !isTyped(state.focus)) return spaced(state);
    return isChosenIn ? stepped(state, { letter: chord.character }) : { ...state, typed: state.typed + chord.character };
  }
  switch (chord.named) {
    case 'Tab':
      return { ...ended(state), focus: screen.tabFrom(state.focus, chord.modifiers.includes('shift') ? -1 : 1), option: undefined };
    case 'Enter':
      return entered(
        screen,
        isTyped(state.focus) ? { ...state, typed: `${state.typed}\n` } : state,
        chord.modifiers.includes('ctrl') || chord.modifiers.includes('meta'),
      );
    case 'Space':
      return isTyped(state.focus) ? { ...state, typed: `${state.typed} ` } : spaced(state);
    case 'Backspace':
      if (state.typed !== '') return { ...state, typed: state.typed.slice(0, -1) };
      return pressed(state, deletion(screen, state.focus));
    case 'Delete':
      return pressed(state, deletion(screen, state.focus));
    case 'ArrowDown':
    case 'ArrowRight':
      return isChosenIn ? stepped(state, { by: 1 }) : state;
    case 'ArrowUp':
    case 'ArrowLeft':
      return isChosenIn ? stepped(state, { by: -1 }) : state;
    case 'Home':
    case 'End':
    case 'PageDown':
    case 'PageUp':
      return isChosenIn ? stepped(state, { by: chord.named === 'End' || chord.named === 'PageDown' ? Infinity : -Infinity }) : state;
    default:
      return state;
  }
}

/** What was typed so far belongs to the control that had the focus. */
function ended(state: State): State {
  const { typed, focus } = state;
  return typed === '' ? state : pressed({ ...state, typed: '' }, { does: 'type', control: focus, text: typed });
}

function entered(screen: GuardedScreen, before: State, isMeant: boolean): State {
  const state = ended(before);
  const { focus } = state;
  if (!focus) return state;
  if (!isField(focus)) return pressed(state, { does: 'press', control: focus, why: 'Enter presses it' });
  const written: KeyPress | undefined = focus.role === 'textbox' ? { does: 'send', control: focus, isMeant } : undefined;
  const button = defaultButton(screen, focus);
  const submitted: KeyPress | undefined = focus.states?.includes('exposing') ? { does: 'submit', control: focus } : undefined;
  return pressed(
    pressed(pressed(state, written), submitted),
    button && { does: 'press', control: button, why: `Enter presses "${button.name.slice(0, 60)}"` },
  );
}

/** The browser presses what has that key. */
function accessed({ controls }: GuardedScreen, character: string): KeyPress | undefined {
  const control = controls.find(({ accessKey }) => accessKey?.toLowerCase() === character.toLowerCase());
  return control && { does: 'press', control, why: `Alt and ${character} press it` };
}

function spaced(state: State): State {
  const { focus } = state;
  return focus && !isList(focus) ? pressed(state, { does: 'press', control: focus, why: 'Space presses it' }) : state;
}

/** keys-2. */
export function defaultButton(screen: GuardedScreen, field: Control): Control | undefined {
  if (field.enters) return told(screen, field, field.enters);
  const { kind, controls } = screen.scopeOf(field);
  const buttons = controls.filter(
    ({ role, enabled, visible, states = [], name }) =>
      role === 'button' &&
      enabled &&
      visible &&
      !isLeaving(name) &&
      !states.some((state) => state === 'expanded' || state === 'collapsed' || state === 'pressed'),
  );
  // Outside a form, Enter does what the page makes of it: only a lone button is taken for its meaning.
  return kind === 'group' && buttons.length > 1 ? undefined : buttons[0];
}

/** One that is not displayed stands where the field does. */
function told(screen: GuardedScreen, field: Control, { id, role, name }: EnterPress): Control {
  const { path, bounds, enabled, visible, source } = field;
  return screen.controls.find((each) => each.id === id) ?? { id, role, name, path, bounds, enabled, visible, source, interactive: true };
}

const removable = new Set(['row', 'cell', 'gridcell', 'treeitem', 'option', 'listitem', 'img', 'listbox']);
const pressedOnly = new Set(['button', 'summary', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'dialog', 'alertdialog', 'scrollarea']);
/** What no author makes a plain button of. */
const card = /(?:^|\/|>>|::)(?:div|li|article|section|tr|td|g)(?:\[\d+\]|#[\w-]+)?$/;

/** The Delete key on whatever takes no text and has the focus: a file, a mail, a card. With a button or a box, on what is chosen. */
function deletion(screen: GuardedScreen, focus: Control | undefined): KeyPress | undefined {
  if (focus && isTyped(focus)) return undefined;
  const { role = '', path = '', states = [] } = focus ?? {};
  const isBox = role === 'checkbox' && states.includes('checked');
  const isThing = focus && !isField(focus) && !(pressedOnly.has(role) && !(role === 'button' && card.test(path)));
  const selected = screen.controls.find((each) => removable.has(each.role) && each.states?.includes('selected') === true);
  const control = isThing || isBox ? focus : selected;
  return control && { does: 'delete', control };
}

function stepped(state: State, { by, letter }: { readonly by?: number; readonly letter?: string }): State {
  const { focus } = state;
  const options = focus?.options ?? [];
  if (!focus || options.length === 0) return state;
  const now = state.option ?? Math.max(0, options.indexOf(focus.value ?? ''));
  const wanted = letter?.toLowerCase();
  const next =
    wanted === undefined
      ? Math.min(options.length - 1, Math.max(0, now + (by ?? 0)))
      : options.findIndex((option) => option.toLowerCase().startsWith(wanted));
  const option = options[next];
  return option === undefined ? state : pressed({ ...state, option: next }, { does: 'choose', control: focus, option });
}

function pressed(state: State, press: KeyPress | undefined): State {
  return press ? { ...state, presses: [...state.presses, press] } : state;
}

function isList({ role, options }: Control): boolean {
  return (role === 'combobox' || role === 'listbox') && options !== undefined;
}

const typedInto = new Set(['textbox', 'searchbox', 'password', 'spinbutton', 'combobox', 'date', 'terminal', 'document']);

/** Without a focus, characters are typed where the application takes them. */
function isTyped(control: Control | undefined): boolean {
  return control === undefined || (typedInto.has(control.role) && control.options === undefined);
}
