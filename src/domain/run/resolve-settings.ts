// Merges the worker's configuration and the input of a run into the run's settings, written into history once (`resolveSettings`),
// so that a run started with the plain Temporal CLI has the same guard and budgets as any other. The input narrows guard and budgets,
// never widens them (docs/design/overview.md §6, docs/design/contracts.md §2).
import { defined } from '../collections.js';
import { narrowBudget, type Budget } from '../budget/budget.js';
import type { DeviceSpec } from '../device/device-spec.js';
import { checksOn, refuseUnknownUse, type EffectChecks } from '../effect/effect-check.js';
import { narrowGuard, originOf, type Guard } from '../guard/guard.js';
import { InputError } from '../errors/input-error.js';
import type { Application } from '../ui/observation.js';
import { configuredId, type AgentSettings } from './settings.js';
import type { RunInput } from './input.js';

/** Milliseconds; how long each kind of silence is tolerated. */
export interface Timings {
  /** Heartbeat timeout of `leaseDevice`: how fast a dead host is noticed. */
  readonly leaseHeartbeatMs: number;
  readonly performHeartbeatMs: number;
  readonly decideHeartbeatMs: number;
  /** How long an activity may wait in a host's queue before the host counts as silent. */
  readonly hostSilenceMs: number;
  /** How long a lost device may take to come back before its owner opens another. */
  readonly reopenAfterMs: number;
}

/** As a run has them. `modelMs`: how long a call of a model may take; absent in runs that began when it was not told. */
export interface RunTimings extends Timings {
  readonly modelMs?: number;
}

export const defaultTimings: Timings = {
  leaseHeartbeatMs: 10_000,
  performHeartbeatMs: 5_000,
  decideHeartbeatMs: 10_000,
  hostSilenceMs: 30_000,
  reopenAfterMs: 60_000,
};

export interface ConfiguredApplication {
  readonly name: string;
  readonly url: string;
  /** Explorers do not name the application in their records. */
  readonly sensitive?: boolean | undefined;
}

/** The part of a worker's configuration that runs inherit. */
export interface RunDefaults {
  readonly settings: AgentSettings;
  readonly budget: Budget;
  readonly guard: Guard;
  readonly apps: readonly ConfiguredApplication[];
  /** Absent: none. */
  readonly effectChecks?: EffectChecks;
  readonly timings: Timings;
  readonly model: { readonly timeoutMs: number };
}

export interface ResolvedRun extends Omit<RunDefaults, 'model'> {
  readonly timings: RunTimings;
  readonly models: Readonly<Record<string, string>>;
}

/** Throws `InputError` when the input asks for what the configuration does not allow. */
export function resolveRun(defaults: RunDefaults, given: RunInput): ResolvedRun {
  const input = { ...given, device: startOf(given.device, defaults.apps) };
  const { effectChecks } = defaults;
  const [rules, checks] = [input.guard.rules ?? [], input.effectChecks ?? []];
  rules.forEach(({ effectCheck }, index) => refuseUnknownUse(effectCheck, effectChecks, `input.guard.rules[${index}].effectCheck`));
  checks.forEach(({ effectCheck }, index) => refuseUnknownUse(effectCheck, effectChecks, `input.effectChecks[${index}]`));
  const asked = narrowBudget(input.budget, input.settings.maxStep === undefined ? {} : { maxSteps: input.settings.maxStep });
  // `maxStep` is the step part of the budget under UFO's name: a default where neither is given, capped by the configuration's budget.
  const budget = narrowBudget(defaults.budget, { maxSteps: defaults.settings.maxStep, ...defined(asked) });
  return {
    settings: { ...defaults.settings, ...defined(input.settings), maxStep: budget.maxSteps ?? defaults.settings.maxStep },
    budget,
    guard: {
      ...narrowGuard(defaults.guard, { ...input.guard, checks }),
      apps: allowedApps(defaults, input),
      origins: allowedOrigins(defaults, input),
    },
    apps: defaults.apps,
    effectChecks: effectChecks ? checksOn(input.device.kind, effectChecks) : undefined,
    timings: { ...defaults.timings, modelMs: defaults.model.timeoutMs },
    models: input.models,
  };
}

/** Where a browser starts: at its URL, otherwise at that of the configured application that `device.app` names. Throws `InputError` for a name that is not configured. */
export function startOf(device: DeviceSpec, apps: readonly ConfiguredApplication[]): DeviceSpec {
  if (device.kind !== 'web' || device.app === undefined || device.url !== undefined) return device;
  const known = apps.find(({ name }) => name === device.app);
  if (!known)
    throw new InputError(
      'input.device.app',
      device.app,
      `the configured applications: ${apps.map(({ name }) => name).join(', ') || 'none'}`,
    );
  return { ...device, url: known.url };
}

function allowedApps({ guard }: RunDefaults, { guard: wanted }: RunInput): readonly string[] {
  const refused = guard.apps.length > 0 ? wanted.apps?.find((app) => !guard.apps.includes(app)) : undefined;
  if (refused !== undefined)
    throw new InputError('input.guard.apps', refused, `the applications that the worker's configuration allows: ${guard.apps.join(', ')}`);
  return narrowGuard(guard, wanted).apps;
}

/** The origins of the start address and of the configured applications, or those that the input names, within what the configuration allows. */
function allowedOrigins({ guard, apps }: RunDefaults, { device, guard: wanted }: RunInput): readonly string[] {
  if (device.kind !== 'web') return narrowGuard(guard, wanted).origins;
  const start = device.url === undefined ? [] : [originOf(device.url)];
  const others = wanted.origins ?? apps.map(({ url }) => originOf(url));
  const origins = [...new Set([...start, ...others])];
  if (origins.length === 0) throw new InputError('input.device.url', device.url, 'a start address (no application is configured)');
  const outside = origins.filter((origin) => guard.origins.length > 0 && !guard.origins.includes(origin));
  const [refused] = outside.filter((origin) => start.includes(origin) || wanted.origins !== undefined);
  if (refused !== undefined)
    throw new InputError(
      start.includes(refused) ? 'input.device.url' : 'input.guard.origins',
      refused,
      `the origins that the worker's configuration allows: ${guard.origins.join(', ')}`,
    );
  const inside = origins.filter((origin) => !outside.includes(origin));
  // An empty list would mean any.
  if (inside.length === 0)
    throw new InputError('input.device.url', device.url, `a start address inside the allowed origins ${guard.origins.join(', ')}`);
  return inside;
}

/** Open tabs under the names of the configured applications they show, then the applications that are not open. */
export function withConfigured(running: readonly Application[], configured: readonly ConfiguredApplication[]): readonly Application[] {
  const named = running.map((application) => {
    const known = configured.find(({ url }) => application.url !== undefined && originOf(application.url) === originOf(url));
    return known ? { ...application, name: known.name } : application;
  });
  const launchable = configured
    .filter(({ name }) => !named.some((application) => application.name === name))
    .map(({ name, url }) => ({ id: configuredId(name), name, url, running: false, current: false }));
  return [...named, ...launchable];
}
