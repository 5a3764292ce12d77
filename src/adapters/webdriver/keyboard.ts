// Keyboard input through the driver, into the focused element of the current frame.

import { isOfKeyboard, type Chord, type KeyboardKey, type Modifier, type NamedKey } from '../../domain/ui/keys.js';
import { mayRead } from '../../domain/ui/control.js';
import type { Over } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device.js';
import { chordsOf, runsOf, afterTyping, differsError, unreadable, unverified, verified, type FieldNow } from '../device-kit/read-back.js';
import type { Key } from './page/hit.js';
import type { Session, FrameElement } from './session.js';
import type { Entry } from '../../domain/ui/read-back.js';
import type { PageField } from './page/edit.js';

/** Code points from https://www.w3.org/TR/webdriver2/#keyboard-actions. */
// prettier-ignore
const codes: Readonly<Record<KeyboardKey, string>> = {
  Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C', Space: ' ', Backspace: '\uE003', Delete: '\uE017', Insert: '\uE016',
  ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015', Home: '\uE011', End: '\uE010', PageUp: '\uE00E', PageDown: '\uE00F',
  F1: '\uE031', F2: '\uE032', F3: '\uE033', F4: '\uE034', F5: '\uE035', F6: '\uE036', F7: '\uE037', F8: '\uE038', F9: '\uE039', F10: '\uE03A', F11: '\uE03B', F12: '\uE03C',
  Control: '\uE009', Alt: '\uE00A', Shift: '\uE008', Meta: '\uE03D',
};
const modifierCodes: Readonly<Record<Modifier, string>> = { ctrl: codes.Control, alt: codes.Alt, shift: codes.Shift, meta: codes.Meta };
/** Characters. Typing takes about a millisecond each and fires key events; longer text is inserted as if pasted. */
const longestTyped = 300;

/** @param over - what it was judged to press; absent: not judged */
export async function pressKeys(session: Session, keys: string, over?: readonly Over[]): Promise<void> {
  await pressChords(session, chordsOf(keys), over);
}

/** @param begun - keys of the same action were pressed before */
async function pressChords(session: Session, chords: readonly Chord[], over?: readonly Over[], begun = false): Promise<void> {
  let pressed = begun ? ' The keys before it were pressed.' : '';
  for (const part of partsOf(chords)) {
    const [first, ...rest] = part;
    const key = pressingKey(first);
    if (key && (over || session.refusedFrames)) await refuseOtherFocus(session, { key, over, pressed });
    if (key && first?.modifiers.length === 0 && session.pressKey) {
      await session.pressKey(key);
      await press(session, rest);
    } else await press(session, part);
    pressed = ' The keys before it were pressed.';
  }
}

/** Each key that may press what has the focus begins a part: it is asked what that is just before. */
function partsOf(chords: readonly Chord[]): readonly (readonly Chord[])[] {
  const parts: Chord[][] = [];
  for (const chord of chords) {
    if (parts.length === 0 || pressingKey(chord)) parts.push([]);
    parts.at(-1)?.push(chord);
  }
  return parts;
}

function pressingKey(chord: Chord | undefined): Key | undefined {
  if (chord === undefined) return undefined;
  if ('character' in chord) return chord.character === ' ' ? 'Space' : undefined;
  return chord.named === 'Enter' || chord.named === 'Space' ? chord.named : undefined;
}

interface Judged {
  readonly key: Key;
  /** Absent: only a frame outside the fence is refused. */
  readonly over: readonly Over[] | undefined;
  /** What to say of the keys before. */
  readonly pressed: string;
}

/** What has the focus by the browser's word, at the moment before the key goes. */
async function refuseOtherFocus(session: Session, { key, over, pressed }: Judged): Promise<void> {
  await session.toTop();
  for (let depth = 0; depth < mostFrames; depth++) {
    const { value, frames } = await session.page('pressedBy', key);
    if ('control' in value) {
      await session.toTop();
      const { control } = value;
      if (!over) return;
      if (control?.external)
        throw new ActionFailedError('not-supported', `"${control.name}" starts another program, outside the browser.${pressed}`);
      if (!control || over.some(({ role, name }) => role === control.role && mayRead(name, control.name))) return;
      // What is in a frame may be nobody's to know.
      const found = depth === 0 ? `${control.role} "${control.name}"` : 'a control in a frame';
      throw new ActionFailedError('control-gone', `${key} would press ${found} now, which it was not judged by.${pressed} Look again.`);
    }
    const [frame] = frames;
    // It has the focus, and shows no document.
    if (!frame || frame['frame'] === '') return session.toTop();
    await session.enterFrame(frame);
    // What is in it cannot be known: as such it was judged.
    if (value.askew) return session.toTop();
  }
  throw new ActionFailedError('out-of-reach', `What has the focus is in frames within frames that are too deep to look at.${pressed}`);
}

/** Deeper than any page that was looked at. */
const mostFrames = 8;

/** Literal characters, without key syntax. */
export async function typeText(session: Session, text: string): Promise<void> {
  if (text === '') return;
  const isPlain = text.length <= longestTyped && !/[\n\r\t\u{10000}-\u{10ffff}\uE000-\uF8FF\p{M}]/u.test(text);
  if (!isPlain) await session.devtools('Input.insertText', { text: text.replace(/\r\n?/g, '\n') });
  else
    await press(
      session,
      [...text].map((character) => ({ modifiers: [], character })),
    );
}

async function press(session: Session, chords: readonly Chord[]): Promise<void> {
  const actions = chords.flatMap((chord) => {
    const key = 'named' in chord ? codeOf(chord.named) : chord.character;
    const held = chord.modifiers.map((modifier) => modifierCodes[modifier]);
    return [...held.map(down), down(key), up(key), ...held.reverse().map(up)];
  });
  if (actions.length > 0) await session.command((browser) => browser.performActions([{ type: 'key', id: 'keyboard', actions }]));
}

function codeOf(key: NamedKey): string {
  if (!isOfKeyboard(key)) throw new ActionFailedError('not-supported', `A browser has no key '${key}'.`);
  return codes[key];
}

function down(value: string): object {
  return { type: 'keyDown', value };
}

function up(value: string): object {
  return { type: 'keyUp', value };
}

// In a browser, what was typed is read back from the field, in the page.

/** ms for a page to put what was typed into its field: those that keep its value themselves do so after the key. */
const shows = 500;

const reasons = {
  ...unreadable,
  'no-field': unreadable.noField,
  frame: unreadable.noField,
  unseen: 'the page shows the text elsewhere than in the field that takes the keys',
} as const;

interface Filled {
  readonly called: string;
  /** As it was, focused and about to be typed into. */
  readonly before: PageField | undefined;
  readonly text: string;
  /** All that was there was selected. */
  readonly clear: boolean;
}

/** In the current frame. Throws `text-differs`. */
export async function entryOf(session: Session, { called, before, text, clear }: Filled): Promise<Entry | undefined> {
  if (before?.kind === 'secret') return secretEntry(session, { called, before, text, clear });
  if (before?.kind !== 'field') return unverified(reasons[before?.kind ?? 'no-field']);
  const expected = clear ? ({ kind: 'exactly', text } as const) : afterTyping(before, text);
  if (expected === undefined) return undefined;
  return verified({ field: called, expected, limit: shows, read: async () => nowOf((await session.page('fieldNow', before.id)).value) });
}

async function secretEntry(session: Session, { called, before, text, clear }: Filled): Promise<Entry | undefined> {
  const { value } = await session.page('holdsSecret', { id: before?.id ?? '', text, alone: clear });
  if (value === null) return unverified(unreadable.gone);
  if (value.holds) return undefined;
  const expected = [...text].length;
  throw differsError(called, { kind: 'differs', expected, found: value.length, at: 1 });
}

function nowOf(field: PageField): FieldNow {
  return field.kind === 'field' ? field : { unreadable: reasons[field.kind] };
}

/** Presses the keys; each run of characters in them is read back from what had the focus before the next key is pressed. Throws `text-differs`. */
export async function pressAndRead(session: Session, keys: string, over?: readonly Over[]): Promise<Entry | undefined> {
  let told: Entry | undefined;
  for (const [index, { chords, typed }] of runsOf(chordsOf(keys)).entries()) {
    const place = typed === undefined ? undefined : await focusedField(session);
    await pressChords(session, chords, over, index > 0);
    if (place && typed !== undefined) told = (await typedEntry(session, place, typed)) ?? told;
  }
  return told;
}

interface Place {
  readonly field: PageField;
  /** From the top frame inwards. */
  readonly way: readonly FrameElement[];
}

/** The session ends in the top frame. */
async function focusedField(session: Session): Promise<Place> {
  const way: FrameElement[] = [];
  await session.toTop();
  try {
    for (;;) {
      const { value, frames } = await session.page('fieldNow', null);
      const [frame] = frames;
      // One that shows no document has the focus itself.
      if (value.kind !== 'frame' || !frame || frame['frame'] === '' || way.length === mostFrames) return { field: value, way };
      await session.enterFrame(frame);
      way.push(frame);
    }
  } finally {
    await session.toTop();
  }
}

/** What has the focus, in whichever frame, shows nothing of its text from now on. */
export async function hideFocused(session: Session): Promise<void> {
  await session.toTop();
  try {
    for (let depth = 0; depth <= mostFrames; depth += 1) {
      const { value, frames } = await session.page('hideFocused', null);
      const [frame] = frames;
      if (value !== 'frame' || !frame || frame['frame'] === '') return;
      await session.enterFrame(frame);
    }
  } finally {
    await session.toTop();
  }
}

async function typedEntry(session: Session, { field: before, way }: Place, text: string): Promise<Entry | undefined> {
  // A space presses a button.
  if (before.kind === 'no-field' && text.trim() === '') return undefined;
  if (before.kind !== 'field') return unverified(reasons[before.kind]);
  const expected = afterTyping(before, text);
  if (expected === undefined) return undefined;
  const read = async (): Promise<FieldNow> => {
    await session.toTop();
    for (const frame of way) await session.enterFrame(frame);
    return nowOf((await session.page('fieldNow', before.id)).value);
  };
  try {
    return await verified({ field: 'The field', expected, limit: shows, read });
  } finally {
    await session.toTop().catch((error: unknown) => {
      if (!(error instanceof ActionFailedError)) throw error;
    });
  }
}
