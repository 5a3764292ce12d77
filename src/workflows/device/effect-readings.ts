// What effect checks read before an action, and what they tell of it once nobody else can (effect-1 to effect-3 of domain/effect/effect-check.ts).
//
// readings-1. They are read before each attempt. A reading that fails stops no action.
// readings-2. Before an unchanged reading is believed, the screen is looked at: whatever was sent to it before has then arrived.
// readings-3. A host that does not answer may still act: then unchanged means nothing.
import {
  ApplicationFailure,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { whatToDo } from '../../domain/device/action-knowledge.js';
import type { Evidence } from '../../domain/device/evidence.js';
import {
  judgeEffect,
  settledVerdict,
  togetherJudged,
  valueAt,
  type DueCheck,
  type JudgedEffect,
  type Reading,
  type SettledVerdict,
} from '../../domain/effect/effect-check.js';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import { describe } from '../engine/activity-failure.js';
import type { FlowResult } from '../flow/flow-result.js';
import type { Sent } from './sent-once.js';

export interface Readings {
  readonly checks: readonly DueCheck[];
  /** One for each check. */
  readonly before: readonly Reading[];
}

const pauseMs = 1_000;

export async function readBefore(checks: readonly DueCheck[]): Promise<Readings> {
  return { checks, before: await readAll(checks, 'before it is done') };
}

/** What `sent` says, or what the checks know where it says nothing. `looked`: whether the screen could be looked at (readings-2). */
export async function withReadings<R>(sent: Sent<R>, { checks, before }: Readings, looked: () => Promise<boolean>): Promise<Sent<R>> {
  if (whatToDo(sent.evidence).next !== 'accept-unknown') return sent;
  const mayCome = sent.evidence === 'host-unreachable' || checks.some(({ onlyDone }) => onlyDone);
  const isStill = !mayCome && (await looked());
  const { verdict, evidence } = await settled(checks, before);
  const found = foundBy[settledVerdict(verdict, isStill)];
  const witness = `the check ${evidence}`;
  const status = whatToDo(found).knowledge === 'ran' ? 'done' : 'unknown';
  return {
    ...sent,
    evidence: found,
    journal: sent.evidence,
    outcomes: sent.outcomes.map(() => ({ status, witness })),
    refusal: { code: 'not-done', message: `It surely was not done: ${witness}.` },
    witness,
  };
}

const foundBy: Readonly<Record<SettledVerdict, Evidence>> = {
  done: 'check-done',
  'not-done': 'check-not-done',
  'too-early': 'check-too-early',
  'changed-otherwise': 'check-changed-otherwise',
  'check-failed': 'check-failed',
};

/** Until one of them tells that it was done, or all have had the time that they need. */
async function settled(checks: readonly DueCheck[], before: readonly Reading[]): Promise<JudgedEffect> {
  const untilMs = Date.now() + Math.max(...checks.map(({ settleMs }) => settleMs));
  for (;;) {
    const after = await readAll(checks, 'after its outcome was lost');
    const judged = togetherJudged(checks.map((check, index) => judgeEffect(check, at(before, index), at(after, index))));
    const leftMs = untilMs - Date.now();
    if (judged.verdict === 'done' || leftMs <= 0 || before.every((reading) => 'failed' in reading)) return judged;
    await sleep(Math.min(pauseMs, leftMs), { summary: 'until the effect check can know' });
  }
}

function at(readings: readonly Reading[], index: number): Reading {
  return readings[index] ?? { failed: 'it was not read' };
}

function readAll(checks: readonly DueCheck[], when: string): Promise<readonly Reading[]> {
  return Promise.all(checks.map((check) => read(check, when)));
}

async function read(check: DueCheck, when: string): Promise<Reading> {
  try {
    return await (check.flow ? readByFlow(check, check.flow, when) : readByActivity(check, when));
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { failed: describe(error).message };
  }
}

async function readByActivity({ use, timeoutMs }: DueCheck, when: string): Promise<Reading> {
  const { readEffect } = proxyActivities<Activities>({
    startToCloseTimeout: timeoutMs + 1_000,
    scheduleToCloseTimeout: 3 * timeoutMs + 5_000,
    retry: { maximumAttempts: 3, initialInterval: '500 milliseconds' },
    summary: fitBytes(`effect check '${use.check}', ${when}`, summaryBytes),
  });
  return { value: await readEffect({ use, timeoutMs }) };
}

/** A flow that reads runs on a device of its own. */
async function readByFlow(
  { use, timeoutMs }: DueCheck,
  { document, device, value }: NonNullable<DueCheck['flow']>,
  when: string,
): Promise<Reading> {
  const { outcome, message, variables } = await executeChild<(input: unknown) => Promise<FlowResult>>('flow', {
    args: [{ flow: document, device, variables: use.with ?? {} }],
    workflowRunTimeout: timeoutMs,
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    staticSummary: fitBytes(`effect check '${use.check}', ${when}, of ${workflowInfo().workflowId}`, summaryBytes),
  });
  if (outcome !== 'completed') throw ApplicationFailure.create({ message: `its flow ended with '${outcome}': ${message}` });
  const found = valueAt(variables, value);
  return found === undefined ? { failed: `its flow left no value '${value}'` } : { value: found };
}
