// The order in which the parts of an activity, or of one iteration of a loop, come up (docs/design/procedure.md §3).
//
// sequence-1. Without an `order`, steps come before loops. With one, whatever it does not name follows in that order.
// sequence-2. A frame counts steps and checkpoints apart from loops; together they are the index of the part that is next.
import type { Body, Loop, Step } from './definition.js';

/** `checkpoint`: index among the activity's checkpoints. */
export type Part =
  | { readonly type: 'step'; readonly step: Step }
  | { readonly type: 'checkpoint'; readonly checkpoint: number }
  | { readonly type: 'loop'; readonly loop: Loop };

export function sequenceOf({ steps, loops, order }: Body): readonly Part[] {
  if (order === undefined) return [...steps.map(stepPart), ...loops.map(loopPart)];
  const ordered = order.flatMap((part): readonly Part[] => {
    if ('checkpoint' in part) return [{ type: 'checkpoint', checkpoint: part.checkpoint }];
    if ('step' in part) return steps.slice(part.step, part.step + 1).map(stepPart);
    return loops.slice(part.loop, part.loop + 1).map(loopPart);
  });
  const placed = new Set<unknown>(ordered.map((part) => (part.type === 'step' ? part.step : part.type === 'loop' ? part.loop : part)));
  return [
    ...ordered,
    ...steps.filter((step) => !placed.has(step)).map(stepPart),
    ...loops.filter((loop) => !placed.has(loop)).map(loopPart),
  ];
}

const stepPart = (step: Step): Part => ({ type: 'step', step });
const loopPart = (loop: Loop): Part => ({ type: 'loop', loop });

/** In order of execution, those of its loops included. */
export function stepsIn(body: Body): readonly Step[] {
  return sequenceOf(body).flatMap((part) => (part.type === 'step' ? [part.step] : part.type === 'loop' ? stepsIn(part.loop) : []));
}

/** Indices of the checkpoints that stand in the order, those of its loops included. */
export function placedCheckpoints(body: Body): readonly number[] {
  return sequenceOf(body).flatMap((part) =>
    part.type === 'checkpoint' ? [part.checkpoint] : part.type === 'loop' ? placedCheckpoints(part.loop) : [],
  );
}

/** A loop that has nothing to do in an iteration. */
export function isEmptyLoop(loop: Loop): boolean {
  return sequenceOf(loop).length === 0;
}
