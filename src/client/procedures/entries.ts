// Everything that happened in a procedure's run, of one that goes on as of one that has ended.
import type { HistoryEntry } from '../../domain/procedure/history.js';
import { isProcedureEntry } from '../../domain/run/entry.js';
import type { ProcedureView } from '../../workflows/messages.js';
import type { ClientContext } from '../context.js';

/** Oldest first. `view`: of one that goes on, which has what is not stored yet. */
export async function readEntries(
  { records }: Pick<ClientContext, 'records'>,
  id: string,
  view?: Pick<ProcedureView, 'stored' | 'entries'>,
): Promise<readonly HistoryEntry[]> {
  const stored: HistoryEntry[] = [];
  // A run that was reset, or started again under its id, has gone another way from there on.
  for (const { number, data } of (await records().read(id)).filter(isProcedureEntry)) stored.splice(number, Infinity, data);
  return view ? [...stored.slice(0, view.stored), ...view.entries] : stored;
}
