// The first thing in which a decision differs from the recorded one: a part of its prompt, or of what was decided.
import difference from 'microdiff';
import { shorten } from '../domain/agent/memory.js';

export interface Difference {
  /** `prompt, "## Screen"`, `decision, actions.0.function`. */
  readonly part: string;
  readonly recorded: string;
  readonly now: string;
}

export interface PromptMessage {
  readonly role: string;
  readonly text: string;
}

/** Characters of either side. */
const longest = 300;

/** `recorded` may go on where a reply was repaired. */
export function promptDifference(recorded: readonly PromptMessage[], now: readonly PromptMessage[]): Difference | undefined {
  for (const [index, { role, text }] of now.entries()) {
    const before = recorded[index];
    if (before?.role === role && before.text === text) continue;
    return { ...linesDiffering(before?.text ?? '', text), part: partOf(role, text, before?.text ?? '') };
  }
  return undefined;
}

function linesDiffering(recorded: string, now: string): Pick<Difference, 'recorded' | 'now'> {
  const [before, after] = [recorded.split('\n'), now.split('\n')];
  const at = firstDiffering(before, after);
  return { recorded: shorten(before[at] ?? '', longest), now: shorten(after[at] ?? '', longest) };
}

function firstDiffering(before: readonly string[], after: readonly string[]): number {
  const at = after.findIndex((line, index) => line !== before[index]);
  return at < 0 ? after.length : at;
}

/** The section in which the first line differs. */
function partOf(role: string, now: string, recorded: string): string {
  const lines = now.split('\n');
  const at = firstDiffering(recorded.split('\n'), lines);
  const title = lines.slice(0, at + 1).findLast((line) => line.startsWith('## '));
  return `prompt, ${role} message${title === undefined ? '' : `, "${title}"`}`;
}

type Value = Readonly<Record<string, unknown>>;

/** `what` names both: a decision. */
export function valueDifference(what: string, recorded: Value, now: Value): Difference | undefined {
  const [first] = difference(recorded, now);
  if (!first) return undefined;
  const text = (value: unknown): string => (value === undefined ? '(nothing)' : shorten(JSON.stringify(value), longest));
  return {
    part: `${what}, ${first.path.join('.')}`,
    recorded: text(first.type === 'CREATE' ? undefined : first.oldValue),
    now: text(first.type === 'REMOVE' ? undefined : first.value),
  };
}
