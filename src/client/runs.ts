// Runs as the server's visibility store lists them. The workflow that waits for a person may be a child of the run, so the two are brought together here.
import { Client, type WorkflowExecutionInfo } from '@temporalio/client';
import { type RunEngine, type RunState, typeOfEngine } from '../domain/run/listed.js';
import { steadyhandState } from '../workflows/messages.js';
import { attributeFilters, quotedText } from './search-attributes.js';
import { startedWith } from './history-entries.js';
import { titleOf } from './inputs.js';
import { defined } from '../domain/collections.js';
import { runEnd } from './run-end.js';
import { clip, longestTitle } from './text.js';
import QuickLRU from 'quick-lru';
import type { Payload, PayloadCodec } from '@temporalio/common';

/** Whose nodes `flow show` shows. */
export const flowType = typeOfEngine.flow;
export const procedureType = typeOfEngine.procedure;

export interface RunSummary {
  readonly id: string;
  readonly runId: string;
  readonly type: string;
  readonly state: string;
  readonly started: string;
  readonly ended?: string;
  /** Of one that has ended, as `RunDescription` has it; `state` is the server's word. Absent: its result cannot be read. */
  readonly outcome?: string;
  readonly request?: string;
  /** What it is about cannot be decrypted with the keys here. */
  readonly sealed?: true;
  /** The workflow that waits for a person, when one does. */
  readonly asker?: string;
}

/** A workflow that waits for a person, and the run it belongs to. */
export interface Waiting {
  readonly asker: string;
  readonly run: string;
  readonly state: WaitingState;
}

type WaitingState = 'PENDING' | 'CONFIRM' | 'HELD';

/** A terminated run keeps its attribute, hence the second condition. */
const waitingQuery = "SteadyhandState IN ('PENDING','CONFIRM','HELD') AND ExecutionStatus='Running'";

export async function listWaiting(client: Client): Promise<readonly Waiting[]> {
  const waiting: Waiting[] = [];
  for await (const info of listingClient(client).workflow.list({ query: waitingQuery })) {
    const state = info.typedSearchAttributes.get(steadyhandState);
    if (state === 'PENDING' || state === 'CONFIRM' || state === 'HELD') waiting.push({ asker: info.workflowId, run: runOf(info), state });
  }
  return waiting;
}

/** Those that fit all that is given. */
export interface ListOptions {
  readonly state?: RunState;
  readonly engine?: RunEngine;
  /** Values of search attributes, by their names: Temporal's and those of your namespace. */
  readonly where?: Readonly<Record<string, string>>;
  /** A visibility query, as Temporal's list takes it: `StartTime > '2026-11-01T00:00:00Z'`. */
  readonly query?: string;
  /** 20 by default. */
  readonly limit?: number;
}

/** Newest first. */
export async function listRuns(
  client: Client,
  { state, engine, where = {}, query, limit = 20 }: ListOptions = {},
): Promise<readonly RunSummary[]> {
  const waiting = byRun(await listWaiting(client));
  const filters = [
    runsQuery({ state, engine, waiting: [...waiting.keys()] }),
    ...(Object.keys(where).length > 0 ? await attributeFilters(client, where) : []),
    ...(query === undefined ? [] : [`(${query})`]),
  ];
  const runs: Promise<RunSummary>[] = [];
  for await (const info of listingClient(client).workflow.list({ query: filters.join(' AND '), pageSize: Math.min(limit * 2, 1_000) })) {
    if (isChild(info)) continue;
    const run = summarize(info, waiting.get(info.workflowId));
    if (state === undefined || run.state === state) runs.push(withMore(client, info, run));
    if (runs.length >= limit) break;
  }
  return Promise.all(runs);
}

/** Whoever has taken over a run comes before what a part of it asks. */
function byRun(waiting: readonly Waiting[]): ReadonlyMap<string, Waiting> {
  const ordered = [...waiting].sort((one, other) => Number(one.state === 'HELD') - Number(other.state === 'HELD'));
  return new Map(ordered.map((entry) => [entry.run, entry]));
}

export async function listOpenRuns(client: Client): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const info of listingClient(client).workflow.list({
    query: `WorkflowType IN (${quoted(Object.values(typeOfEngine))}) AND ExecutionStatus='Running'`,
  }))
    ids.push(info.workflowId);
  return ids;
}

/** The run that a workflow belongs to: itself, or the root workflow above a child. */
export function runOf(info: Pick<WorkflowExecutionInfo, 'workflowId' | 'rootExecution'>): string {
  return info.rootExecution?.workflowId || info.workflowId;
}

/** A flow that a node of another one runs is part of that run. */
function isChild({ workflowId, parentExecution }: Pick<WorkflowExecutionInfo, 'workflowId' | 'parentExecution'>): boolean {
  return parentExecution?.workflowId !== undefined && workflowId.startsWith(`${parentExecution.workflowId}/`);
}

interface Wanted {
  readonly state: RunState | undefined;
  readonly engine: RunEngine | undefined;
  readonly waiting: readonly string[];
}

function runsQuery({ state, engine, waiting }: Wanted): string {
  const ofOurTypes = `WorkflowType IN (${quoted(engine === undefined ? Object.values(typeOfEngine) : [typeOfEngine[engine]])})`;
  switch (state) {
    case undefined:
      // One line per run: an execution that continued as new is part of the same run.
      return `${ofOurTypes} AND ExecutionStatus!='ContinuedAsNew'`;
    case 'RUNNING':
      return `${ofOurTypes} AND ExecutionStatus='Running'`;
    case 'PENDING':
    case 'CONFIRM':
    case 'HELD':
      return `${ofOurTypes} AND ExecutionStatus='Running' AND WorkflowId IN (${quoted(waiting.length > 0 ? waiting : [''])})`;
    default:
      return `${ofOurTypes} AND ExecutionStatus='${executionStatus[state]}'`;
  }
}

/** As visibility queries spell them. */
const executionStatus = {
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  CANCELED: 'Canceled',
  TERMINATED: 'Terminated',
  TIMED_OUT: 'TimedOut',
} as const;

function summarize(info: WorkflowExecutionInfo, waiting: Waiting | undefined): RunSummary {
  return {
    id: info.workflowId,
    runId: info.runId,
    type: info.type,
    state: info.status.name === 'RUNNING' ? (waiting?.state ?? 'RUNNING') : stateOfEnded(info.status.name),
    started: info.startTime.toISOString(),
    ended: info.closeTime?.toISOString(),
    asker: waiting && waiting.state !== 'HELD' && info.status.name === 'RUNNING' ? waiting.asker : undefined,
  };
}

async function withMore(client: Client, info: WorkflowExecutionInfo, run: RunSummary): Promise<RunSummary> {
  if (info.memo?.['request'] === null) return { ...run, sealed: true };
  const [request, outcome] = await Promise.all([requestOf(client, info), outcomeOf(client, info)]);
  return { ...run, ...defined({ request, outcome }) };
}

/** What came of runs that have ended, which does not change, for whoever lists them again: a console does every few seconds. */
const outcomes = new QuickLRU<string, string>({ maxSize: 5_000 });

/** A workflow that is completed says in its result what came of the run. */
async function outcomeOf(client: Client, { workflowId, runId, status }: WorkflowExecutionInfo): Promise<string | undefined> {
  if (status.name === 'RUNNING') return undefined;
  const known = outcomes.get(runId);
  if (known !== undefined) return known;
  const ended = await runEnd(client.workflow.getHandle(workflowId, runId, { followRuns: false })).catch(() => undefined);
  if (ended) outcomes.set(runId, ended.outcome);
  return ended?.outcome;
}

/** Undefined: the server does not know the run, or not what it is about. */
export async function titleOfRun(client: Client, id: string): Promise<string | undefined> {
  const patienceMs = 5_000;
  return client.withDeadline(Date.now() + patienceMs, async () => requestOf(client, await client.workflow.getHandle(id).describe()));
}

/** What a run is about: the command line stores it in the memo, other clients only in the input. */
export async function requestOf(
  client: Client,
  info: Pick<WorkflowExecutionInfo, 'memo' | 'type' | 'workflowId' | 'runId'>,
): Promise<string | undefined> {
  const memo = info.memo?.['request'];
  if (typeof memo === 'string') return memo;
  try {
    return clip(titleOf(info.type, await startedWith(client, info.workflowId, info.runId)), longestTitle);
  } catch {
    // The server has deleted it, or it is no input that the workflow takes; the run is listed without a request.
    return undefined;
  }
}

/** The SDK writes CANCELLED, the server and its queries CANCELED. */
export function stateOfEnded(name: string): string {
  return name === 'CANCELLED' ? 'CANCELED' : name;
}

function quoted(values: readonly string[]): string {
  return values.map(quotedText).join(',');
}

// Lists of runs and schedules: one that cannot be decrypted must not take the others away, and the SDK decodes the memo of each while it is listed.

/** JSON's null, in place of what cannot be decrypted. */
const sealed: Payload = { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('null') };

/** The same client, for lists alone: a value of a memo that cannot be decrypted is null. */
export function listingClient(client: Client): Client {
  const { namespace, identity, loadedDataConverter } = client.options;
  return new Client({
    connection: client.connection,
    namespace,
    identity,
    dataConverter: { payloadCodecs: loadedDataConverter.payloadCodecs.map(lenient) },
  });
}

function lenient(codec: PayloadCodec): PayloadCodec {
  const decoded = (payload: Payload): Promise<Payload> =>
    codec.decode([payload]).then(
      ([first = sealed]) => first,
      () => sealed,
    );
  return { encode: (payloads) => codec.encode(payloads), decode: (payloads) => Promise.all(payloads.map(decoded)) };
}
