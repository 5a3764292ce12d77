// One subtask in one application, on a device that another workflow owns (spec/agent.md §2). The machine decides; this shell performs its effects.
import {
  allHandlersFinished,
  condition,
  continueAsNew,
  getExternalWorkflowHandle,
  proxyActivities,
  setHandler,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { startAppAgent, transition } from '../../domain/agent/app-agent-machine.js';
import type { AppAgentEvent, AppAgentResult, AppAgentState } from '../../domain/agent/app-agent-state.js';
import type { DecideAppInput } from '../../domain/agent/decision.js';
import type { Blackboard, PreviousSubtask } from '../../domain/agent/memory.js';
import type { ResolvedRun } from '../../domain/run/resolve-settings.js';
import { budgetLeft, type Spent } from '../../domain/budget/budget.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import type { ObserveOptions, RecordContext } from '../../domain/device/device-work.js';
import { stateWhileAsking } from '../../domain/human/requests.js';
import type { Application } from '../../domain/ui/observation.js';
import { describe, usageOf } from '../engine/activity-failure.js';
import { borrowDevice, borrowerNews } from '../device/borrowed-device.js';
import { noDevice, type DeviceAccessState } from '../device/device-access.js';
import { createDeviceClient } from '../device/device-client.js';
import { deviceStory } from '../device/device-story.js';
import {
  blackboardQuery,
  childAsksSignal,
  deviceFailedSignal,
  deviceReadySignal,
  progressQuery,
  steadyhandState,
  type ProgressView,
} from '../messages.js';
import { asking } from '../engine/model-activity-options.js';
import { createPeople, nobodyAsked, type PeopleState } from '../people/people.js';

export interface AppAgentInput {
  /** Root of the run: its records and its device. */
  readonly run: string;
  readonly owner: string;
  readonly device: DeviceHandle;
  readonly request: string;
  readonly subtask: string;
  readonly message: readonly string[];
  readonly application: Application;
  readonly previousSubtasks: readonly PreviousSubtask[];
  readonly blackboard: Blackboard;
  readonly resolved: ResolvedRun;
  /** Steps that the session has made before: records number on. */
  readonly stepsBefore: number;
}

export interface AppAgentOutput {
  readonly result: AppAgentResult;
  readonly blackboard: Blackboard;
  readonly spent: Spent;
  readonly unknownOutcomes: number;
  /** The UI session that it saw last. */
  readonly uiSession?: string;
}

interface Carried {
  machine: AppAgentState;
  readonly people: PeopleState;
  readonly device: DeviceAccessState;
}

export async function appAgent(input: AppAgentInput, carried: Carried = fresh(input)): Promise<AppAgentOutput> {
  const { workflowId } = workflowInfo();
  const { resolved } = input;
  const { settings, timings } = resolved;
  const owner = getExternalWorkflowHandle(input.owner);
  const news = borrowerNews(carried.device);
  setHandler(deviceReadySignal, news.ready);
  setHandler(deviceFailedSignal, news.failed);
  setHandler(progressQuery, () => progress());
  setHandler(blackboardQuery, () => carried.machine.blackboard);
  // The owner shows what its child asks, and forwards signals; without an owner that listens the child's own doors still work.
  const people = createPeople(carried.people, { tell: (asks) => owner.signal(childAsksSignal, { workflowId, ...asks }) });
  if (carried.people.asked === 0) upsertSearchAttributes([{ key: steadyhandState, value: 'RUNNING' }]);

  const device = borrowDevice(carried.device, input.owner);
  const client = createDeviceClient(carried.device, device, timings, () => people.show(headline()));

  for (;;) {
    const effect = carried.machine.next;
    if (effect.type === 'end') break;
    if (workflowInfo().continueAsNewSuggested && carried.people.reply === undefined) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof appAgent>(input, carried);
    }
    if (effect.type !== 'ask') people.show(headline());
    const event = await perform(effect);
    if (!event) continue;
    const after = transition(carried.machine, event);
    // A bug, not an outcome: a plain Error fails the workflow task, so that a mended worker resumes the run.
    if (!after) throw new TypeError(`'${event.type}' is refused in ${carried.machine.status} while '${effect.type}' is due`);
    carried.machine = after;
  }
  await condition(allHandlersFinished);
  const { result, blackboard, spent, unknownOutcomes } = carried.machine;
  if (!result) throw new TypeError('the machine ended without a result');
  people.show(`**${result.status}** after ${spent.steps} steps${result.result === '' ? '' : `: ${result.result}`}`);
  const { seen: uiSession } = carried.device;
  return { result, blackboard, spent, unknownOutcomes, ...(uiSession === undefined ? {} : { uiSession }) };

  async function perform(effect: Exclude<AppAgentState['next'], { type: 'end' }>): Promise<AppAgentEvent | undefined> {
    switch (effect.type) {
      case 'observe':
        return timed(() =>
          client.observe({ ...observeOptions(), reannotate: effect.reannotate, find: effect.find }, record(), input.application.id),
        );
      case 'decide':
        return timed(decide);
      case 'perform': {
        const { observation } = carried.machine;
        if (!observation) throw new TypeError('an action is due without an observation');
        // An approved action is a step of its own (R3), and is recorded as one.
        const { run, agent, step } = record();
        const own = { run, agent, step: carried.machine.step?.held ? step + 1 : step };
        return timed(() => client.perform(effect.actions, observation, observeOptions(), own));
      }
      case 'wait':
        return timed(async () => {
          await sleep(effect.seconds * 1_000, { summary: 'the model waits for something that is under way' });
          return { type: 'waited' } as const;
        });
      case 'ask':
        return people.ask(effect.ask, carried.machine.observation?.screenshot, {
          timeoutMs: effect.ask.kind === 'question' ? settings.pendingTimeout : settings.confirmTimeout,
          interrupted: () => workflowInfo().continueAsNewSuggested,
          longWait: { afterMs: settings.releaseDeviceAfter, release: () => device.release() },
        });
    }
  }

  async function decide(): Promise<Untimed<Extract<AppAgentEvent, { type: 'decided' | 'failed' }>>> {
    const { decideApp } = proxyActivities<Activities>(asking(timings, `AppAgent decides, step ${record().step + 1}`));
    try {
      return { type: 'decided', decision: await decideApp(decideInput()) };
    } catch (error) {
      return { type: 'failed', phase: 'LLM_INTERACTION', error: describe(error), usage: usageOf(error) };
    }
  }

  function decideInput(): DecideAppInput {
    const { plan, memory, blackboard, observation, previous, notes, subtask, lastTarget } = carried.machine;
    if (!observation) throw new TypeError('a decision is due without an observation');
    return {
      record: { ...record(), step: record().step + 1 },
      request: input.request,
      subtask,
      hostMessage: input.message,
      plan,
      memory,
      previousSubtasks: input.previousSubtasks,
      blackboard,
      observation,
      notes,
      actionSequence: settings.actionSequence,
      models: resolved.models,
      ...(settings.includeLastScreenshot && previous ? { lastScreenshot: previous.screenshot } : {}),
      ...(lastTarget
        ? {
            lastTarget: {
              controls: lastTarget.observation.controls,
              screenshot: lastTarget.observation.screenshot,
              label: lastTarget.label,
            },
          }
        : {}),
    };
  }

  function observeOptions(): ObserveOptions {
    return { controlRoles: settings.controlRoles };
  }

  function record(): RecordContext {
    return { run: input.run, agent: workflowId, step: input.stepsBefore + carried.machine.spent.steps };
  }

  function headline(): string {
    const { status, spent, subtask } = carried.machine;
    return `**${status}**, step ${input.stepsBefore + spent.steps}: ${subtask}\n\nApplication: ${input.application.name}${deviceStory(carried.device)}`;
  }

  function progress(): ProgressView {
    const { machine } = carried;
    return {
      state: stateWhileAsking(carried.people.pending),
      status: machine.status,
      step: input.stepsBefore + machine.spent.steps,
      subtask: machine.subtask,
      application: input.application.name,
      budgetLeft: budgetLeft(machine.budget, machine.spent),
      usage: machine.spent.usage,
      unknownOutcomes: machine.unknownOutcomes,
      ...(carried.people.pending ? { request: carried.people.pending, asker: workflowId } : {}),
      ...(carried.device.handle ? { device: carried.device.handle } : {}),
    };
  }
}

function fresh({ subtask, resolved, blackboard, device, stepsBefore }: AppAgentInput): Carried {
  return {
    machine: startAppAgent({
      subtask,
      settings: resolved.settings,
      guard: resolved.guard,
      budget: resolved.budget,
      blackboard,
      stepsBefore,
    }),
    people: { ...nobodyAsked },
    device: { ...noDevice, handle: device },
  };
}

/** An event as an effect yields it, before its active time is known. */
export type Untimed<E> = E extends unknown ? Omit<E, 'activeMs'> : never;

/** Active time of an effect, ms, by the workflow's clock. */
export async function timed<E extends object>(work: () => Promise<E>): Promise<E & { readonly activeMs: number }> {
  const started = Date.now();
  const event = await work();
  return { ...event, activeMs: Date.now() - started };
}
