// What lies before and behind the current position in its activity.
import type { Checkpoint, Step } from './definition.js';
import type { Place } from './place.js';
import { placedCheckpoints, stepsIn, type Part } from './sequence.js';

interface Level {
  readonly parts: readonly Part[];
  /** Index of the part that is next or, around an active loop, of that loop. */
  readonly at: number;
}

/** The activity, then each active loop. */
function levelsOf({ prepared, rounds, state }: Place): readonly Level[] {
  return [prepared.activity, ...rounds.map(({ loop }) => loop)].map((body, index) => {
    const { step = 0, loop = 0 } = state.frames[index] ?? {};
    return { parts: prepared.sequences.get(body) ?? [], at: step + loop };
  });
}

/** Innermost first: the rest of the round, then that of the rounds around it. */
export function partsAhead(place: Place): readonly Part[] {
  return levelsOf(place)
    .map(({ parts, at }, index, levels) => parts.slice(index < levels.length - 1 ? at + 1 : at))
    .toReversed()
    .flat();
}

/** Those of loops to come included. */
export function stepsOf(parts: readonly Part[]): readonly Step[] {
  return parts.flatMap((part) => (part.type === 'step' ? [part.step] : part.type === 'loop' ? stepsIn(part.loop) : []));
}

/** Those that stand in the order; of loops to come included. */
export function checkpointsOf({ prepared: { activity } }: Place, parts: readonly Part[]): readonly Checkpoint[] {
  const indices = parts.flatMap((part) =>
    part.type === 'checkpoint' ? [part.checkpoint] : part.type === 'loop' ? placedCheckpoints(part.loop) : [],
  );
  return indices.flatMap((index) => activity.checkpoints[index] ?? []);
}

/** Steps of the activity that no longer come up in this round. */
export function stepsBehind(place: Place): readonly Step[] {
  return levelsOf(place).flatMap(({ parts, at }) => stepsOf(parts.slice(0, at)));
}
