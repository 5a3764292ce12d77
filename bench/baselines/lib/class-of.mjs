// What came of a kill, by the torture's own rules (scripts/torture/classing.mjs). Where those ask what a run *knows*, a baseline gets the better of two columns: it has no word for it.
import { classify } from '../../../scripts/torture/classing.mjs';

/**
 * @param {object} run
 * @param {readonly string[]} run.items
 * @param {number | undefined} run.struckAt ms since 1970
 * @param {readonly { item: string, control: string }[]} run.effects of this run in the ledger
 * @param {readonly object[]} run.marks what the processes wrote down; each dispatch has a key of its own, so that the ledger alone says what came twice
 * @param {{ ended: boolean, completed: boolean, pressed: readonly string[], failedAt?: string }} run.end `pressed`: what it says it did; `failedAt`: the control at which it failed aloud
 * @returns {{ column: string, reason: string }}
 */
export function classOf({ items, struckAt, effects, marks, end }) {
  const done = end.pressed.map((control) => ({ control, outcome: 'done', counts: true }));
  // An error that names a control is a word about it: nobody is misled.
  const open = end.failedAt === undefined ? [] : [{ control: end.failedAt, outcome: 'unknown', counts: true }];
  const verdict = classify({ struckAt, items, effects, marks, said: [...done, ...open], end: { ...end, unknownOutcomes: open.length } });
  if (verdict.column !== 'notAtAll') return verdict;
  if (!end.completed) return { column: 'unknown', reason: 'the run failed aloud at the action that was interrupted' };
  return { column: 'once', reason: 'not sent when the kill struck; sent afterwards, once' };
}
