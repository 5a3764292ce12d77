// Classifies a kill by the torture's own rules (scripts/torture/classing.mjs). Where those ask what a run *knows*, a baseline gets the better of two
// columns, because it cannot tell.
import { classify } from '../../../scripts/torture/classing.mjs';

/**
 * @param {object} run
 * @param {readonly string[]} run.items
 * @param {number | undefined} run.struckAt ms since 1970
 * @param {readonly { item: string, control: string }[]} run.effects of this run in the ledger
 * @param {readonly object[]} run.marks what the processes recorded; each dispatch has its own key, so only the ledger shows what happened twice
 * @param {{ ended: boolean, completed: boolean, pressed: readonly string[], failedAt?: string }} run.end `pressed`: what it reports; `failedAt`: the
 *   control at which it failed with an error
 * @returns {{ column: string, reason: string }}
 */
export function classOf({ items, struckAt, effects, marks, end }) {
  const done = end.pressed.map((control) => ({ control, outcome: 'done', counts: true }));
  // An error that names a control reports it: nobody is misled.
  const open = end.failedAt === undefined ? [] : [{ control: end.failedAt, outcome: 'unknown', counts: true }];
  const verdict = classify({ struckAt, items, effects, marks, said: [...done, ...open], end: { ...end, unknownOutcomes: open.length } });
  if (verdict.column !== 'notAtAll') return verdict;
  if (!end.completed) return { column: 'unknown', reason: 'the run failed with an error at the action that was interrupted' };
  return { column: 'once', reason: 'not sent when the kill struck; sent afterwards, once' };
}
