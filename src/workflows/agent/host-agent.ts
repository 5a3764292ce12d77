// A session: requests in natural language, which AppAgents carry out in one application after another (docs/design/agent.md §1, §3). HostAgent and AppAgent are two
// machines in one workflow: the AppAgent is a frame above the HostAgent's.
//
// agentrun-1. It owns the device: it opens the session, hears from it, and gives the device back however the run ends.
// agentrun-2. What its frames ask is asked by the run, under ids that name the frame.
// agentrun-3. Settings, guard and budget are resolved in each execution of its chain; those of a carried machine are replaced.
import { allHandlersFinished, ApplicationFailure, condition, setHandler, workflowInfo } from '@temporalio/workflow';
import type { RunNote } from '../../domain/agent/decision.js';
import { enqueue, startHostAgent } from '../../domain/agent/host-agent-machine.js';
import { parseHostAgentInput, type HostAgentInput } from '../../domain/agent/input.js';
import { emptyBlackboard, type PreviousSubtask } from '../../domain/agent/memory.js';
import type { AgentSettings } from '../../domain/run/settings.js';
import { startOf, type ResolvedRun } from '../../domain/run/resolve-settings.js';
import { carrying, continueCarrying, type Sealed } from '../engine/carried.js';
import { freshRun, openDoors } from '../engine/doors.js';
import { drive, releasing, stopping } from '../engine/drive.js';
import { countRun } from '../engine/measures.js';
import { parsed } from '../engine/refusals.js';
import { failedEnd, headlineOf, openRun, progressOf, type FailedEnd, type RunPart, type RunShell } from '../engine/run.js';
import { openStack, type Stack } from '../engine/stack.js';
import { blackboardQuery, progressQuery, subtasksQuery } from '../messages.js';
import { showRunning } from '../people/people-state.js';
import type { AppEnd, AppFrame } from './app-agent-shell.js';
import { mountApp } from './app-frame.js';
import { hearRequests } from './host-agent-requests.js';
import type { HostFrame } from './host-agent-shell.js';
import { mountHost } from './host-frame.js';
import { resolve } from './resolve.js';
import { hostOf, type HostAgentCarried, type HostAgentResult } from './session.js';

type Part = RunPart<HostFrame | AppFrame, AppEnd | FailedEnd>;

interface Session {
  readonly host: HostFrame;
  readonly run: RunShell;
  readonly stack: Stack<Part>;
}

export async function hostAgent(input: unknown, sealed?: Sealed<HostAgentCarried>): Promise<HostAgentResult> {
  const fresh = (): HostAgentCarried => ({ ...freshRun(), frames: [], early: [] });
  return countRun(() => carrying(sealed, fresh, (carried, checked) => runSession(input, carried, checked)));
}

async function runSession(input: unknown, carried: HostAgentCarried, checked: () => Promise<void>): Promise<HostAgentResult> {
  const given = parsed(parseHostAgentInput, input);
  let settings: AgentSettings | undefined;
  let session: Session | undefined;
  const frames = (): readonly Part[] => session?.stack.frames ?? [];
  const doors = openDoors(carried, {
    settings: () => settings,
    isIdle: () => hostOf(carried)?.machine.next.type === 'idle',
  });
  hearRequests(carried);
  setHandler(progressQuery, () => ({ queuedRequests: carried.early.length, ...progressOf(carried, frames()) }));
  setHandler(subtasksQuery, () => hostOf(carried)?.machine.previousSubtasks ?? []);
  setHandler(blackboardQuery, () => frames().at(-1)?.blackboard?.() ?? emptyBlackboard);
  return releasing(
    () => session?.run.device.release(),
    async () => {
      await checked();
      if (!hostOf(carried)) showRunning();
      const resolved = await resolve(given);
      ({ settings } = resolved);
      const host = begin(given, carried, resolved);
      const run = openRun({ carried, resolved, ...doors }, startOf(given.device, resolved.apps), frames);
      const stack = await openStack<HostFrame | AppFrame, AppEnd | FailedEnd, Part>({
        states: carried.frames,
        mount: (frame) => Promise.resolve(frame.kind === 'host' ? mountHost(frame, run) : mountApp(frame, run)),
        failed: failedEnd,
        shared: {
          ...doors,
          headline: () => headlineOf(carried, frames()),
          continueAsNew: () => continueCarrying('hostAgent', input, carried),
        },
      });
      const begun = (session = { host, run, stack });
      await stopping(
        async (cancelled) => {
          await stack.stop();
          throw cancelled;
        },
        async () => {
          do await drive(stack);
          while (!(await isOver(begun)));
        },
      );
      return finish(begun);
    },
  );
}

function begin(given: HostAgentInput, carried: HostAgentCarried, { settings, guard, budget }: ResolvedRun): HostFrame {
  const host = hostOf(carried);
  if (host) return host;
  const begun: HostFrame = {
    kind: 'host',
    name: workflowInfo().workflowId,
    begunAt: Date.now(),
    machine: startHostAgent({ ...given, named: isNamed(given), settings, guard, budget }),
  };
  for (const text of carried.early.splice(0)) begun.machine = enqueue(begun.machine, text);
  carried.frames.push(begun);
  return begun;
}

function isNamed({ device: { url, app } }: HostAgentInput): boolean {
  return url !== undefined || app !== undefined;
}

/** A request that arrives while the device is being given back is not lost: the session goes on. */
async function isOver({ host, run }: Session): Promise<boolean> {
  const waiting = host.machine.queue.length;
  await run.device.release();
  await condition(allHandlersFinished);
  if (host.machine.queue.length === waiting) return true;
  host.machine = { ...host.machine, next: { type: 'idle' } };
  return false;
}

function finish({ host, run }: Session): HostAgentResult {
  const { outcome = 'error', rounds, previousSubtasks, blackboard, spent, unknownOutcomes, withoutEffect, notes } = host.machine;
  const { usage, steps } = spent;
  const result: HostAgentResult = { outcome, rounds, previousSubtasks, blackboard, usage, steps, unknownOutcomes, withoutEffect };
  run.people.show(`**${outcome}** after ${steps} steps`);
  if (outcome !== 'error') return result;
  throw ApplicationFailure.create({
    message: lastWord(notes, previousSubtasks),
    type: 'agent-error',
    nonRetryable: true,
    details: [result],
  });
}

function lastWord(notes: readonly RunNote[], previousSubtasks: readonly PreviousSubtask[]): string {
  const error = previousSubtasks.at(-1)?.error;
  return error ? `${error.type}: ${error.message}` : (notes.at(-1)?.text ?? 'the round ended in an error');
}
