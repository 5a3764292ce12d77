// A session: requests in natural language, which AppAgents carry out in one application after another (docs/design/agent.md §1, §3). HostAgent and AppAgent are two
// machines in one workflow: the AppAgent is a frame above the HostAgent's.
//
// agentrun-1. It owns the device: it opens the session, hears from it, and gives the device back however the run ends.
// agentrun-2. What its frames ask is asked by the run, under ids that name the frame.
// agentrun-3. Settings, guard and budget are resolved in each execution of its chain; those of a carried machine are replaced.
import { lastOf } from '../device/device-owner.js';
import type { PreviousSubtask } from '../../domain/agent/memory.js';
import { type RunState, enterRun, freshRun, hearBlackboard, openFrames, progressOf, type RunShell } from '../engine/run.js';
import { type AppFrame, type AppEnd, mountApp } from './app-frame.js';
import { mountHost, type HostAgentResult, type HostFrame } from './host-frame.js';
import { allHandlersFinished, ApplicationFailure, condition, setHandler, workflowInfo } from '@temporalio/workflow';
import type { RunNote } from '../../domain/agent/decision.js';
import { enqueue, startHostAgent } from '../../domain/agent/host-agent-machine.js';
import { parseHostAgentInput, type HostAgentInput } from '../../domain/agent/input.js';
import type { ResolvedRun } from '../../domain/run/resolve-settings.js';
import type { Sealed } from '../engine/carried.js';
import { drive, stopping } from '../engine/drive.js';
import { progressQuery, subtasksQuery, requestSignal, requestUpdate } from '../messages.js';
import { resolve } from './app-agent.js';
import { parseRequest } from '../../domain/human/message.js';
import { createUpdatesOnce } from '../people/updates-once.js';

/** What it carries over a continue-as-new. */
interface HostAgentCarried extends RunState {
  /** Empty until the settings are resolved; then the HostAgent, and the AppAgent that works for it. */
  readonly frames: (HostFrame | AppFrame)[];
  /** Requests that came before. */
  readonly early: string[];
}

function hostOf({ frames: [frame] }: HostAgentCarried): HostFrame | undefined {
  return frame?.kind === 'host' ? frame : undefined;
}

export async function hostAgent(input: unknown, sealed?: Sealed<HostAgentCarried>): Promise<HostAgentResult> {
  return enterRun(input, sealed, {
    parse: parseHostAgentInput,
    fresh: (): HostAgentCarried => ({ ...freshRun(), frames: [], early: [] }),
    hasBegun: (carried) => hostOf(carried) !== undefined,
    resolve: (given, chain) => resolve(given, chain),
    device: ({ device }) => device,
    takeOver: (carried) => ({ isIdle: () => hostOf(carried)?.machine.next.type === 'idle' }),
    hear(entered) {
      const { carried } = entered;
      handleRequests(carried);
      hearBlackboard(entered);
      setHandler(progressQuery, () => ({ queuedRequests: carried.early.length, ...progressOf(entered) }));
      setHandler(subtasksQuery, () => hostOf(carried)?.machine.previousSubtasks ?? []);
    },
    work: (run, { given, carried }) => runSession(run, begin(given, carried, run.resolved), carried),
  });
}

async function runSession(run: RunShell, host: HostFrame, { frames }: HostAgentCarried): Promise<HostAgentResult> {
  const stack = await openFrames<HostFrame | AppFrame, AppEnd>(run, frames, (frame) =>
    Promise.resolve(frame.kind === 'host' ? mountHost(frame, run) : mountApp(frame, run)),
  );
  await stopping(
    async (cancelled) => {
      await stack.stop();
      throw cancelled;
    },
    async () => {
      do await drive(stack);
      while (!(await isOver(run, host)));
    },
  );
  return finish(run, host);
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
async function isOver(run: RunShell, host: HostFrame): Promise<boolean> {
  const waiting = host.machine.queue.length;
  await run.device.release();
  await condition(allHandlersFinished);
  if (host.machine.queue.length === waiting) return true;
  host.machine = { ...host.machine, next: { type: 'idle' } };
  return false;
}

function finish(run: RunShell, host: HostFrame): HostAgentResult {
  const { outcome = 'error', rounds, previousSubtasks, blackboard, spent, unknownOutcomes, withoutEffect, notes } = host.machine;
  const { usage, steps } = spent;
  const result: HostAgentResult = {
    ...{ outcome, rounds, previousSubtasks, blackboard, usage, steps },
    ...{ unknownOutcomes, withoutEffect, ...lastOf(run.carried.device) },
  };
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

// Further requests of a session, by signal and Update.

function handleRequests(carried: HostAgentCarried): void {
  const take = (body: unknown): string => queued(carried, parseRequest(body));
  setHandler(requestSignal, (body) => void take(body), { description: 'Adds a request to the session: {"text": "…"}' });
  const once = createUpdatesOnce(carried.people);
  setHandler(requestUpdate, (body) => once.take(() => take(body)), {
    validator: (body) => {
      const request = parseRequest(body);
      if ('type' in request) throw new Error(request.text);
    },
    description: 'Like the signal, and returns the place in the queue',
  });
}

function queued(carried: HostAgentCarried, request: ReturnType<typeof parseRequest>): string {
  if ('type' in request) return request.text;
  const host = hostOf(carried);
  if (host) host.machine = enqueue(host.machine, request.text);
  else carried.early.push(request.text);
  return `Queued as number ${host?.machine.queue.length ?? carried.early.length}.`;
}
