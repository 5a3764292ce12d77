// Texts and choices: through the accessibility interface where a control supports it, else by keyboard and mouse.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Control } from '../../domain/ui/control.js';
import { parseKeys } from '../../domain/ui/keys.js';
import type { ActionOf, ActionTarget } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device.js';
import { oneOption } from '../device-kit/acts.js';
import { hasSecret, refuseUnlocked } from '../masking-kit/secrets.js';
import type { Secrets } from '../../ports/secrets.js';
import { numberKept, typedInto, type Entry, type Expected, type Selection } from '../../domain/ui/read-back.js';
import { refOf, roles, type AccessibleRef } from './accessible.js';
import {
  type ActionTools,
  entryOf,
  fieldNow,
  focusedNow,
  holds,
  notRead,
  type Readable,
  asked,
  isField,
  refOfLive,
} from './live-controls.js';
import { aimAt, pointOf } from './aim.js';
import { unlessRefused, unlessUnanswered } from './bus-connection.js';
import { cutName, oneLine } from './controls.js';
import { press, type, shortcutsOf } from './keyboard.js';
import { until } from '../process-kit/poll.js';

/** ms for a clicked list to open, between two looks, and for an option reached by keys to become the selected one. */
const walkPause = 200;
const longestWalk = 2_000;

interface Wanted {
  readonly text: string;
  /** As requested: with the placeholder of the secret. */
  readonly given: string;
  readonly clear: boolean;
}

export async function setText(tools: ActionTools, { target, text: given, clear }: ActionOf<'set-text'>): Promise<Entry | undefined> {
  const { text, isSecret } = hasSecret(given) ? await secretFor(tools, target, given) : { text: given, isSecret: false };
  const control = 'control' in target && target.control.source === 'tree' ? target.control : undefined;
  if (control === undefined) return typeAt(tools, { target, text, isSecret, clear });
  const ref = await refOfLive(tools, control);
  if (measured.has(control.role)) return setNumber(tools, { control, ref, text, given });
  const field = await fieldIn(tools, { control, ref });
  const set = await enter(tools, { control, field, wanted: { text, given, clear } });
  return set === 'refused' ? typeAt(tools, { target, text, isSecret, clear, field }) : set;
}

const measured: ReadonlySet<string> = new Set(['slider', 'spinbutton']);

interface NumberFor {
  readonly control: Control;
  readonly ref: AccessibleRef;
  readonly text: string;
  readonly given: string;
}

async function setNumber({ bus }: ActionTools, { control, ref, text, given }: NumberFor): Promise<Entry | undefined> {
  const wanted = Number(text);
  if (text.trim() === '' || !Number.isFinite(wanted))
    throw new ActionFailedError('action-failed', `'${given}' is not a number, but ${control.role} "${control.name}" takes one.`);
  await asked(control, bus.setValue(ref, wanted));
  const [is, range] = [await asked(control, bus.valueOf(ref)), await asked(control, bus.rangeOf(ref))];
  const change = numberKept(wanted, is, range);
  if (change !== 'lost') return change === undefined ? undefined : { kind: 'adjusted', how: change };
  throw new ActionFailedError('text-differs', `"${control.name}" was to be ${given} after this and is not.`);
}

/** The field itself, or the one in an editable drop-down. */
async function fieldIn({ bus }: ActionTools, { control, ref }: Pick<NumberFor, 'control' | 'ref'>): Promise<AccessibleRef> {
  if (isField(control.role)) return ref;
  const field = control.role === 'combobox' ? await asked(control, editableIn(bus, ref, deepestField)) : undefined;
  if (field === undefined) throw new ActionFailedError('not-supported', `${control.role} "${control.name}" takes no text.`);
  return field;
}

/** Levels of a drop-down in which its field is. */
const deepestField = 3;

async function editableIn(bus: ActionTools['bus'], ref: AccessibleRef, left: number): Promise<AccessibleRef | undefined> {
  const [{ states }, faces] = await Promise.all([bus.stateOf(ref), bus.facesOf(ref)]);
  if (faces.includes('EditableText') && states.has('editable')) return ref;
  const inside = left === 0 ? [] : (await bus.childrenOf(ref)).slice(0, mostParts);
  for (const child of inside) {
    const found = await editableIn(bus, child, left - 1);
    if (found) return found;
  }
  return undefined;
}

const mostParts = 5;

interface Entering {
  readonly control: Control;
  readonly field: AccessibleRef;
  readonly wanted: Wanted;
}

/** Through the accessibility interface: all that is there, what is selected, or at the end. `refused`: it cannot be entered this way. */
async function enter(tools: ActionTools, { control, field, wanted: { text, clear } }: Entering): Promise<Entry | undefined | 'refused'> {
  const { bus } = tools;
  const before = await fieldNow(tools, field);
  const { states } = await asked(control, bus.stateOf(field));
  if (states.has('readOnly') || !states.has('editable'))
    throw new ActionFailedError('action-failed', `${quoted(control)} is readonly and takes no text.`);
  const hadFocus = states.has('focused');
  // Getting the focus, many fields select all that they hold: nobody has chosen that. GTK 4 gives none, and takes the text all the same.
  if (!hadFocus) await bus.focus(field).catch(unlessRefused);
  const places = 'places' in before ? before.places : (await bus.textNow(field).catch(unlessUnanswered))?.places;
  if (places === undefined && !clear) return 'refused';
  const { selected, end } = { end: 0, ...places, ...(!hadFocus && { selected: undefined }) };
  // One that answers late still takes the text: typing it as well would enter it twice.
  const took = clear ? bus.setText(field, text) : insert(tools, { control, field, text, place: selected ?? { start: end, end } });
  if (!(await took.catch(unlessRefused))) return 'refused';
  if ('unreadable' in before) return notRead(before);
  const expected: Expected = clear
    ? { kind: 'exactly', text }
    : selected && before.selection
      ? typedInto(before, text)
      : { kind: 'exactly', text: `${before.text}${text}` };
  const entered = { called: quoted(control), ref: field, expected };
  // What the toolkit counted otherwise is set as a whole.
  if (!clear && expected.kind === 'exactly' && !(await holds(tools, field, expected)))
    await bus.setText(field, expected.text).catch(unlessRefused);
  return entryOf(tools, entered);
}

interface Inserting {
  readonly control: Control;
  readonly field: AccessibleRef;
  readonly text: string;
  readonly place: Selection;
}

async function insert(tools: ActionTools, { control, field, text, place }: Inserting): Promise<boolean> {
  const { bus } = tools;
  if (place.end > place.start && !(await bus.deleteText(field, place))) return false;
  const bytes = Buffer.byteLength(text);
  const length = bytes === text.length || (await tools.scene(control)).toolkit.counts === 'bytes' ? bytes : text.length;
  return bus.insertText(field, { at: place.start, text, length });
}

interface TypingAt {
  readonly target: ActionTarget<Control>;
  readonly text: string;
  readonly isSecret: boolean;
  readonly clear: boolean;
  /** Absent: whatever takes the focus there. */
  readonly field?: AccessibleRef;
}

/** By keys or the clipboard, after a click. */
async function typeAt(tools: ActionTools, { target, text, isSecret, clear, field }: TypingAt): Promise<Entry | undefined> {
  const { hands } = tools;
  const shortcuts = shortcutsOf(tools.platform);
  const isReplacing = !clear && field !== undefined && (await isSelectedIn(tools, field));
  if (!isReplacing) {
    await hands.click(await pointOf(tools, target), 'left', 1);
    // Deleted at once: a selection does not always last until something is pasted over it.
    await hands.press(clear ? [shortcuts.selectAll, ['Delete']] : [shortcuts.toEnd]);
  }
  const ref = field ?? (await focusedNow(tools));
  const before = ref && (clear ? await emptied(tools, ref) : await fieldNow(tools, ref));
  if (ref === undefined || before === undefined || 'unreadable' in before) {
    if (text !== '') await type(tools, { text, isSecret });
    return notRead(before);
  }
  const expectedOf = (typed: string): Expected =>
    clear ? { kind: 'exactly', text: typed } : { kind: 'inserted', before: before.text, text: typed };
  if (text !== '') await type(tools, { text, isSecret, shows: (typed) => holds(tools, ref, expectedOf(typed)) });
  const called = 'control' in target ? quoted(target.control) : 'The field';
  return entryOf(tools, { called, ref, expected: expectedOf(text) });
}

/** What was selected and deleted is gone, or is deleted once more: a click into a selection may come late to an application, and end it. */
async function emptied(tools: ActionTools, field: AccessibleRef): Promise<Readable> {
  const isEmpty = async (): Promise<boolean> => {
    const now = await fieldNow(tools, field);
    return 'unreadable' in now || now.text === '';
  };
  if (!(await until(deletionTakes, isEmpty))) {
    await tools.hands.press([shortcutsOf(tools.platform).selectAll, ['Delete']]);
    await until(deletionTakes, isEmpty);
  }
  return fieldNow(tools, field);
}

/** ms for an application to empty a field. */
const deletionTakes = 1_000;

async function isSelectedIn(tools: ActionTools, field: AccessibleRef): Promise<boolean> {
  const [state, now] = await Promise.all([tools.bus.stateOf(field).catch(unlessUnanswered), fieldNow(tools, field)]);
  return state?.states.has('focused') === true && 'places' in now && now.places.selected !== undefined;
}

function quoted({ name }: Control): string {
  return name === '' ? 'The field' : `"${name}"`;
}

/** For the application that owns the field, even when another is in front. */
async function secretFor(
  { applications, secrets }: ActionTools,
  target: ActionTarget<Control>,
  given: string,
): Promise<ReturnType<Secrets['resolve']>> {
  const ref = 'control' in target ? refOf(target.control.id) : undefined;
  const application = ref && (await applications.open()).find(({ bus: owner }) => owner === ref.bus);
  if (application === undefined)
    throw new ActionFailedError('secret-refused', 'A secret can only be set in a control, not at a point on the screen.');
  refuseUnlocked(secrets, given);
  return secrets.resolve(given, application.name, 'apps');
}

export async function selectOption(tools: ActionTools, action: ActionOf<'select-option'>): Promise<void> {
  const { control, wanted } = oneOption(action);
  const { bus, secrets } = tools;
  const ref = await refOfLive(tools, control);
  const options = await asked(control, optionNames(bus, ref));
  // An option that repeats a secret was told without it.
  const index = options.findIndex((name) => cutName(secrets.mask(oneLine(name))) === oneLine(wanted));
  if (index < 0)
    throw new ActionFailedError('no-such-option', `"${control.name}" has no option '${wanted}', only: ${options.slice(0, 20).join(', ')}.`);
  const took = (await asked(control, bus.facesOf(ref))).includes('Selection')
    ? await asked(control, bus.selectChild(ref, index))
    : await walkTo(tools, { control, ref, index, wanted: oneLine(options[index] ?? wanted) });
  if (!took) throw new ActionFailedError('action-failed', `"${control.name}" did not take '${wanted}'.`);
}

interface Walk {
  readonly control: Control;
  readonly ref: AccessibleRef;
  readonly index: number;
  readonly wanted: string;
}

/** By keyboard, as a person would, for toolkits that do not let a client select. */
async function walkTo(tools: ActionTools, { control, ref, index, wanted }: Walk): Promise<boolean> {
  await tools.hands.click(await aimAt(tools, control), 'left', 1);
  await sleep(walkPause);
  await press(tools, parseKeys(`{HOME}${'{DOWN}'.repeat(index)}{ENTER}`));
  return until(longestWalk, async () => oneLine((await asked(control, tools.bus.stateOf(ref))).name) === wanted, walkPause);
}

/** In the order of `Selection`'s indices, which are those of the list that the drop-down opens. */
async function optionNames(bus: ActionTools['bus'], ref: AccessibleRef): Promise<readonly string[]> {
  let [list] = await bus.childrenOf(ref);
  for (let left = deepestList; list !== undefined && left > 0 && aroundLists.includes((await bus.stateOf(list)).role); left--)
    [list] = await bus.childrenOf(list);
  const options = list === undefined ? [] : await bus.childrenOf(list);
  return Promise.all(options.map(async (option) => (await bus.stateOf(option)).name));
}

/** What Swing puts around the list of a drop-down. */
const aroundLists: readonly number[] = [roles.popUpMenu, roles.scrollPane, roles.viewport];
const deepestList = 4;
