// In a browser, what was typed is read back from the field, in the page.
import type { Entry } from '../../domain/ui/read-back.js';
import type { Over } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { chordsOf, runsOf } from '../device-kit/chords.js';
import { afterTyping, differsError, unreadable, unverified, verified, type FieldNow } from '../device-kit/read-back.js';
import { pressChords } from './keyboard.js';
import type { PageField } from './page/field.js';
import type { FrameElement, Session } from './session.js';

/** ms for a page to put what was typed into its field: those that keep its value themselves do so after the key. */
const shows = 500;
/** As deep as what has the focus is looked for. */
const mostFrames = 8;

const reasons = {
  ...unreadable,
  'no-field': unreadable.noField,
  frame: unreadable.noField,
  unseen: 'the page shows the text elsewhere than in the field that takes the keys',
} as const;

export interface Filled {
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
