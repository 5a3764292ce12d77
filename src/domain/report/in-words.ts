// Engines, activities and journals name an action by its log line, `click_input "Order" [12]`, which models read as well. People read it in words.
import { actionText } from '../agent/decision.js';
import { recordOf, textOf, type Data } from '../checks/recorded-data.js';
import { actionWords } from '../run/action-words.js';
import type { ReportCard } from './report.schema.js';

export type Say = (text: string) => string;

/** Puts these actions in words wherever a text names one. */
export function sayerOf(actions: readonly Data[]): Say {
  const known = new Map(actions.flatMap(namedBy));
  const longestFirst = [...known.values()].sort((one, other) => other.length - one.length);
  return (text) =>
    longestFirst.reduce((said, { begins, line, words }) => (said.includes(begins) ? said.replace(line, () => words) : said), text);
}

export function cardInWords(card: ReportCard, say: Say): ReportCard {
  const { notes, failures, recovery, comment, result } = card;
  return {
    ...card,
    notes: notes.map(say),
    failures: failures.map(say),
    recovery: recovery.map(say),
    comment: say(comment),
    result: say(result),
  };
}

interface Named {
  readonly begins: string;
  readonly line: RegExp;
  readonly length: number;
  readonly words: string;
}

/** None for a line that is a plain word, such as `texts`: it stands in other texts, too. */
function namedBy(action: Data): readonly (readonly [string, Named])[] {
  const [name, found] = [textOf(action['function']), recordOf(action['target'])];
  if (!found && !name.includes('_')) return [];
  const target = found && { label: '', role: textOf(found['role']), name: textOf(found['name']), path: '' };
  const begins = actionText({ function: name, args: {}, target });
  const whole = actionText({ function: name, args: recordOf(action['args']) ?? {}, target });
  // An approved action is found again under another label.
  const label = target ? String.raw`(?: \[[^\]\s]+\])?` : '';
  const line = new RegExp(`${escaped(begins)}${label}${escaped(whole.slice(begins.length))}`, 'g');
  return [[whole, { begins, line, length: whole.length, words: actionWords(action) }]];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
