// What any worker does for an explorer: settings, the map of screens, the summary (docs/design/explorer.md §6).
import { ApplicationFailure, Context } from '@temporalio/activity';
import { resolveRun, type ResolvedRun, type RunDefaults } from '../../domain/run/resolve-settings.js';
import { applicationOfCapabilities } from '../../domain/device/device-spec.js';
import { SteadyhandError } from '../../domain/errors/errors.js';
import type { Ranking } from '../../domain/explorer/agent-state.js';
import { appearedOn, isFleeting, nameOf } from '../../domain/explorer/actions.js';
import { budgetsOf } from '../../domain/explorer/budgets.js';
import type { PersistResult } from '../../domain/explorer/agent-state.js';
import type { Plane } from '../../domain/explorer/input.js';
import type {
  EndExplorationInput,
  Perception,
  PersistStepInput,
  RankInput,
  ResolvedExplorer,
  ResolveExplorerInput,
  SurveyedScreen,
  SurveyScreenInput,
  WriteRunEventsInput,
} from '../../domain/explorer/requests.js';
import type { Bundle, EnumeratedAction } from '../../domain/explorer/agent-state.js';
import { addressOf } from '../../domain/explorer/screen-names.js';
import type { ScreenKey } from '../../domain/explorer/signature.js';
import { likenessOf } from '../../domain/explorer/vanished-rows.js';
import { narrowBudget } from '../../domain/budget/budget.js';
import { originOf } from '../../domain/guard/guard.js';
import { InputError } from '../../domain/errors/input-error.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { ExplorerEvent } from '../../domain/explorer/telemetry.js';
import type { ExplorerEntry } from '../../domain/run/entry.js';
import { type RunRecords, ScreensUnavailableError, StoreUnavailableError } from '../../ports/run-records.js';
import type { Coverage, RankingPlace, ScreenGraph, SeenAction, SeenScreenEntry, StepEntry } from '../../ports/screen-graph.js';
import { whileBeating } from '../heartbeats.js';
import { settleRun, type SealPorts } from '../run-seals.js';
import { createHash } from 'node:crypto';

export interface ExplorerActivityPorts extends SealPorts {
  readonly artifacts: ArtifactStore;
  /** Opened when it is first needed. */
  readonly screenGraph: () => Promise<ScreenGraph>;
  readonly defaults: RunDefaults;
  readonly records: RunRecords;
  /** A ULID, the same for the same execution and time (ms). */
  readonly runIdOf: (execution: string, at: number) => string;
  /** Undefined: none is configured. */
  readonly explorerModel: string | undefined;
}

/** Nobody has explored it. */
class NoSuchApplicationError extends SteadyhandError {
  readonly code = 'no-such-application';
  override readonly name = 'NoSuchApplicationError';

  constructor(app: string, known: readonly string[]) {
    super(`'${app}' has not been explored yet; there are maps of: ${known.length === 0 ? 'none' : known.slice(0, 20).join(', ')}.`);
  }
}

const longestSeed = 0x1_0000_0000;

export function createExplorerActivities(ports: ExplorerActivityPorts) {
  const { artifacts, screenGraph, records } = ports;
  return {
    /** Settles what holds for the run, and enters the run in the store. Non-retryable `invalid-input`. */
    resolveExplorer: (input: ResolveExplorerInput): Promise<ResolvedExplorer> => asStoreFailure(() => resolveExplorer(ports, input)),

    /** Enters the present screen, and says what the policy would do there. */
    surveyScreen: ({ screen, bundle, ...query }: SurveyScreenInput): Promise<SurveyedScreen> =>
      asStoreFailure(async () => {
        const graph = await screenGraph();
        const look = await lookOf(bundle);
        if (!screen.inside) return { screensAdded: 0, ranking: unknownRanking(screen, look, query) };
        const { added } = await graph.enter(query.app, query.run, entryOf(query.app, screen, bundle, look));
        return { screensAdded: added, ranking: await graph.rank(query, placeOf(screen, look)) };
      }),

    /** Stores the step of one loop; a repeated call changes nothing and reports the same. */
    persistStep: ({
      loop,
      from,
      action,
      to,
      unknown,
      givenUp,
      bundle,
      ...query
    }: PersistStepInput): Promise<{ readonly result: PersistResult; readonly ranking: Ranking | null }> =>
      asStoreFailure(async () => {
        const graph = await screenGraph();
        const look = bundle && (await lookOf(bundle));
        const result = await graph.persist({
          app: query.app,
          run: query.run,
          loop,
          unknown,
          givenUp,
          from: from?.inside ? { key: from.identity, variant: from.composite } : undefined,
          action: action === null ? undefined : action,
          to: to && bundle && look ? (to.inside ? entryOf(query.app, to, bundle, look) : ('outside' as const)) : undefined,
          ...(from && bundle && look ? looksOf(from, bundle, look) : {}),
          removers: look?.now.removers,
        });
        if (!to || !look) return { result, ranking: null };
        return { result, ranking: to.inside ? await graph.rank(query, placeOf(to, look)) : unknownRanking(to, look, query) };
      }),

    /** The whole map of an application, stored. Non-retryable `no-such-application`. */
    exportGraph: ({ app }: { readonly app: string }): Promise<ArtifactRef> =>
      asStoreFailure(async () => {
        const graph = await screenGraph();
        return artifacts.putJson(await graph.read(await knownApplication(graph, app)));
      }),

    /** Lines of the run's story; written once, however often it is tried. */
    writeRunEvents: ({ run, events }: WriteRunEventsInput): Promise<void> =>
      whileBeating(undefined, () =>
        records.append(
          Context.current().info.workflowExecution?.workflowId ?? run,
          events.map((event) => explorerEntryOf(run, event)),
        ),
      ),

    /** Stores how the run ended; returns how much of the application is known by then. */
    endExploration: ({ app, run, reason, allowUnsafe, counters }: EndExplorationInput): Promise<Coverage> =>
      asStoreFailure(async () => {
        const graph = await screenGraph();
        const coverage = await graph.coverage(app, allowUnsafe);
        await graph.endRun(run, reason, { counters, coverage });
        return coverage;
      }),
  };

  async function lookOf({ actions, before }: Bundle): Promise<Look> {
    const [now, last] = (await Promise.all([artifacts.getJson(actions), before && artifacts.getJson(before)])) as [Perception, Perception?];
    return { now, last };
  }
}

/** What is seen, and what was seen before it. */
interface Look {
  readonly now: Perception;
  readonly last?: Perception;
}

/** What a browser tells of a sensitive application would name it. */
function entryOf(app: string, { identity, composite }: ScreenKey, { screenshot, title }: Bundle, { now }: Look): SeenScreenEntry {
  return {
    key: identity,
    variant: composite,
    title,
    headings: now.headings,
    address: now.url === undefined ? '' : addressOf(now.url),
    screenshot,
    place: now.place,
    structure: now.structure,
    at: now.at,
    page: now.page,
    notices: now.notices === undefined || isPseudonym(app) ? undefined : now.notices,
    actions: now.actions.map(seen),
  };
}

/** Of an action: only where what was seen before is the screen that it was done on. */
function looksOf({ identity }: ScreenKey, { actions, before }: Bundle, { last }: Look): Pick<StepEntry, 'looks'> {
  return before !== undefined && last?.look.screen === identity ? { looks: { before, after: actions } } : {};
}

function placeOf({ identity: screen }: ScreenKey, { now, last }: Look): RankingPlace {
  return { screen, present: now.actions.map(({ key }) => key), appeared: last ? appearedOn(now, last) : [] };
}

/** Hashes and labels only: no text that would be typed. */
function entered(action: Perception['actions'][number]): EnumeratedAction {
  const { key, verb, safety } = action;
  return { key, verb, safety, label: nameOf(action).slice(0, longestLabel) };
}

function seen(action: Perception['actions'][number]): SeenAction {
  const { target, kind, page } = action;
  return {
    ...entered(action),
    role: target?.role,
    fleeting: target !== undefined && isFleeting(target.role),
    kind,
    page,
    like: likenessOf(action),
  };
}

const longestLabel = 80;

/** Nothing is known of screens outside the application: go home, else back. */
function unknownRanking({ identity }: ScreenKey, { now }: Look, { policy }: RankInput): Ranking {
  const way = now.actions.find(({ verb }) => verb === 'home') ?? now.actions.find(({ verb }) => verb === 'back');
  return { screen: identity, policy, tried: [], choice: way ? { action: entered(way) } : null, open: 1, coverage_pct: null };
}

/** The map that a name, or an address as it may be given to `explore`, means: itself, else that of its origin; sensitive ones by their pseudonyms. */
function applicationMeant(known: readonly string[], app: string): string | undefined {
  const names = [app, originIn(app) ?? app];
  return [...names, ...names.map(pseudonymOf)].find((name) => known.includes(name));
}

async function knownApplication(graph: ScreenGraph, app: string): Promise<string> {
  const applications = await graph.applications();
  const found = applicationMeant(applications, app);
  if (found === undefined) throw new NoSuchApplicationError(app, applications);
  return found;
}

/** The map to continue. */
async function resolveExplorer(ports: ExplorerActivityPorts, input: ResolveExplorerInput): Promise<ResolvedExplorer> {
  const { artifacts, screenGraph, defaults, explorerModel, runIdOf } = ports;
  const { run, goal, policy, allowDestructive, decisionPlane, goesOn, chain } = input;
  const resolved = await settleRun(resolveRun(defaults, run), run.device, chain, ports);
  const { workflowExecution, scheduledTimestampMs } = Context.current().info;
  const runId = goesOn?.runId ?? runIdOf(workflowExecution?.runId ?? '', scheduledTimestampMs);
  const graph = await screenGraph();
  const found: ResolvedExplorer = {
    runId,
    appId: goesOn?.appId ?? appIdOf(resolved, { ...input, ...(await namedIn(graph, input)) }),
    resolved,
    guard: await artifacts.putJson(resolved.guard),
    budgets: budgetsOf(defaults.budget, narrowBudget(run.budget, stepsOf(run.settings.maxStep)), ownBudgets(input)),
    plane: planeOf(decisionPlane, (run.models['explorer'] ?? explorerModel) !== undefined),
    model: run.models['explorer'] ?? explorerModel ?? '',
    policy,
    goal,
    allowDestructive,
    seed: input.seed ?? seedOf(runId),
  };
  if (!goesOn) await graph.beginRun({ run: runId, app: found.appId, policy, seed: found.seed });
  return found;
}

async function namedIn(graph: ScreenGraph, { appId }: ResolveExplorerInput): Promise<Pick<ResolveExplorerInput, 'appId'>> {
  return appId === undefined ? {} : { appId: applicationMeant(await graph.applications(), appId) ?? originIn(appId) ?? appId };
}

function originIn(text: string): string | undefined {
  return /^https?:/i.test(text) && URL.canParse(text) ? originOf(text) : undefined;
}

function appIdOf({ guard, apps }: ResolvedRun, { appId, sensitive, run: { device } }: ResolveExplorerInput): string {
  const named = apps.find(({ name }) => name === device.app);
  const address = device.url ?? named?.url;
  const origin = address === undefined ? undefined : originOf(address);
  const ofSession = device.capabilities && applicationOfCapabilities(device.capabilities)?.split(/[/\\]/).at(-1);
  const id = appId ?? origin ?? device.app ?? ofSession ?? guard.origins[0] ?? 'application';
  const isSensitive = sensitive || apps.some((app) => app.sensitive === true && (app === named || originOf(app.url) === origin));
  return isSensitive ? pseudonymOf(id) : id;
}

function planeOf(wanted: Plane | undefined, hasModel: boolean): Plane {
  if (wanted !== undefined && wanted !== 'never' && !hasModel)
    throw new InputError(
      'input.decisionPlane',
      wanted,
      'never, or a model for the explorer (STEADYHAND_MODEL_EXPLORER or STEADYHAND_MODEL)',
    );
  return wanted ?? (hasModel ? 'always' : 'never');
}

function ownBudgets({ tokensPerLoop, timePerLoopMs, restartLimit }: ResolveExplorerInput) {
  return {
    tokens_per_loop: tokensPerLoop,
    time_per_loop_ms: timePerLoopMs,
    restart_limit: restartLimit,
  };
}

function stepsOf(maxSteps: number | undefined): { readonly maxSteps?: number } {
  return maxSteps === undefined ? {} : { maxSteps };
}

/** A hash of the run id, which is a ULID. */
function seedOf(runId: string): number {
  return [...runId].reduce((seed, letter) => (seed * 33 + letter.charCodeAt(0)) % longestSeed, 5381);
}

async function asStoreFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await whileBeating(undefined, work);
  } catch (error) {
    if (!(error instanceof SteadyhandError)) throw error;
    throw ApplicationFailure.create({
      message: error.message,
      type: error.code,
      nonRetryable: !(error instanceof ScreensUnavailableError || error instanceof StoreUnavailableError),
      cause: error,
    });
  }
}

export function explorerEntryOf(run: string, { seq: number, timestamp: at, type, payload: data }: ExplorerEvent): ExplorerEntry {
  return { seq: `${run}#${number}`, number, at, type, data };
}

// The pseudonym of an application that must not be named (docs/design/explorer.md §6).

const bytes = 8;
const pseudonym = /^sensitive:[0-9a-f]{16}$/;

function isPseudonym(app: string): boolean {
  return pseudonym.test(app);
}

/**
 * The same for the same application, so that its runs share a map. A guessed name can be checked against it: it hides the name from readers, not
 * from somebody who is looking for it.
 */
function pseudonymOf(app: string): string {
  if (isPseudonym(app)) return app;
  return `sensitive:${createHash('sha256')
    .update(app)
    .digest('hex')
    .slice(0, 2 * bytes)}`;
}
