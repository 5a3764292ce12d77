// What a run asks of a person: how it is found and answered. A request lives in the workflow that asks, often a child of the run;
// `progress` says which, and answers go there as an Update, because an Update tells whether it was accepted.
import type { Client } from '@temporalio/client';
import type { PendingRequest } from '../domain/human/requests.js';
import { type HoldStatus, progressQuery, type ProgressView } from '../workflows/messages.js';
import { ClientError } from './errors.js';
import { recordOf, textOf } from '../domain/checks/read-stored.js';
import { readExecution } from './history-entries.js';
import { answered } from './updates.js';
import { shellQuote } from './text.js';
import { defined } from '../domain/collections.js';
import type { ClientContext } from './context.js';
import { listWaiting, type Waiting } from './runs.js';

export interface OpenRequest {
  /** The workflow that asks, to which the answer goes. */
  readonly asker: string;
  readonly request: PendingRequest;
}

const queryTimeoutMs = 10_000;

/** Asks the run itself; needs a worker. */
export function queryProgress(client: Client, id: string): Promise<ProgressView> {
  return answered(client, id, () =>
    client.withDeadline(Date.now() + queryTimeoutMs, () => client.workflow.getHandle(id).query(progressQuery)),
  );
}

/** What this run, or the child it waits for, asks now. */
export function openRequestOf(id: string, progress: ProgressView): OpenRequest | undefined {
  return progress.request && { asker: progress.asker ?? id, request: progress.request };
}

/** Throws a refusal that says what the run is doing instead. */
export async function findRequest(client: Client, id: string, kind: PendingRequest['kind'], program: string): Promise<OpenRequest> {
  const progress = await queryProgress(client, id);
  const asking = openRequestOf(id, progress);
  if (!asking) throw new ClientError('not-asked', await nothingAsked(client, id, progress, program));
  if (asking.request.kind !== kind) {
    throw new ClientError(
      'not-asked',
      `'${id}' asks for ${asking.request.kind === 'question' ? 'an answer' : 'an approval'}: ${commandThatAnswers(program, asking)}`,
    );
  }
  return asking;
}

async function nothingAsked(client: Client, id: string, { status, step }: ProgressView, program: string): Promise<string> {
  const { status: execution } = await client.workflow.getHandle(id).describe();
  const now = execution.name === 'RUNNING' ? `it is at step ${step} (${status})` : `it has ended (${execution.name.toLowerCase()})`;
  return `'${id}' asks nothing: ${now}. \`${program} inbox\` shows what waits.`;
}

/** The exact command that answers. */
export function commandThatAnswers(program: string, { asker, request }: OpenRequest): string {
  if (request.kind === 'confirmation') return `${program} confirm ${shellQuote(asker)} yes`;
  const [option] = request.options ?? [];
  return [program, 'answer', shellQuote(asker), ...(option ? [shellQuote(option.id)] : request.questions.map(() => '"…"'))].join(' ');
}

/** What became of a request. */
export interface Answerer {
  readonly approved?: boolean;
  /** As they called themselves; absent: not told. */
  readonly by?: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/**
 * By the history of the workflow that asked it, where signals and Updates stand as they were sent; of its current execution, as who asks for it has just
 * asked. The first message counts: what came later was refused or ignored.
 */
export async function whoAnswered(client: Client, asker: string, requestId: string): Promise<Answerer | undefined> {
  const { runId } = await client.workflow.getHandle(asker).describe();
  for (const entry of await readExecution(client, asker, runId)) {
    const body = entry.type === 'message' ? recordOf(entry.data.body) : undefined;
    if (body?.['requestId'] !== requestId) continue;
    const approved = body['approved'];
    return { approved: typeof approved === 'boolean' ? approved : undefined, by: textOf(body['by']) || undefined, at: entry.at };
  }
  return undefined;
}

// Everything that waits for a person, across all runs.

export interface InboxEntry extends Waiting {
  /** HELD: who has taken over. */
  readonly hold?: HoldStatus;
  /** Its workflow code fails on the worker, so that it could not be asked. */
  readonly isStuck?: true;
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
  return entries
    .filter((entry) => entry !== undefined)
    .sort((a, b) => (a.request?.requestedAt ?? '').localeCompare(b.request?.requestedAt ?? ''));
}

async function readEntry(context: ClientContext, waiting: Waiting): Promise<InboxEntry | undefined> {
  try {
    const progress = await queryProgress(await context.client(), waiting.asker);
    if (waiting.state === 'HELD') return heldEntry(context, waiting, progress);
    const asking = openRequestOf(waiting.asker, progress);
    return asking && { ...waiting, request: asking.request, command: commandFor(context, waiting, asking) };
  } catch (error) {
    return error instanceof ClientError && error.code === 'stands-still' ? { ...waiting, isStuck: true } : waiting;
  }
}

/** A part of a run that is held has its own entry only for what it asks. */
function heldEntry({ program }: ClientContext, waiting: Waiting, { hold, request, asker }: ProgressView): InboxEntry | undefined {
  if (!hold) return undefined;
  if (waiting.asker !== waiting.run) return undefined;
  return {
    ...waiting,
    hold,
    ...defined({ request, asker: request ? (asker ?? waiting.asker) : undefined }),
    command: `${program} hand-back ${shellQuote(waiting.run)}`,
  };
}

/** What has to be done on the screen is offered to be taken over. */
function commandFor({ program }: ClientContext, { run }: Waiting, asking: OpenRequest): string {
  const { request } = asking;
  return request.kind === 'question' && request.needsHands
    ? `${program} take-over ${shellQuote(run)}`
    : commandThatAnswers(program, asking);
}
