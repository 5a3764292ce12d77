// The head of a report: what it took. Durations come from history, the rest from the run's result, its progress and its cards.
import type { HistoryFact } from '../run/entry.js';
import { lifeOf, waitsOf } from './asks.js';
import { holdsOf } from './holds.js';
import { isoMs, msBetween } from './iso-time.js';
import type { ReportCard, ReportHead } from './report.schema.js';

type Interval = readonly [from: number, to: number];

/** ms: of all, of what people and devices were waited for, and of the rest. Undefined: no history. */
export function durationsOf(history: readonly HistoryFact[], made: string): ReportHead['duration'] {
  const run = lifeOf(history);
  const end = run?.ended?.at ?? made;
  const total = msBetween(run?.started.at, end);
  if (total === undefined) return undefined;
  const held = holdsOf(history).flatMap(({ from, to }) => interval(from, to ?? end));
  const people = [...held, ...waitsOf(history).flatMap(({ from, to }) => interval(from.at, to?.at ?? end))];
  // While a person thinks, the device may be given back: that is waiting for the person.
  const devices = history
    .filter((entry) => entry.type === 'activity')
    .filter(({ data: { name } }) => name === 'holdDevice')
    .flatMap(({ at, data: { started } }) => interval(at, started?.at ?? end));
  const either = lengthOf([...people, ...devices]);
  const waiting = lengthOf(people);
  return { total, active: Math.max(0, total - either), people: waiting, devices: either - waiting };
}

function interval(from: string, to: string): readonly Interval[] {
  const [start, end] = [isoMs(from), isoMs(to)];
  return start === undefined || end === undefined || end <= start ? [] : [[start, end]];
}

/** ms that any of them covers. */
function lengthOf(intervals: readonly Interval[]): number {
  let [sum, until] = [0, -Infinity];
  for (const [from, to] of [...intervals].sort(([a], [b]) => a - b)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}

/** What the cards add up to: for a run that has no result, as after a termination. */
export function spentOn(
  cards: readonly ReportCard[],
): Pick<ReportHead, 'modelCalls' | 'inputTokens' | 'outputTokens' | 'costUsd' | 'models'> {
  const tokens = cards.flatMap((card) => (card.tokens ? [card.tokens] : []));
  return {
    modelCalls: tokens.length,
    inputTokens: tokens.reduce((sum, { input }) => sum + input, 0),
    outputTokens: tokens.reduce((sum, { output }) => sum + output, 0),
    costUsd: tokens.reduce((sum, { costUsd }) => sum + costUsd, 0),
    models: [...new Set(tokens.flatMap(({ model }) => (model === undefined ? [] : [model])))],
  };
}
