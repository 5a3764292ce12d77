// Everything that waits for a person, across all runs.
import type { PendingRequest } from '../domain/human/requests.js';
import type { ClientContext } from './context.js';
import { askedBy, commandThatAnswers, queryProgress } from './requests.js';
import { listWaiting, type Waiting } from './runs.js';

export interface InboxEntry extends Waiting {
  /** Missing when no worker could be asked. */
  readonly request?: PendingRequest;
  /** The command that answers it. */
  readonly command?: string;
}

/** Those that have waited longest come first. */
export async function readInbox(context: ClientContext): Promise<readonly InboxEntry[]> {
  const waiting = await listWaiting(await context.client());
  const entries = await Promise.all(waiting.map((each) => readEntry(context, each)));
  // Some may have been answered since they were listed.
  return entries.filter((entry) => entry !== undefined).sort((a, b) => (a.request?.askedAt ?? '').localeCompare(b.request?.askedAt ?? ''));
}

async function readEntry(context: ClientContext, waiting: Waiting): Promise<InboxEntry | undefined> {
  try {
    const asking = askedBy(waiting.asker, await queryProgress(await context.client(), waiting.asker));
    return asking && { ...waiting, request: asking.request, command: commandThatAnswers(context.program, asking) };
  } catch {
    return waiting;
  }
}
