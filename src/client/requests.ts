// What a run asks of a person: how it is found and answered. A request lives in the workflow that asks, often a child of the run;
// `progress` says which, and answers go there as an Update, because an Update tells whether it was accepted.
import type { Client } from '@temporalio/client';
import type { PendingRequest } from '../domain/human/requests.js';
import { type ProgressView, progressQuery } from '../workflows/messages.js';
import { ClientError } from './errors.js';
import { recordOf, textOf } from '../domain/checks/recorded-data.js';
import { readExecution } from './history-entries.js';
import { answered } from './standstill.js';
import { shellQuote } from './text.js';

export interface Asking {
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
export function askedBy(id: string, progress: ProgressView): Asking | undefined {
  return progress.request && { asker: progress.asker ?? id, request: progress.request };
}

/** Throws a refusal that says what the run is doing instead. */
export async function findRequest(client: Client, id: string, kind: PendingRequest['kind'], program: string): Promise<Asking> {
  const progress = await queryProgress(client, id);
  const asking = askedBy(id, progress);
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
export function commandThatAnswers(program: string, { asker, request }: Asking): string {
  if (request.kind === 'confirmation') return `${program} confirm ${shellQuote(asker)} yes`;
  const [option] = request.options ?? [];
  return [program, 'answer', shellQuote(asker), ...(option ? [shellQuote(option.id)] : request.questions.map(() => '"…"'))].join(' ');
}

/** What became of a request. */
export interface Settled {
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
export async function findSettled(client: Client, asker: string, requestId: string): Promise<Settled | undefined> {
  const { runId } = await client.workflow.getHandle(asker).describe();
  for (const entry of await readExecution(client, asker, runId)) {
    const body = entry.type === 'message' ? recordOf(entry.data.body) : undefined;
    if (body?.['requestId'] !== requestId) continue;
    const approved = body['approved'];
    return { approved: typeof approved === 'boolean' ? approved : undefined, by: textOf(body['by']) || undefined, at: entry.at };
  }
  return undefined;
}
