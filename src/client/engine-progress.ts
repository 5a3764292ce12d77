// Where a run of each engine stands, beyond its steps: the walk of a flow over its drawing, the map of an explorer, the outline of a procedure.
import type { Client } from '@temporalio/client';
import { parseFlowInput } from '../domain/flow/input.js';
import { namesIn } from '../domain/anchors/fill.js';
import { parseFlow } from '../domain/flow/parse-flow.schema.js';
import type { FlowDocument } from '../domain/flow/document.js';
import { nodeSummary } from '../domain/flow/node-summary.js';
import type { VisitedEdges } from '../domain/flow/graph.js';
import { recordOf, numberOf, textOf } from '../domain/checks/read-stored.js';
import { frontierQuery, type FlowPosition, positionQuery, variablesQuery } from '../workflows/messages.js';
import type { ClientContext } from './context.js';
import { ClientError } from './errors.js';
import { createProcedureReader, type ProcedureStanding } from './procedures/procedure-progress.js';
import { runEnd } from './run-end.js';
import { flowType, procedureType } from './runs.js';
import { startedWith } from './history-entries.js';
import type { Variables } from '../domain/run/json.js';

export type EngineProgress = { readonly engine: 'agent' } | FlowStanding | ExplorerStanding | ProcedureStanding;

export interface FlowStanding {
  readonly engine: 'flow';
  readonly name: string;
  /** In the order of the document. */
  readonly nodes: readonly {
    readonly id: string;
    readonly name: string;
    readonly summary: string;
    /** How often it was visited. */
    readonly times: number;
    readonly isNow: boolean;
    readonly isDisabled: boolean;
  }[];
  readonly visits: number;
  /** Iterations started of those allowed, of the loops that go around now: `3/100`. */
  readonly loops: Readonly<Record<string, string>>;
  /** From 0, of the node at work. */
  readonly attempt?: number;
  /** No worker answers, so that the walk is not known. */
  readonly isUnknown?: true;
}

export interface ExplorerStanding {
  readonly engine: 'explorer';
  /** As its map is called; absent until it has begun. */
  readonly app?: string;
  /** Found by this run. */
  readonly screensNew: number;
  readonly edgesNew: number;
  readonly steps: number;
  readonly coveragePct?: number;
  /** Why it stopped. */
  readonly stopped?: string;
}

/** What is read for one run again and again; what cannot change is read once. */
interface StandingReader {
  read(): Promise<EngineProgress>;
  /** An SVG document. Rejects with a `ClientError` for a run of another engine. */
  draw(): Promise<string>;
}

interface Described {
  readonly client: Client;
  readonly type: string;
  readonly runId: string;
  readonly isOpen: boolean;
  /** How it ended. */
  readonly outcome?: string;
  readonly result?: Readonly<Record<string, unknown>>;
}

export function createProgressReader(context: ClientContext, id: string): StandingReader {
  let input: Promise<unknown> | undefined;
  let flow: FlowDocument | undefined;
  const procedure = createProcedureReader(context, id);

  async function describe(): Promise<Described> {
    const client = await context.client();
    const handle = client.workflow.getHandle(id);
    const { type, runId, status } = await handle.describe();
    const isOpen = status.name === 'RUNNING';
    const end = isOpen ? undefined : await runEnd(handle);
    return { client, type, runId, isOpen, outcome: end?.outcome, result: end?.result ? end.result : undefined };
  }

  const inputOf = ({ client, runId }: Described): Promise<unknown> =>
    (input ??= startedWith(client, id, runId).catch((error: unknown) => {
      input = undefined;
      throw error;
    }));

  async function walk(described: Described): Promise<Walk> {
    flow ??= await documentOf(context, id, await inputOf(described));
    return { flow, ...(await walkedBy(described, id)) };
  }

  return {
    async read() {
      const described = await describe();
      switch (described.type) {
        case flowType:
          return flowStanding(await walk(described));
        case procedureType:
          return procedure(described, await inputOf(described));
        case 'explorer':
          return explorerStanding(described, id, await inputOf(described));
        default:
          return { engine: 'agent' };
      }
    },
    async draw() {
      const described = await describe();
      if (described.type !== flowType) throw new ClientError('refused', `'${id}' is not a flow but a run of '${described.type}'.`);
      const { flow: drawn, path, node } = await walk(described);
      const { drawSvg } = await import('../adapters/dagre/flow-picture.js');
      return drawSvg(drawn, path, node);
    },
  };
}

async function documentOf(context: Pick<ClientContext, 'artifacts'>, id: string, input: unknown): Promise<FlowDocument> {
  const { flow: given, variables } = parseFlowInput(input);
  const document = typeof given === 'string' ? await context.artifacts().getJson(given) : given;
  const { flow } = parseFlow(document, [...Object.keys(variables), ...namesIn(document)]);
  if (!flow) throw new ClientError('refused', `The document of '${id}' has errors, so that it cannot be drawn: its run says which.`);
  return flow;
}

interface Walked {
  readonly path: VisitedEdges;
  readonly visits: number;
  readonly loops: Readonly<Record<string, string>>;
  readonly node?: string;
  readonly attempt?: number;
  readonly isUnknown?: true;
}

interface Walk extends Walked {
  readonly flow: FlowDocument;
}

/** From its result where it has one, else by a query. */
async function walkedBy({ client, result, isOpen }: Described, id: string): Promise<Walked> {
  const path = recordOf(result?.['path']);
  if (path) return { path: path as unknown as VisitedEdges, visits: numberOf(result?.['visits']), loops: {} };
  const position = await queryPosition(client, id).catch(() => undefined);
  if (!position) return { path: { nodes: {}, edges: {} }, visits: 0, loops: {}, isUnknown: true };
  const { path: taken, visits, loops, node, attempt } = position;
  const at = isOpen && node !== undefined ? { node, attempt: attempt ?? 0 } : {};
  return { path: taken, visits, loops: isOpen ? loops : {}, ...at };
}

function flowStanding({ flow, path, node: now, visits, loops, attempt, isUnknown }: Walk): FlowStanding {
  return {
    engine: 'flow',
    name: flow.name,
    nodes: flow.nodes.map((node) => ({
      ...{ id: node.id, name: node.name, summary: nodeSummary(node), times: path.nodes[node.id] ?? 0 },
      ...{ isNow: node.id === now, isDisabled: !node.enabled },
    })),
    ...{ visits, loops },
    attempt,
    isUnknown,
  };
}

async function explorerStanding({ client, outcome, result }: Described, id: string, input: unknown): Promise<ExplorerStanding> {
  if (result) {
    const coverage = result['coverage_pct'];
    return {
      engine: 'explorer',
      ...appIn(input, result),
      ...{ screensNew: numberOf(result['screens_new']), edgesNew: numberOf(result['edges_new']), steps: numberOf(result['steps']) },
      coveragePct: typeof coverage === 'number' ? coverage : undefined,
      stopped: textOf(result['stop_reason']),
    };
  }
  const frontier = await client.workflow
    .getHandle(id)
    .query(frontierQuery)
    .catch(() => undefined);
  const stopped = outcome === undefined ? {} : { stopped: outcome };
  if (!frontier) return { engine: 'explorer', ...appIn(input), screensNew: 0, edgesNew: 0, steps: 0, ...stopped };
  const { app, screensNew, edgesNew, steps, coveragePct } = frontier;
  return {
    engine: 'explorer',
    ...(app === undefined ? appIn(input) : { app }),
    ...{ screensNew, edgesNew, steps },
    coveragePct,
    ...stopped,
  };
}

function appIn(input: unknown, result?: Readonly<Record<string, unknown>>): Pick<ExplorerStanding, 'app'> {
  const app = exploredApp(input, result);
  return app === '' ? {} : { app };
}

/** The name of its map: as the run told, as it was given, or the origin of its address. Empty: not known. */
export function exploredApp(input: unknown, result?: Readonly<Record<string, unknown>>): string {
  const given = recordOf(input) ?? {};
  const url = textOf(recordOf(given['device'])?.['url']) || textOf(given['url']);
  return textOf(result?.['app_id']) || textOf(given['appId']) || (URL.canParse(url) ? new URL(url).origin : '');
}

const queryTimeoutMs = 10_000;

/** Queries the run, even one that has ended; needs a worker. */
export function queryPosition(client: Client, id: string): Promise<FlowPosition> {
  return client.withDeadline(Date.now() + queryTimeoutMs, () => client.workflow.getHandle(id).query(positionQuery));
}

/** As `queryPosition`. */
export function queryVariables(client: Client, id: string): Promise<Variables> {
  return client.withDeadline(Date.now() + queryTimeoutMs, () => client.workflow.getHandle(id).query(variablesQuery));
}
