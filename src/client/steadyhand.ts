// The client: the command line, the MCP server and other programs do everything through it.
import type { Client } from '@temporalio/client';
import type { CompiledFlow, CompileOptions } from '../domain/compile/compile-run.js';
import type { Cassette } from '../domain/rerun/cassette.schema.js';
import type { ExplorerSummary } from '../domain/explorer/requests.js';
import type { ArtifactStore, Collected } from '../ports/artifact-store.js';
import type { NamedGraph } from '../ports/screen-graph.js';
import type { HostAgentResult } from '../workflows/agent/host-frame.js';
import type { FlowResult } from '../workflows/flow/flow-result.js';
import type { AgentInput, ExplorerStart, FlowStart } from '../domain/run/program-input.js';
import { activeTrace, type Missing, missingFor, startRun } from './run-start.js';
import { closeDevice, findDevice, type HostsFound, readHosts } from './read-hosts.js';
import { collectArtifacts, type CollectRules } from './collect-artifacts.js';
import { type ClientContext, createClientContext, errorContextOf } from './context.js';
import { clientErrorOf } from './errors.js';
import { readInbox, type InboxEntry } from './requests.js';
import { type Prepared, prepareAgent, prepareExplorer, prepareFlow, type StartOptions } from './inputs.js';
import type { CallOptions, Procedures } from './procedures/reach-run.js';
import type { ProcedureRun, ProcedureStart } from './procedures/procedure-run.js';
import { createFlows, type Flows } from './library/flows.js';
import { createRun, type Run } from './run.js';
import { listRuns, listWaiting, type ListOptions, type RunSummary, type Waiting } from './runs.js';
import { createSchedules, type Schedules } from './schedules/schedules.js';
import { readGraph } from './screen-graph.js';

/** Methods reject with a `ClientError`, with an `InputError` for an input that no workflow would accept, or with a `ConfigError`. */
export interface Steadyhand {
  /** Starts an agent that carries out a request. */
  startAgent(input: AgentInput, options?: StartOptions): Promise<Run<HostAgentResult>>;
  startFlow(input: FlowStart, options?: StartOptions): Promise<Run<FlowResult>>;
  /** Starts an explorer, which maps an application by driving it. */
  explore(input: ExplorerStart, options?: StartOptions): Promise<Run<ExplorerSummary>>;
  /** Starts a procedure, durably. */
  startProcedure(input: ProcedureStart): Promise<ProcedureRun>;
  /** A procedure's run that was started before; `by`: who makes the moves. */
  procedureRun(id: string, by?: CallOptions['by']): Promise<ProcedureRun>;
  /** The definitions in the folder of procedures, and the calls to follow them. */
  procedures(): Promise<Procedures>;
  /** A run that already exists, whoever started it; nothing is looked up until you use it. */
  run(id: string): Run;
  /** Newest first; 20 at most unless `limit` says otherwise. */
  list(options?: ListOptions): Promise<readonly RunSummary[]>;
  /** Who waits for a person. Unlike `inbox` it asks none of them what for, so that it costs one call to the server. */
  waiting(): Promise<readonly Waiting[]>;
  /** What waits for a person, longest first. */
  inbox(): Promise<readonly InboxEntry[]>;
  /** Flows that are kept, with what their runs came to (docs/repeat.md). */
  readonly flows: Flows;
  /** Runs by the clock (docs/schedules.md). */
  readonly schedules: Schedules;
  hosts(): Promise<HostsFound>;
  /** By its id, or the beginning of one. Resolves with whether it closed within about a minute; if not, it closes later. */
  closeDevice(id: string): Promise<boolean>;
  /** The map of an application that was explored; each screen has a name that no other one has. */
  map(app: string): Promise<NamedGraph>;
  /** The same as one HTML page with its screenshots, which needs no other file, network or server. */
  mapPage(app: string): Promise<string>;
  /** What a run on a device of that kind would wait for if it were started now. */
  missingFor(deviceKind: string): Promise<Missing | undefined>;
  /** A flow from a recorded run: what it did, without a model (docs/repeat.md). Of an id, or of what `export` made; several runs of one flow make one. */
  compile(run: string | Cassette | readonly (string | Cassette)[], options?: CompileOptions): Promise<CompiledFlow>;
  /** The Temporal client that this one uses, for workflows of your own; `close` closes it unless you brought it. */
  temporal(): Promise<Client>;
  /** Screenshots, prompts, documents: what references (`sha256:…`) point to. */
  readonly artifacts: ArtifactStore;
  /** Removes artifacts that no open run, no schedule and no flow of the library needs, by age and by size. */
  collectArtifacts(rules: CollectRules): Promise<Collected>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ConnectOptions {
  /** Your own Temporal client, which stays open. By default the server is found as the Temporal CLI finds it, or where `steadyhand up` started one. */
  readonly client?: Client;
  /** STEADYHAND_HOME, TEMPORAL_ADDRESS, …; by default the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where .env, steadyhand.config.json and the default data folder are; by default the working directory. */
  readonly folder?: string;
}

/** Connects to the Temporal server. Rejects with a `ClientError` (`server-unreachable`) when none answers. Call `close` when done. */
export async function connect({ client, env = process.env, folder = process.cwd() }: ConnectOptions = {}): Promise<Steadyhand> {
  const context = createClientContext({ env, folder, program: 'npx steadyhand', activeTrace, client });
  const steadyhand = createSteadyhand(context);
  await told(context, () => context.client());
  return steadyhand;
}

/** Connects on first use, and loads the larger parts on theirs. */
export function createSteadyhand(context: ClientContext): Steadyhand {
  const tell = <T>(call: () => Promise<T>): Promise<T> => told(context, call);
  const flows = createFlows(context);
  const start = <R>(prepare: () => Prepared, options: StartOptions | undefined): Promise<Run<R>> =>
    tell(async () => startRun<R>(context, prepare(), options));
  return {
    startAgent: (input, options) => start(() => prepareAgent(input), options),
    startFlow: (input, options) => start(() => prepareFlow(input), options),
    explore: (input, options) => start(() => prepareExplorer(input), options),
    startProcedure: (input) => tell(async () => (await import('./procedures/procedure-run.js')).startProcedure(context, input)),
    procedureRun: (id, by = 'agent') => tell(async () => (await import('./procedures/procedure-run.js')).findProcedureRun(context, id, by)),
    procedures: () => tell(async () => (await import('./procedures/reach-run.js')).proceduresOf(context)),
    run: (id) => createRun(context, id),
    list: (options) => tell(async () => listRuns(await context.client(), options)),
    waiting: () => tell(async () => listWaiting(await context.client())),
    inbox: () => tell(() => readInbox(context)),
    flows: hintedFlows(flows, tell),
    schedules: hintedSchedules(createSchedules(context, flows), tell),
    hosts: () => tell(() => readHosts(context)),
    closeDevice: (id) => tell(async () => closeDevice(context, findDevice((await readHosts(context)).hosts, id, context.program))),
    map: (app) => tell(() => readGraph(context, app)),
    mapPage: (app) => tell(async () => (await import('./screen-graph.js')).mapPage(await readGraph(context, app), context.artifacts())),
    missingFor: (kind) => tell(() => missingFor(context, kind)),
    compile: (run, options) => tell(async () => (await import('./compile/compile-runs.js')).compileRuns(context, run, options)),
    temporal: () => tell(() => context.client()),
    get artifacts() {
      return context.artifacts();
    },
    collectArtifacts: (rules) => tell(() => collectArtifacts(context, rules)),
    close: () => context.close(),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

type Tell = <T>(call: () => Promise<T>) => Promise<T>;

function hintedFlows(flows: Flows, tell: Tell): Flows {
  return {
    list: () => tell(() => flows.list()),
    describe: (...given) => tell(() => flows.describe(...given)),
    read: (...given) => tell(() => flows.read(...given)),
    versions: (...given) => tell(() => flows.versions(...given)),
    save: (...given) => tell(() => flows.save(...given)),
    replays: (...given) => tell(() => flows.replays(...given)),
    heals: (...given) => tell(() => flows.heals(...given)),
    accept: (...given) => tell(() => flows.accept(...given)),
    reject: (...given) => tell(() => flows.reject(...given)),
    match: (...given) => tell(() => flows.match(...given)),
    start: (...given) => tell(() => flows.start(...given)),
    reuse: (...given) => tell(() => flows.reuse(...given)),
  };
}

function hintedSchedules(schedules: Schedules, tell: Tell): Schedules {
  return {
    create: (...given) => tell(() => schedules.create(...given)),
    list: () => tell(() => schedules.list()),
    describe: (id) => tell(() => schedules.describe(id)),
    pause: (...given) => tell(() => schedules.pause(...given)),
    resume: (...given) => tell(() => schedules.resume(...given)),
    trigger: (id) => tell(() => schedules.trigger(id)),
    delete: (id) => tell(() => schedules.delete(id)),
  };
}

function told<T>(context: ClientContext, call: () => Promise<T>): Promise<T> {
  return call().catch((error: unknown) => {
    throw clientErrorOf(error, errorContextOf(context));
  });
}
