import { KeySyntaxError, parseKeys, type Chord } from '../../domain/ui/keys.js';
import { ActionFailedError } from '../../ports/device-errors.js';

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
