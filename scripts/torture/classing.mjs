// What became of the action that a kill interrupted. The judge is the outside ledger; the run's own report is only ever used against it.
//
// A run has items (an order, a ticket), each of which is to have its effect in the ledger exactly once. The action that was *in flight* is the
// `perform` that had started and had not reported when the kill struck. `twice` is looked for first, then `lost`, then the others:
//
//   twice     any item of that run has more than one effect, through whichever decisions; or one key of the journal was dispatched more than once.
//             There is no excuse: a new decision after a look may press again only because the look proved that nothing happened
//   lost      the run never ended by itself; or it claims to be done and an item has no effect; or it reports more presses of a control as "done" than
//             the ledger has; or the ledger has more than the run reports as "done" or "unknown": silence about something that happened is a loss, too
//   unknown   the run reports the interrupted action as unknown: it is counted, the model is told, and the item has its one effect nevertheless
//   notAtAll  it was in flight and not dispatched when the kill struck; the run knows that, and it (or a later decision) had the effect afterwards,
//             once; or the run ended and reports that it did not happen
//   once      it was dispatched before the kill and the run knows its outcome; or nothing was in flight, and the item had its effect once
//
// A kill that never struck (the run ended before its moment) is `missed` and not counted.

export const columns = ['once', 'notAtAll', 'unknown', 'twice', 'lost'];

/**
 * @typedef {object} Facts
 * @property {number | undefined} struckAt ms since 1970
 * @property {readonly string[]} items ids of the run's items
 * @property {readonly { item: string, control: string }[]} effects the ledger's entries of this run
 * @property {readonly Mark[]} marks what workers recorded on the way, oldest first
 * @property {readonly { control: string, outcome: string, counts: boolean }[]} said the run's own report of each press: `done`, `unknown`, `failed`,
 *   `skipped`; `counts`: whether that control has effects in the ledger
 * @property {{ ended: boolean, completed: boolean, unknownOutcomes: number }} end
 *
 * @typedef {object} Mark
 * @property {number} at ms since 1970
 * @property {'begin' | 'intended' | 'dispatch' | 'recorded' | 'struck'} step
 * @property {string} [key] of the journal
 * @property {string} [control] what is pressed
 */

/** @param {Facts} facts @returns {{ column: string, reason: string }} */
export function classify({ struckAt, items, effects, marks, said, end }) {
  const counted = items.map((item) => effects.filter((effect) => effect.item === item).length);
  const double = items.filter((_, index) => counted[index] > 1);
  if (double.length > 0) return { column: 'twice', reason: `more than one effect for ${double.join(', ')}` };
  const resent = sentAgain(marks);
  if (resent) return { column: 'twice', reason: `${resent} was dispatched twice` };

  if (!end.ended) return { column: 'lost', reason: 'the run did not end' };
  const missing = items.filter((_, index) => counted[index] === 0);
  if (end.completed && missing.length > 0)
    return { column: 'lost', reason: `said to be done, but there is no effect for ${missing.join(', ')}` };
  const lie = wrongClaim(effects, said);
  if (lie) return { column: 'lost', reason: lie };

  if (struckAt === undefined) return { column: 'missed', reason: 'the run ended before its kill' };
  const flight = inFlight(marks, struckAt);
  if (!end.completed && said.some(({ outcome }) => outcome === 'unknown'))
    return { column: 'unknown', reason: 'said to be unknown; the run stopped there' };
  if (!end.completed)
    return { column: 'notAtAll', reason: `the run ended without ${missing.join(', ') || 'a word of success'}, and says so` };
  if (!flight) return { column: 'once', reason: 'nothing was in flight; every item once' };
  const words = said.filter(({ control }) => flight.control === undefined || control === flight.control).map(({ outcome }) => outcome);
  if (end.unknownOutcomes > 0 && words.includes('unknown'))
    return { column: 'unknown', reason: 'said to be unknown, counted, and looked at' };
  return flight.dispatched
    ? { column: 'once', reason: 'dispatched before the kill; its outcome is known' }
    : { column: 'notAtAll', reason: 'known not to have run; the item had its effect later, once' };
}

/** A key of the journal that was dispatched more than once. */
function sentAgain(marks) {
  const keys = marks.filter(({ step }) => step === 'dispatch').map(({ key }) => key);
  return keys.find((key, index) => key !== undefined && keys.indexOf(key) !== index);
}

/** For each control with effects, actual or reported: at least as many as are reported done, at most as many as are reported done or unknown. */
function wrongClaim(effects, said) {
  const controls = new Set([...effects, ...said.filter(({ counts }) => counts)].map(({ control }) => control));
  for (const control of controls) {
    const had = effects.filter((effect) => effect.control === control).length;
    const words = said.filter((word) => word.control === control).map(({ outcome }) => outcome);
    const done = words.filter((word) => word === 'done').length;
    const accounted = done + words.filter((word) => word === 'unknown').length;
    if (done > had) return `"${control}" is said to be done ${done} times, the ledger has ${had}`;
    if (accounted < had) return `"${control}" happened ${had} times, the run tells of ${accounted}`;
  }
  return undefined;
}

/** The action whose `perform` was running at that moment, as far as its worker had recorded it. */
export function inFlight(marks, at) {
  const before = marks.filter((mark) => mark.at <= at);
  const begun = before.findLast(({ step }) => step === 'begin');
  if (!begun || before.some(({ step, at: when }) => step === 'recorded' && when >= begun.at && when < at)) return undefined;
  const dispatch = before.find(({ step, key }) => step === 'dispatch' && key === begun.key);
  const control = dispatch?.control ?? begun.control;
  return { key: begun.key, dispatched: dispatch !== undefined, ...(control === undefined ? {} : { control }) };
}
