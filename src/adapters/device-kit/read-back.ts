import { KeySyntaxError, parseKeys, type Chord } from '../../domain/ui/keys.js';
import { ActionFailedError, DeviceGoneError } from '../../ports/device.js';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  differsText,
  readBack,
  typedInto,
  type Entry,
  type Expected,
  type FieldFacts,
  type FieldText,
  type ReadBack,
} from '../../domain/ui/read-back.js';

/** Throws `action-failed` when the keys are malformed. */
export function chordsOf(keys: string): readonly Chord[] {
  try {
    return parseKeys(keys);
  } catch (error) {
    if (error instanceof KeySyntaxError) throw new ActionFailedError('action-failed', error.message);
    throw error;
  }
}

/** Consecutive chords that either all type a character, or none of them does. */
export interface Run {
  readonly chords: readonly Chord[];
  /** What they type into a field; undefined: something else. */
  readonly typed?: string;
}

export function runsOf(chords: readonly Chord[]): readonly Run[] {
  const runs: { chords: Chord[]; typed?: string }[] = [];
  for (const chord of chords) {
    const typed = typedBy(chord);
    const last = runs.at(-1);
    if (last === undefined || (last.typed === undefined) !== (typed === undefined)) runs.push({ chords: [chord], typed });
    else {
      last.chords.push(chord);
      if (typed !== undefined) last.typed = `${last.typed ?? ''}${typed}`;
    }
  }
  return runs;
}

function typedBy(chord: Chord): string | undefined {
  if ('named' in chord) return chord.named === 'Space' && chord.modifiers.length === 0 ? ' ' : undefined;
  return chord.modifiers.length === 0 ? chord.character : undefined;
}

// What a field holds after a text was entered is read from it, again until it is what was to be there or time is up.

/** A field as it reads now, or why it cannot be read. */
export type FieldNow = (FieldText & { readonly facts?: FieldFacts }) | { readonly unreadable: string };

export const unreadable = {
  password: 'a password is not read back',
  secret: 'a secret is not read back there',
  gone: 'the field is no longer there',
  readonly: 'what has the focus is readonly',
  noField: 'what has the focus is no field that can be read',
} as const;

interface Typed {
  /** As an error calls it. */
  readonly field: string;
  readonly expected: Expected;
  readonly read: () => Promise<FieldNow>;
  /** ms for it to show what it was given. */
  readonly limit: number;
}

const pause = 25;
/** ms for a field to bring what it was given into its own form. */
const formsIn = 150;

/** Resolves with what is to be told beside `done`. Throws `text-differs`. */
export async function verified({ field, expected, read, limit }: Typed): Promise<Entry | undefined> {
  const begun = Date.now();
  for (const deadline = begun + limit; ; await sleep(pause)) {
    const now = await read().catch(unlessGone);
    if ('unreadable' in now) return { kind: 'unverified', why: now.unreadable };
    const seen = readBack(expected, now, now.facts);
    if (seen.kind === 'same') return undefined;
    if (Date.now() < (seen.kind === 'differs' ? deadline : Math.min(deadline, begun + formsIn))) continue;
    if (seen.kind === 'differs') throw differsError(field, seen);
    return seen;
  }
}

export function differsError(field: string, difference: Extract<ReadBack, { readonly kind: 'differs' }>): ActionFailedError {
  return new ActionFailedError('text-differs', differsText(field, difference));
}

/** What a field that read so `before` is to hold when `text` has been typed into it; undefined where it could not be read. */
export function afterTyping(before: FieldNow, text: string): Expected | undefined {
  return 'unreadable' in before ? undefined : typedInto(before, text);
}

export function unverified(why: string): Entry {
  return { kind: 'unverified', why };
}

function unlessGone(error: unknown): FieldNow {
  if (error instanceof DeviceGoneError || !(error instanceof ActionFailedError)) throw error;
  return { unreadable: error.code === 'control-gone' ? unreadable.gone : `it could not be read: ${error.message}` };
}
