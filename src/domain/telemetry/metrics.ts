// Every metric that a worker adds to those of Temporal's SDK and of explorers (domain/explorer/telemetry.ts), and what a run's state adds to them.
//
// metrics-1. Labels are words of ours: engines, outcomes, kinds. No name, text or id ever is one.
// metrics-2. What a child has used is counted where the child runs, and never again by its parent.
import type { Spent } from '../budget/budget.js';
import type { Usage } from '../budget/usage.js';

interface Metric {
  /** A counter counts whole numbers; what is fractional is a histogram, whose `_sum` is the total. */
  readonly type: 'counter' | 'histogram' | 'gauge';
  readonly unit?: 's' | 'USD';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets, in its unit. */
  readonly buckets?: readonly number[];
}

export const metrics = {
  steadyhand_runs_started_total: { type: 'counter', help: 'Runs that began', labels: ['engine'] },
  steadyhand_runs_ended_total: { type: 'counter', help: 'Runs that ended, by outcome', labels: ['engine', 'outcome'] },
  steadyhand_steps_total: { type: 'counter', help: 'Steps; in a procedure, calls that moved it', labels: ['engine'] },
  steadyhand_refusals_total: { type: 'counter', help: 'Calls of a procedure that were refused', labels: ['engine'] },
  steadyhand_unknown_outcomes_total: {
    type: 'counter',
    help: 'Actions of which nobody can say whether they reached the interface',
    labels: ['engine'],
  },
  steadyhand_recoveries_total: {
    type: 'counter',
    help: 'Work that did not simply return, by what was done about it',
    labels: ['engine', 'decision'],
  },
  steadyhand_model_calls_total: { type: 'counter', help: 'Calls of models', labels: ['engine'] },
  steadyhand_tokens_total: { type: 'counter', help: 'Tokens, to and from models', labels: ['engine', 'direction'] },
  steadyhand_cost_usd: {
    type: 'histogram',
    unit: 'USD',
    help: 'US dollars by the price table, for each effect that cost some; the sum is the money spent',
    labels: ['engine'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1],
  },
  steadyhand_requests_total: { type: 'counter', help: 'What people were asked', labels: ['engine', 'kind'] },
  steadyhand_people_wait_seconds: {
    type: 'histogram',
    unit: 's',
    help: 'How long an answer took',
    labels: ['engine', 'kind'],
    buckets: [1, 10, 60, 300, 1_800, 3_600, 14_400, 86_400, 604_800],
  },
  steadyhand_approvals_total: { type: 'counter', help: 'What became of what had to be approved', labels: ['engine', 'answer'] },
  steadyhand_slots: { type: 'gauge', help: 'Devices that this worker may have at once', labels: ['kind'] },
  steadyhand_slots_used: { type: 'gauge', help: 'Devices that take a slot now', labels: ['kind'] },
  steadyhand_artifact_bytes: {
    type: 'gauge',
    help: 'What is stored as artifacts, after the last gc that this worker did by itself',
    labels: [],
  },
  steadyhand_resident_memory_bytes: { type: 'gauge', help: 'Memory of the process of this worker, without its devices', labels: [] },
  steadyhand_device_opens_total: {
    type: 'counter',
    help: 'Devices that were opened, resumed, or could not be',
    labels: ['kind', 'result'],
  },
  steadyhand_device_open_seconds: {
    type: 'histogram',
    unit: 's',
    help: 'How long a device took to open',
    labels: ['kind'],
    buckets: [0.1, 0.3, 1, 2, 5, 10, 30, 60],
  },
} as const satisfies Readonly<Record<`steadyhand_${string}`, Metric>>;

export type MetricName = keyof typeof metrics;

/** One value for one metric. */
export type Measured = {
  readonly [Name in MetricName]: {
    readonly name: Name;
    readonly value: number;
    readonly labels: Readonly<Record<(typeof metrics)[Name]['labels'][number], string>>;
  };
}[MetricName];

/** Of workflow types; anything else is a workflow of somebody's own. */
const engines = { hostAgent: 'agent', appAgent: 'agent', flow: 'flow', explorer: 'explorer', procedure: 'procedure' } as const;

export type EngineName = (typeof engines)[keyof typeof engines] | 'own';

export function engineOfType(workflowType: string): EngineName {
  return Object.hasOwn(engines, workflowType) ? engines[workflowType as keyof typeof engines] : 'own';
}

/** What a run has used so far. */
export interface Tally {
  readonly steps: number;
  readonly unknownOutcomes: number;
  readonly usage: Usage;
}

export function tallyOf({ spent: { steps, usage }, unknownOutcomes }: { readonly spent: Spent; readonly unknownOutcomes: number }): Tally {
  return { steps, usage, unknownOutcomes };
}

/** What came between two states of a run. */
export function usedBetween(engine: EngineName, before: Tally, after: Tally): readonly Measured[] {
  const added = (of: (tally: Tally) => number): number => of(after) - of(before);
  const labels = { engine };
  const used: readonly Measured[] = [
    { name: 'steadyhand_steps_total', value: added(({ steps }) => steps), labels },
    { name: 'steadyhand_unknown_outcomes_total', value: added(({ unknownOutcomes }) => unknownOutcomes), labels },
    { name: 'steadyhand_model_calls_total', value: added(({ usage }) => usage.modelCalls), labels },
    { name: 'steadyhand_tokens_total', value: added(({ usage }) => usage.inputTokens), labels: { engine, direction: 'in' } },
    { name: 'steadyhand_tokens_total', value: added(({ usage }) => usage.outputTokens), labels: { engine, direction: 'out' } },
    { name: 'steadyhand_cost_usd', value: added(({ usage }) => usage.costUsd), labels },
  ];
  return used.filter(({ value }) => value > 0);
}

/** As the SDK wants them, by the histogram's name. */
export function bucketsOf(): Record<string, number[]> {
  return Object.fromEntries(
    Object.entries<Metric>(metrics).flatMap(([name, { buckets }]) => (buckets === undefined ? [] : [[name, [...buckets]]])),
  );
}
