// Everything that waits for a person, across all runs.
import { defined } from '../domain/collections.js';
import type { PendingRequest } from '../domain/human/requests.js';
import type { ClientContext } from './context.js';
import { ClientError } from './errors.js';
import type { HeldView, ProgressView } from '../workflows/messages.js';
import { type Asking, askedBy, commandThatAnswers, queryProgress } from './requests.js';
import { listWaiting, type Waiting } from './runs.js';
import { shellQuote } from './text.js';

export interface InboxEntry extends Waiting {
  /** HELD: who has the wheel. */
  readonly held?: HeldView;
  /** Its workflow code fails on the worker, so that it could not be asked. */
  readonly standsStill?: true;
  /** Missing when it could not be asked: mostly no worker answers. */
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
    const progress = await queryProgress(await context.client(), waiting.asker);
    if (waiting.state === 'HELD') return heldEntry(context, waiting, progress);
    const asking = askedBy(waiting.asker, progress);
    return asking && { ...waiting, request: asking.request, command: commandFor(context, waiting, asking) };
  } catch (error) {
    return error instanceof ClientError && error.code === 'stands-still' ? { ...waiting, standsStill: true } : waiting;
  }
}

/** A part of a run that is held has its own entry only for what it asks. */
function heldEntry({ program }: ClientContext, waiting: Waiting, { held, request, asker }: ProgressView): InboxEntry | undefined {
  if (!held) return undefined;
  if (waiting.asker !== waiting.run) return undefined;
  return {
    ...waiting,
    held,
    ...defined({ request, asker: request ? (asker ?? waiting.asker) : undefined }),
    command: `${program} hand-back ${shellQuote(waiting.run)}`,
  };
}

/** What has to be done on the screen is offered the wheel. */
function commandFor({ program }: ClientContext, { run }: Waiting, asking: Asking): string {
  const { request } = asking;
  return request.kind === 'question' && request.needsHands
    ? `${program} take-over ${shellQuote(run)}`
    : commandThatAnswers(program, asking);
}
