// One run as the server and its worker describe it: facts from history are always there, those that only a worker knows if one answers.
import { listOf, textOf } from '../domain/checks/read-stored.js';
import { defined } from '../domain/collections.js';
import type { Client } from '@temporalio/client';
import type { PreviousSubtask } from '../domain/agent/memory.js';
import type { Usage } from '../domain/budget/usage.js';
import type { ClosedDevice } from '../domain/device/device-work.js';
import { readReused, type Reused, reusedText } from '../domain/library/reuse.js';
import { type ProgressView, waitsQuery, subtasksQuery } from '../workflows/messages.js';
import { ClientError, isUnanswered } from './errors.js';
import { openRequestOf, type OpenRequest, queryProgress } from './requests.js';
import { runEnd } from './run-end.js';
import { requestOf, runOf, stateOfEnded } from './runs.js';

export interface RunDescription {
  /** The run that this workflow belongs to; for a run, itself. */
  readonly run: string;
  readonly runId: string;
  /** Workflow type: `hostAgent`, `flow`, or that of an agent below one. */
  readonly type: string;
  /** RUNNING, PENDING, CONFIRM, or how it ended according to the server. */
  readonly state: string;
  readonly started: string;
  readonly ended?: string;
  readonly request?: string;
  /** Of what it was asked for, where who started it keeps one. */
  readonly digest?: string;
  /** A flow that was started in place of an agent. */
  readonly reused?: Reused;
  /** Its workflow code fails on the worker. */
  readonly isStuck?: true;
  /** No worker answered for it. */
  readonly withoutWorker?: true;
  /** What it waits for and cannot hurry, in a sentence. */
  readonly waits?: string;
  readonly outcome?: string;
  readonly message?: string;
  readonly asking?: OpenRequest;
  readonly progress?: ProgressView;
  readonly subtasks: readonly PreviousSubtask[];
  readonly usage?: Usage;
  readonly unknownOutcomes?: number;
  /** Of an agent that has ended. */
  readonly withoutEffect?: number;
  /** The workflow's full result. */
  readonly result?: Readonly<Record<string, unknown>>;
}

export async function describeRun(client: Client, id: string): Promise<RunDescription> {
  const handle = client.workflow.getHandle(id);
  const info = await handle.describe();
  // An agent below a run has another input; the run's input has the request.
  const request = runOf(info) === id ? await requestOf(client, info) : undefined;
  const digest = info.memo?.['digest'];
  const reused = readReused(info.memo?.['reused']);
  const base = {
    run: runOf(info),
    runId: info.runId,
    type: info.type,
    started: info.startTime.toISOString(),
    ended: info.closeTime?.toISOString(),
    request,
    digest: typeof digest === 'string' ? digest : undefined,
    reused,
  };
  return info.status.name === 'RUNNING'
    ? { ...base, ...defined(await describeOpen(client, id)) }
    : { ...base, state: stateOfEnded(info.status.name), ...defined(await describeEnded(client, id)) };
}

async function describeOpen(client: Client, id: string): Promise<Pick<RunDescription, 'state' | 'subtasks'> & Partial<RunDescription>> {
  const progress = await queryProgress(client, id).catch(whyUnknown);
  if ('unknown' in progress) return { state: 'RUNNING', subtasks: [], ...progress.unknown };
  const asking = openRequestOf(id, progress);
  const subtasks = await client.workflow
    .getHandle(id)
    .query(subtasksQuery)
    // Only a session has them.
    .catch(() => []);
  const { state, usage, unknownOutcomes } = progress;
  const waits = await client.workflow
    .getHandle(id)
    .query(waitsQuery)
    // One of somebody's own workers may not know the question.
    .catch(() => '');
  return {
    state,
    progress,
    subtasks,
    usage,
    unknownOutcomes,
    asking,
    waits: waits === '' ? undefined : waits,
  };
}

function whyUnknown(error: unknown): { readonly unknown: Pick<RunDescription, 'isStuck' | 'withoutWorker'> } {
  if (error instanceof ClientError && error.code === 'stands-still') return { unknown: { isStuck: true } };
  return { unknown: isUnanswered(error) ? { withoutWorker: true } : {} };
}

async function describeEnded(client: Client, id: string): Promise<Pick<RunDescription, 'subtasks'> & Partial<RunDescription>> {
  const { outcome, message, result } = await runEnd(client.workflow.getHandle(id));
  const { previousSubtasks, usage, unknownOutcomes, withoutEffect } = (result ?? {}) as {
    previousSubtasks?: readonly PreviousSubtask[];
    usage?: Usage;
    unknownOutcomes?: number;
    withoutEffect?: number;
  };
  return {
    outcome,
    subtasks: previousSubtasks ?? [],
    message,
    usage,
    unknownOutcomes,
    withoutEffect,
    result,
  };
}

/** What a run's result tells of its device: downloads, with where they are in the artifact store, and what was sent without an answer. */
export function deviceFacts({ downloads, unanswered }: { readonly [Part in keyof ClosedDevice]?: unknown } = {}): readonly {
  readonly name: string;
  readonly value: string;
}[] {
  return [
    ...listOf(downloads).map(({ name, file, problem }) => ({
      name: 'downloaded',
      value: `${textOf(name)}: ${textOf(file) || textOf(problem)}`,
    })),
    ...listOf(unanswered).map(({ method, origin, path }) => ({
      name: 'no answer to',
      value: `${textOf(method)} ${textOf(origin)}${textOf(path)}: look there before you run it again`,
    })),
  ];
}

/** What is told about a flow that was started in place of an agent: what it saved, once the run has ended. */
export function reusedLine({ reused, ended, usage }: Pick<RunDescription, 'reused' | 'ended' | 'usage'>): string | undefined {
  return reused && reusedText(reused, ended === undefined ? undefined : usage?.costUsd);
}
