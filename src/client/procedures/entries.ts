// Everything that happened in a procedure's run, of one that goes on as of one that has ended.
import type { Client } from '@temporalio/client';
import type { HistoryEntry } from '../../domain/procedure/history.js';
import { textOf } from '../../domain/checks/recorded-data.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { procedureQuery, type ProcedureView } from '../../workflows/messages.js';
import type { ClientContext } from '../context.js';
import { readHistory } from './history.js';

export interface RunHistory {
  readonly entries: readonly HistoryEntry[];
  /** Of one that goes on. */
  readonly view?: ProcedureView;
}

/** `result`: what the run returned, once it has. Oldest first; none where it ended without a result. */
export async function readEntries(
  context: Pick<ClientContext, 'artifacts'>,
  client: Client,
  id: string,
  { result, isOpen }: { readonly result: Readonly<Record<string, unknown>> | undefined; readonly isOpen: boolean },
): Promise<RunHistory> {
  const stored = textOf(result?.['history']) as ArtifactRef | '';
  const view = stored === '' && isOpen ? await client.workflow.getHandle(id).query(procedureQuery) : undefined;
  const last = stored === '' ? view?.stored : stored;
  const entries = [...(await readHistory(context.artifacts(), last)), ...(view?.entries ?? [])];
  return { entries, view };
}
