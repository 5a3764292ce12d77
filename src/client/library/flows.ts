// The library of flows, for programs.
import { defined } from '../../domain/collections.js';
import type { FlowInputDocument } from '../../domain/flow/document.schema.js';
import type { FlowDocument, FormField } from '../../domain/flow/document.js';
import { parseFlow } from '../../domain/flow/parse-flow.schema.js';
import { problemText } from '../../domain/flow/problem.js';
import { proposedHeals, type ProposedHeal, applyHeal } from '../../domain/library/heals.js';
import { type Replay, successOf, type FlowSuccess } from '../../domain/library/replay.js';
import type { FlowMatch } from '../../domain/library/reuse.js';
import type { AgentInput } from '../../domain/run/program-input.js';
import type { LibraryFlow, SaveOptions } from '../../ports/flow-library.js';
import type { FlowResult } from '../../workflows/flow/flow-result.js';
import type { ClientContext } from '../context.js';
import { ClientError } from '../errors.js';
import type { StartOptions } from '../inputs.js';
import type { Run } from '../run.js';
import { acceptHeals, rejectHeals, type HealDesk } from './decide-heals.js';
import { matchFlow, type MatchFound } from './match-flow.js';
import { startLibraryFlow, type LibraryStart } from './start-flow.js';
import difference from 'microdiff';

/** A flow of the library, and what it is good for. */
export interface FlowSummary extends FlowSuccess {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  /** Of the run that it was compiled from; absent: it was written by hand. */
  readonly request?: string;
  readonly application?: string;
  readonly form: readonly FormField[];
  /** Heals that wait for somebody's decision. */
  readonly waitingHeals: number;
  /** The last runs of it, newest first. */
  readonly lastRuns: readonly Pick<Replay, 'run' | 'version' | 'outcome' | 'usd' | 'ms' | 'ended' | 'fallback'>[];
}

/** A heal that runs of a flow proposed, and what accepting it changes. */
export interface FlowHeal extends ProposedHeal {
  /** Name of its node. */
  readonly nodeName: string;
  readonly changes: readonly HealChange[];
}

/** A flow, and what its runs propose. */
export interface FlowView {
  readonly flow: FlowSummary;
  readonly heals: readonly FlowHeal[];
}

export interface FlowList {
  readonly flows: readonly FlowSummary[];
  /** Files of the library that hold no flow, and why. */
  readonly unreadable: readonly string[];
}

/** `by`: who decides. */
export interface HealOptions {
  readonly by: string;
}

export interface Flows {
  /** The newest version of each, by id. */
  list(): Promise<FlowList>;
  /** The same of one. */
  describe(id: string): Promise<FlowSummary>;
  /** The newest version unless one is named. */
  read(id: string, version?: number): Promise<LibraryFlow>;
  /** Numbers of its versions, oldest first. */
  versions(id: string): Promise<readonly number[]>;
  /** Puts a document into the library, as the next version of the flow with its id (else its name). Rejects with a `FlowConflictError` when another version is there than the one expected. */
  save(document: FlowInputDocument | FlowDocument, options?: SaveOptions): Promise<LibraryFlow>;
  /** What its runs came to, oldest first. */
  replays(id: string): Promise<readonly Replay[]>;
  /** What its runs proposed to change, whatever was decided about it. */
  heals(id: string): Promise<readonly FlowHeal[]>;
  /** Writes the next version with these heals, by their ids. All of them or none. */
  accept(id: string, heals: readonly string[], options: HealOptions): Promise<LibraryFlow>;
  reject(id: string, heals: readonly string[], options: HealOptions): Promise<void>;
  /** The flow that does what this input asks, where there is one; may ask the configured model, once. */
  match(input: AgentInput): Promise<MatchFound>;
  start(id: string, input?: LibraryStart, options?: StartOptions): Promise<Run<FlowResult>>;
  /** Starts the flow that was found for an agent's input in its place; its memo says so. An agent does the rest where it cannot go on. */
  reuse(match: FlowMatch, input: AgentInput, options?: StartOptions): Promise<Run<FlowResult>>;
}

const lastRuns = 10;

export function createFlows(context: ClientContext): Flows {
  const library = () => context.library();

  async function read(id: string, version?: number): Promise<LibraryFlow> {
    const found = await library().read(id, version);
    if (found) return found;
    const what =
      version === undefined ? `There is no flow '${id}' in the library` : `The library has no version ${version} of the flow '${id}'`;
    throw new ClientError('flow-not-found', `${what}: \`${context.program} flow list\` shows what it has.`);
  }

  async function healsOf({ id, document }: LibraryFlow): Promise<readonly FlowHeal[]> {
    const proposed = proposedHeals(document, await library().replays(id), await library().decisions(id));
    const nameOf = (node: string): string => document.nodes.find((each) => each.id === node)?.name ?? node;
    return proposed.map((each) => ({ ...each, nodeName: nameOf(each.heal.node), changes: changesOf(document, each) }));
  }

  async function summaryOf(flow: LibraryFlow): Promise<FlowSummary> {
    const { id, version, document } = flow;
    const { name, compiled, form = [] } = document;
    const replays = await library().replays(id);
    const heals = proposedHeals(document, replays, await library().decisions(id));
    return {
      ...{ id, version, name, form },
      request: compiled?.request,
      application: compiled?.application,
      ...successOf(document, replays),
      waitingHeals: heals.filter(({ state }) => state === 'waiting').length,
      lastRuns: replays
        .slice(-lastRuns)
        .reverse()
        .map(({ heals: _heals, execution: _execution, calls: _calls, ...run }) => run),
    };
  }

  const deciding: HealDesk = { library, program: context.program, read, healsOf };

  return {
    async list() {
      const { flows, unreadable } = await library().list();
      return { flows: await Promise.all(flows.map(summaryOf)), unreadable };
    },
    describe: async (id) => summaryOf(await read(id)),
    read,
    versions: (id) => library().versions(id),
    save: (document, options) => library().save(soundFlow(document), options),
    replays: (id) => library().replays(id),
    heals: async (id) => healsOf(await read(id)),
    accept: (id, ids, options) => acceptHeals(deciding, id, ids, options),
    reject: (id, ids, options) => rejectHeals(deciding, id, ids, options),
    match: (input) => matchFlow(context, input),
    async start(id, { version, ...input } = {}, options = {}) {
      return startLibraryFlow(context, await read(id, version), input, options);
    },
    async reuse(match, { request = '', plan: _plan, keepOpen: _keepOpen, ...given }, options = {}) {
      const flow = await read(match.flow, match.version);
      // Whoever asked for an agent gets one where the flow cannot go on.
      return startLibraryFlow(
        context,
        flow,
        { ...given, variables: match.variables, fallback: 'agent' },
        { title: request, ...defined(options), match },
      );
    },
  };
}

/** Of a run, a flow that cannot run is none. */
function soundFlow(document: unknown): FlowDocument {
  const { flow, problems } = parseFlow(document);
  if (flow) return flow;
  const errors = problems.filter(({ severity }) => severity === 'error').map(problemText);
  throw new ClientError(
    'refused',
    `The flow cannot run, so it is not saved: ${errors[0] ?? 'it is empty'}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}.`,
  );
}

// What accepting a heal changes in the document, line by line, for people.

interface HealChange {
  readonly sign: '-' | '+';
  /** `target.name: "Order"` */
  readonly text: string;
}

/** Of its node, or of the document's interruptions; nothing where it does not fit any more. */
function changesOf(flow: FlowDocument, { heal }: Pick<ProposedHeal, 'heal'>): readonly HealChange[] {
  const healed = applyHeal(flow, heal);
  if ('refusal' in healed) return [];
  const part = ({ nodes, interruptions = [] }: FlowDocument): object =>
    heal.kind === 'target' ? (nodes.find(({ id }) => id === heal.node)?.node_type ?? {}) : { interruptions };
  return difference(part(flow), part(healed.flow)).flatMap((change) => {
    const line = (sign: HealChange['sign'], value: unknown): HealChange => ({
      sign,
      text: `${change.path.join('.')}: ${JSON.stringify(value)}`,
    });
    return [
      ...(change.type === 'CREATE' ? [] : [line('-', change.oldValue)]),
      ...(change.type === 'REMOVE' ? [] : [line('+', change.value)]),
    ];
  });
}
