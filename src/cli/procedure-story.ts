// What happened in a run of a procedure, as a person reads it.
import { happeningText } from '../domain/procedure/happening-text.js';
import type { HistoryEntry } from '../domain/procedure/history.js';
import type { Terminal } from './terminal.js';

/** A line per entry, below a line for each activity that is entered. */
export function renderHistory({ colors }: Terminal, entries: readonly HistoryEntry[]): readonly string[] {
  return entries.map(({ at, by, activity, visit, iterations, happening }) => {
    const time = colors.dim(new Date(at).toISOString().replace('T', ' ').slice(0, 19));
    if (happening.type === 'entered') return `${time}  ${colors.bold(activity)}${visit > 1 ? ` (visit ${visit})` : ''}`;
    const round = iterations ? `#${iterations.join('.')} ` : '';
    return `${time}    ${round}${happeningText(happening)}${colors.dim(`  ${by}`)}`;
  });
}
