// A session: requests in natural language, each carried out by AppAgents in one application after the other (spec/agent.md §1, §3). The machine decides; this shell performs its effects.
//
// W1. It owns the device: it opens the session, hears `deviceReady`, forwards it to the child that works, and gives it back at the end of every kind.
// W2. A request lives in the workflow that asks: signals that are for the child go on to it, Updates are refused with the child's id and the exact command.
// W3. It continues as new between effects only, never while a child runs.
import {
  allHandlersFinished,
  ApplicationFailure,
  condition,
  continueAsNew,
  proxyActivities,
  setHandler,
  TemporalFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { DecideHostInput, RunNote } from '../../domain/agent/decision.js';
import { enqueue, hostTransition, startHostAgent } from '../../domain/agent/host-agent-machine.js';
import type { HostAgentEffect, HostAgentEvent, HostAgentState, RoundOutcome, RoundResult } from '../../domain/agent/host-agent-state.js';
import { parseHostAgentInput, type HostAgentInput } from '../../domain/agent/input.js';
import { emptyBlackboard, type Blackboard, type PreviousSubtask } from '../../domain/agent/memory.js';
import { startOf, withConfigured, type ResolvedRun } from '../../domain/run/resolve-settings.js';
import { budgetLeft } from '../../domain/budget/budget.js';
import { noUsage, type Usage } from '../../domain/budget/usage.js';
import type { ObserveOptions, RecordContext } from '../../domain/device/device-work.js';
import { parseRequest } from '../../domain/human/message.js';
import type { Observation } from '../../domain/ui/observation.js';
import { describe, usageOf } from '../engine/activity-failure.js';
import type { Untimed } from '../engine/drive.js';
import { noDevice, type DeviceSupply } from '../device/device-access.js';
import { createDeviceClient } from '../device/device-client.js';
import { deviceStory } from '../device/device-story.js';
import { createDeviceOwner } from '../device/device-owner.js';
import {
  blackboardQuery,
  progressQuery,
  requestSignal,
  requestUpdate,
  steadyhandState,
  subtasksQuery,
  type ProgressView,
} from '../messages.js';
import { asking } from '../engine/model-activity-options.js';
import { nobodyAsked } from '../people/people.js';
import { checked, refused } from '../engine/refusals.js';
import { openDoors, type ParentState } from '../engine/doors.js';
import { progressOfRun } from '../engine/progress.js';
import { runSubtask } from './subtask.js';
import { createUpdatesOnce } from '../people/updates-once.js';

export interface HostAgentResult {
  readonly outcome: RoundOutcome;
  readonly rounds: readonly RoundResult[];
  readonly previousSubtasks: readonly PreviousSubtask[];
  readonly blackboard: Blackboard;
  readonly usage: Usage;
  readonly steps: number;
  readonly unknownOutcomes: number;
}

interface Carried extends ParentState {
  resolved?: ResolvedRun;
  machine?: HostAgentState;
  /** Requests that came before the settings were resolved. */
  readonly early: string[];
}

export async function hostAgent(
  input: unknown,
  carried: Carried = { early: [], people: { ...nobodyAsked }, device: { ...noDevice, nextEpoch: 1 }, toChild: [] },
): Promise<HostAgentResult> {
  const { workflowId } = workflowInfo();
  const given = checked(parseHostAgentInput, input);
  let owner: DeviceSupply | undefined;
  const people = openDoors(carried, headline);
  setHandler(requestSignal, (body) => void take(parseRequest(body)), { description: 'Adds a request to the session: {"text": "…"}' });
  const once = createUpdatesOnce(carried.people);
  setHandler(requestUpdate, (body) => once.take(() => take(parseRequest(body))), {
    validator: (body) => {
      const request = parseRequest(body);
      if ('type' in request) throw new Error(request.text);
    },
    description: 'Like the signal, and says its place in the queue',
  });
  setHandler(progressQuery, () => progress());
  setHandler(subtasksQuery, () => carried.machine?.previousSubtasks ?? []);
  setHandler(blackboardQuery, () => carried.machine?.blackboard ?? emptyBlackboard);

  try {
    return await session();
  } catch (error) {
    // Not for ContinueAsNew, nor for a bug (which fails the task only, so that a mended worker resumes the run).
    if (error instanceof TemporalFailure) await owner?.release();
    throw error;
  }

  async function session(): Promise<HostAgentResult> {
    if (!carried.resolved) {
      upsertSearchAttributes([{ key: steadyhandState, value: 'RUNNING' }]);
      carried.resolved = await resolve(given);
      carried.machine = startHostAgent({
        ...given,
        settings: carried.resolved.settings,
        guard: carried.resolved.guard,
        budget: carried.resolved.budget,
      });
      for (const text of carried.early.splice(0)) machine(enqueue(machine(), text));
    }
    const { resolved } = carried;
    owner = createDeviceOwner(carried.device, startOf(given.device, resolved.apps), resolved.guard.origins, resolved.timings);
    const client = createDeviceClient(carried.device, owner, resolved.timings, () => people.show(headline()));

    for (;;) {
      const effect = machine().next;
      if (effect.type === 'end') break;
      if (workflowInfo().continueAsNewSuggested && carried.people.reply === undefined) {
        await condition(allHandlersFinished);
        await continueAsNew<typeof hostAgent>(input, carried);
      }
      if (effect.type !== 'ask') people.show(headline());
      const event = await perform(effect, resolved, client, owner);
      if (!event) continue;
      const after = hostTransition(machine(), event);
      if (!after) throw new TypeError(`'${event.type}' is refused in ${machine().status} while '${effect.type}' is due`);
      machine(after);
    }
    const waiting = machine().queue.length;
    await owner.release();
    await condition(allHandlersFinished);
    if (machine().queue.length === waiting) return finish();
    // A request that came while the device was given back is not lost: the session goes on.
    machine({ ...machine(), next: { type: 'idle' } });
    return session();
  }

  function finish(): HostAgentResult {
    const { outcome = 'error', rounds, previousSubtasks, blackboard, spent, unknownOutcomes, notes } = machine();
    const result: HostAgentResult = {
      outcome,
      rounds,
      previousSubtasks,
      blackboard,
      usage: spent.usage,
      steps: spent.steps,
      unknownOutcomes,
    };
    people.show(`**${outcome}** after ${spent.steps} steps`);
    if (outcome !== 'error') return result;
    throw ApplicationFailure.create({
      message: lastWord(notes, previousSubtasks),
      type: 'agent-error',
      nonRetryable: true,
      details: [result],
    });
  }

  async function perform(
    effect: Exclude<HostAgentEffect, { type: 'end' }>,
    resolved: ResolvedRun,
    client: ReturnType<typeof createDeviceClient>,
    device: DeviceSupply,
  ): Promise<HostAgentEvent | undefined> {
    const options: ObserveOptions = { controlRoles: resolved.settings.controlRoles, applications: true };
    switch (effect.type) {
      case 'observe':
        return timed(async () => configured(await client.observe(options, record()), resolved));
      case 'decide':
        return timed(() => decide(resolved));
      case 'perform':
        return timed(() => client.perform(effect.actions, observed(), options, record()));
      case 'ask':
        return people.ask(effect.ask, machine().observation?.screenshot, {
          timeoutMs: effect.ask.kind === 'question' ? resolved.settings.pendingTimeout : resolved.settings.confirmTimeout,
          interrupted: () => workflowInfo().continueAsNewSuggested,
          longWait: { afterMs: resolved.settings.releaseDeviceAfter, release: () => device.release() },
        });
      case 'assign':
        return assign(effect, resolved, device);
      case 'evaluate':
        return evaluate(resolved);
      case 'idle':
        await device.release();
        await condition(() => machine().queue.length > 0 || workflowInfo().continueAsNewSuggested);
        return machine().queue.length > 0 ? { type: 'requested' } : undefined;
    }
  }

  async function decide(resolved: ResolvedRun): Promise<Untimed<Extract<HostAgentEvent, { type: 'decided' | 'failed' }>>> {
    const { decideHost } = modelActivities(resolved, `HostAgent decides, step ${record().step + 1}`);
    const { round, plan, memory, previousSubtasks, blackboard, notes, applications } = machine();
    const decideInput: DecideHostInput = {
      record: { ...record(), step: record().step + 1 },
      request: round.request,
      plan,
      memory,
      previousSubtasks,
      blackboard,
      observation: observed(),
      notes,
      applications,
      models: resolved.models,
    };
    try {
      return { type: 'decided', decision: await decideHost(decideInput) };
    } catch (error) {
      return { type: 'failed', phase: 'LLM_INTERACTION', error: describe(error), usage: usageOf(error) };
    }
  }

  async function assign(
    { subtask, application, message }: Extract<HostAgentEffect, { type: 'assign' }>,
    resolved: ResolvedRun,
    device: DeviceSupply,
  ): Promise<HostAgentEvent> {
    const { subtasks, round, previousSubtasks, blackboard, budget, spent } = machine();
    const child = {
      run: workflowId,
      owner: workflowId,
      request: round.request,
      subtask,
      message,
      application,
      previousSubtasks,
      blackboard,
      resolved: { ...resolved, budget: budgetLeft(budget, spent) },
      stepsBefore: spent.steps,
    };
    const end = await runSubtask(carried, device, resolved.timings, `${workflowId}/app-${subtasks}`, child, () => people.show(headline()));
    if ('output' in end) return { type: 'subtask-ended', ...end.output };
    const { cause, message: text } = end.failure;
    const type = cause instanceof ApplicationFailure ? (cause.type ?? 'child-failed') : 'child-failed';
    return { type: 'failed', phase: 'ACTION_EXECUTION', error: { type, message: cause?.message ?? text }, activeMs: 0 };
  }

  async function evaluate(resolved: ResolvedRun): Promise<HostAgentEvent> {
    const { round, blackboard, previousSubtasks, observation } = machine();
    const { evaluate: judge } = modelActivities(resolved, 'judge the finished round');
    try {
      const verdict = await judge({
        record: record(),
        request: round.request,
        blackboard,
        previousSubtasks,
        models: resolved.models,
        ...(observation ? { screenshot: observation.screenshot } : {}),
      });
      return { type: 'evaluated', verdict: `${verdict.complete}: ${verdict.reason}`, usage: verdict.usage };
    } catch (error) {
      // Its failure never changes the result (A63).
      return { type: 'evaluated', verdict: `not judged: ${describe(error).message}`, usage: noUsage };
    }
  }

  // ── Messages ──

  function take(request: ReturnType<typeof parseRequest>): string {
    if ('type' in request) return request.text;
    if (carried.machine) machine(enqueue(carried.machine, request.text));
    else carried.early.push(request.text);
    return `Queued as number ${carried.machine?.queue.length ?? carried.early.length}.`;
  }

  // ── State ──

  function machine(after?: HostAgentState): HostAgentState {
    if (after) carried.machine = after;
    if (!carried.machine) throw new TypeError('the settings are not resolved yet');
    return carried.machine;
  }

  function observed(): Observation {
    const { observation } = machine();
    if (!observation) throw new TypeError('an effect is due without an observation');
    return observation;
  }

  function record(): RecordContext {
    return { run: workflowId, agent: workflowId, step: carried.machine?.spent.steps ?? 0 };
  }

  function headline(): string {
    if (!carried.machine) return 'Starting';
    const { status, spent, round, next } = carried.machine;
    const work = next.type === 'assign' ? `\n\nSubtask: ${next.subtask} (${carried.child?.workflowId ?? 'starting'})` : '';
    return `**${status}**, step ${spent.steps}: ${round.request}${work}${deviceStory(carried.device)}`;
  }

  function progress(): ProgressView {
    const state = carried.machine;
    return {
      ...progressOfRun(carried),
      status: state?.status ?? 'CONTINUE',
      step: state?.spent.steps ?? 0,
      budgetLeft: state ? budgetLeft(state.budget, state.spent) : {},
      usage: state?.spent.usage ?? noUsage,
      unknownOutcomes: state?.unknownOutcomes ?? 0,
      queuedRequests: state?.queue.length ?? carried.early.length,
      ...(state?.next.type === 'assign' ? { subtask: state.next.subtask, application: state.next.application.name } : {}),
    };
  }
}

async function resolve(input: HostAgentInput): Promise<ResolvedRun> {
  const { resolveSettings } = proxyActivities<Activities>({
    startToCloseTimeout: '10 seconds',
    retry: { maximumInterval: '10 seconds' },
    summary: "the worker's configuration and the input become what holds",
  });
  return resolveSettings(input).catch(refused);
}

function modelActivities({ timings }: ResolvedRun, summary: string): Pick<Activities, 'decideHost' | 'evaluate'> {
  return proxyActivities<Activities>(asking(timings, summary));
}

/** Open tabs under configured names, and what is configured but not open. */
function configured<E extends { readonly type: string; readonly observation?: Observation }>(event: E, { apps }: ResolvedRun): E {
  const { observation } = event;
  return observation?.applications
    ? { ...event, observation: { ...observation, applications: withConfigured(observation.applications, apps) } }
    : event;
}

function lastWord(notes: readonly RunNote[], previousSubtasks: readonly PreviousSubtask[]): string {
  const error = previousSubtasks.at(-1)?.error;
  return error ? `${error.type}: ${error.message}` : (notes.at(-1)?.text ?? 'the round ended in an error');
}

async function timed<E extends object>(work: () => Promise<E>): Promise<E & { readonly activeMs: number }> {
  const started = Date.now();
  const event = await work();
  return { ...event, activeMs: Date.now() - started };
}
