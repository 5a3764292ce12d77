// What any worker can do for a flow: its document, the judges of its checks, its records.
import { ApplicationFailure, Context } from '@temporalio/activity';
import { noUsage } from '../../domain/budget/usage.js';
import { refuseUnknownUse, useOf, type EffectChecks } from '../../domain/effect/effect-check.js';
import { InputError } from '../../domain/errors/input-error.js';
import type { FlowDocument } from '../../domain/flow/document.js';
import type { CheckVerdict, NodeEvidence } from '../../domain/flow/flow-state.js';
import { problemsTogether, parseFlow, type ParsedFlow } from '../../domain/flow/parse-flow.schema.js';
import { problemText } from '../../domain/flow/problem.js';
import { missingFields, needsValue, storedText } from '../../domain/flow/run-limits.js';
import type { FlowRecord, RecordPlace } from '../../domain/flow/record.js';
import type {
  CallToolInput,
  GivenFlow,
  ResolvedFlow,
  ResolveFlowInput,
  StoredFlow,
  WriteRecordsInput,
} from '../../domain/flow/requests.js';
import type { Overrides } from '../../domain/flow/tools.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { RunRecords } from '../../ports/run-records.js';
import { jsonOrText, type Variables } from '../../domain/run/json.js';
import { asFailure } from '../model/ask-model.js';
import { whileBeating } from '../heartbeats.js';
import { judgeNodes, type CheckPorts } from './judge-checks.js';
import { settleRun, type SealPorts } from '../run-seals.js';
import { storable, toolResult, type ToolResult } from './tool-on-device.js';
import { withoutSealed } from './seal-step.js';
import type { FlowEntry } from '../../domain/run/entry.js';
import { resolveRun, type RunDefaults } from '../../domain/run/resolve-settings.js';
import type { Replay } from '../../domain/library/replay.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { FlowLibraryError, type FlowLibrary } from '../../ports/flow-library.js';

export interface FlowActivityPorts extends CheckPorts, SealPorts {
  readonly records: RunRecords;
  readonly library: FlowLibrary;
  readonly defaults: RunDefaults;
  readonly flowModels: { readonly agent: string; readonly vision?: string };
  readonly hasToolServers: boolean;
  /** As this worker is configured. */
  readonly overrides: Overrides;
}

/** What the journal has for a server's tool: its result as JSON. */
export interface Journalled {
  readonly node: CallToolInput['node'];
  readonly text?: string;
  readonly textRef?: ArtifactRef;
}

/** Characters of a slice: well below Temporal's limit of 2 MB, with its own wrapping. */
const sliceLength = 1_500_000;
const mostProblems = 50;

export function createFlowActivities(ports: FlowActivityPorts) {
  const { artifacts, records, library } = ports;
  return {
    /** The document with its defaults, and the run's settings. Non-retryable `invalid-flow` with everything that is wrong, `invalid-input`, `artifact-missing`. */
    async resolveFlow(input: ResolveFlowInput): Promise<ResolvedFlow> {
      return asFlowFailure(() => resolveFlow(input, ports));
    },

    /** A slice, from 0, of a stored document. */
    async loadFlow({ document, slice }: { readonly document: ArtifactRef; readonly slice: number }): Promise<string> {
      return asFlowFailure(async () =>
        Buffer.from(await artifacts.get(document))
          .toString('latin1')
          .slice(slice * sliceLength, (slice + 1) * sliceLength),
      );
    },

    /** Variables from an AI step, a person or a child: values over 8 KB by reference. */
    async keepVariables({ variables }: { readonly variables: Variables }): Promise<Variables> {
      return asFlowFailure(() => storable(variables, artifacts));
    },

    /** The result of a server's tool that ran, but whose activity did not return. */
    async recallResult({ node, text = 'null', textRef }: Journalled): Promise<ToolResult> {
      return asFlowFailure(async () => {
        const whole = textRef === undefined ? text : Buffer.from(await artifacts.get(textRef)).toString('utf8');
        return toolResult(node, { result: jsonOrText(whole) }, artifacts);
      });
    },

    /** Text, template and title checks, on the screen as it was right after each node. Never fails: a check that cannot be judged says so. */
    async judgeChecks({ evidence }: { readonly evidence: readonly NodeEvidence[] }): Promise<readonly CheckVerdict[]> {
      return whileBeating(undefined, () => judgeNodes(evidence, ports));
    },

    /** What a run of a compiled flow came to; counted once, however often it is tried. `library-unavailable` when its folder is not writable. */
    async recordReplay({ flow, replay }: { readonly flow: string; readonly replay: Replay }): Promise<void> {
      try {
        await library.addReplay(flow, replay);
      } catch (error) {
        if (!(error instanceof FlowLibraryError)) throw error;
        throw ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: false });
      }
    },

    /** Lines of the run's records; written once, however often it is tried. `records-unavailable` when the disk is full or not writable. */
    async writeFlowRecords({ place, records: told }: WriteRecordsInput): Promise<void> {
      const run = Context.current().info.workflowExecution?.workflowId ?? place.id;
      await asFlowFailure(() =>
        records.append(
          run,
          withoutSealed(told).map((record) => flowEntryOf(place, record)),
        ),
      );
    },
  };
}

async function resolveFlow(
  { flow: given, flows, run, given: names, chain }: ResolveFlowInput,
  ports: FlowActivityPorts,
): Promise<ResolvedFlow> {
  const { artifacts, defaults, flowModels, hasToolServers, overrides } = ports;
  const main = await read(given, names, artifacts);
  const called: Record<string, ReadFlow> = {};
  for (const [name, one] of Object.entries(flows)) called[name] = await read(one, names, artifacts);
  const problems = problemsTogether(main, called);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw invalidFlow(errors.map(problemText));
  const missing = [main, ...Object.values(called)].flatMap(({ flow }) => missingFields(flow ?? {}, names));
  if (missing.length > 0) throw invalidFlow(missing.map(needsValue));
  const stored: Record<string, StoredFlow> = {};
  for (const [name, one] of Object.entries(called)) stored[name] = await store(one, artifacts);
  const vision = run.models['vision'] ?? flowModels.vision;
  const resolved = await settleRun(resolveRun(defaults, run), run.device, chain, ports);
  for (const { flow } of [main, ...Object.values(called)]) refuseUnknownChecks(flow, defaults.effectChecks);
  return {
    ...(await store(main, artifacts)),
    flows: stored,
    resolved,
    guard: await artifacts.putJson(resolved.guard),
    warnings: problems.map(problemText).slice(0, mostProblems),
    toolServers: hasToolServers,
    overrides: Object.keys(overrides).length > 0 ? overrides : undefined,
    agentModel: run.models['flow'] ?? flowModels.agent,
    visionModel: vision,
  };
}

/** Throws `InputError`. */
function refuseUnknownChecks(flow: FlowDocument | undefined, known: EffectChecks | undefined): void {
  for (const { name, effect_check: given } of flow?.nodes ?? [])
    if (given !== undefined) refuseUnknownUse(useOf(given), known, `effect_check of "${name}"`);
}

async function read(given: GivenFlow, names: readonly string[], artifacts: ArtifactStore): Promise<ReadFlow> {
  const { flow, problems } = parseFlow(typeof given === 'string' ? await artifacts.getJson(given) : given, names);
  return { flow, problems, text: flow ? storedText(flow) : '' };
}

async function store({ flow, text }: ReadFlow, artifacts: ArtifactStore): Promise<StoredFlow> {
  const document = await artifacts.put(Buffer.from(text), 'application/json');
  return { name: flow?.name ?? '', document, slices: Math.ceil(text.length / sliceLength) };
}

interface ReadFlow extends ParsedFlow {
  /** As it is stored. */
  readonly text: string;
}

async function asFlowFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InputError) throw ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: true });
    throw asFailure(error, noUsage);
  }
}

function invalidFlow(errors: readonly string[]): ApplicationFailure {
  const more = errors.length > mostProblems ? `\n… and ${errors.length - mostProblems} more` : '';
  return ApplicationFailure.create({
    message: `The flow cannot run:\n${errors.slice(0, mostProblems).join('\n')}${more}`,
    type: 'invalid-flow',
    nonRetryable: true,
  });
}

/** Its artifacts are found in a folder for each visit of a node. */
export function flowEntryOf(place: RecordPlace, { seq: number, at, type, payload, node, artifacts }: FlowRecord): FlowEntry {
  const visit = node && (node.visit === 1 ? node.name : `${node.name}-${node.visit}`);
  return {
    seq: `${place.id}@${place.run}#${number}`,
    at: new Date(at).toISOString(),
    type,
    place,
    number,
    node,
    data: payload,
    artifacts: artifacts?.map(({ name, ref }) => ({ ref, name: [`${place.run}_${place.flow}`, visit ?? 'run', `${number}-${name}`] })),
  };
}
