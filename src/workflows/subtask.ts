// A subtask carried out by a child, seen from its parent: while the child works, its device's news, its wishes and people's words go to and fro.
//
// T1. Handlers write into `ParentState`; only `runSubtask` sends. What a handler wrote is sent in the order it came.
// T2. A wish for a device that was answered while it was on its way is dropped: it names how many devices the child had heard of.
// T3. The child is known, and what it is told of the device is counted, before it is started: signals may come in the same workflow task as the news of its start, and are handled first.
// T4. A device that is lost may come back by itself; after `reopenAfterMs`, or when its session has ended, another is opened.
import {
  ChildWorkflowFailure,
  condition,
  getExternalWorkflowHandle,
  isCancellation,
  ParentClosePolicy,
  setHandler,
  startChild,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow';
import type { Timings } from '../domain/agent/resolve-settings.js';
import { fitBytes, summaryBytes } from '../domain/fit-bytes.js';
import { describeRequest, shortCommand, signalArguments } from '../domain/human/details.js';
import type { Message, ParsedMessage } from '../domain/human/message.js';
import { appAgent, type AppAgentInput, type AppAgentOutput } from './app-agent.js';
import { identityOf } from './device-access.js';
import type { DeviceOwner, DeviceOwnerState } from './device-owner.js';
import {
  answerSignal,
  childAsksSignal,
  confirmSignal,
  deviceFailedSignal,
  deviceReadySignal,
  deviceUnwantedSignal,
  deviceWantedSignal,
  type ChildAsks,
  type DeviceWanted,
} from './messages.js';

/** Of a workflow that owns a device and has children work on it; part of what it carries. */
export interface ParentState {
  readonly device: DeviceOwnerState;
  child?: Child;
  /** Words of people for the child. */
  readonly toChild: Message[];
}

interface Child {
  readonly workflowId: string;
  asks?: ChildAsks;
  wants?: DeviceWanted;
  unwanted?: true;
}

export type SubtaskEnd = { readonly output: AppAgentOutput } | { readonly failure: ChildWorkflowFailure };

/** Registers what a child says to its parent; `changed`: it asks something else now. */
export function listenToChild(state: ParentState, changed: () => void): void {
  setHandler(deviceWantedSignal, (wants) => {
    if (state.child) state.child.wants = wants;
  });
  setHandler(deviceUnwantedSignal, () => {
    if (state.child) state.child.unwanted = true;
  });
  setHandler(childAsksSignal, (asks) => {
    if (state.child?.workflowId === asks.workflowId) state.child.asks = asks;
    changed();
  });
}

/** A person's word for what the child asks goes to the child; says whether it was one. */
export function forwardToChild(state: ParentState, message: ParsedMessage): boolean {
  const pending = state.child?.asks?.request;
  if (message.type === 'malformed' || !pending || pending.requestId !== message.requestId) return false;
  state.toChild.push(message);
  return true;
}

/** An Update is answered at the workflow that asks: the text that sends people there. */
export function refuseForChild({ child }: ParentState): string | undefined {
  const { request, workflowId } = child?.asks ?? {};
  if (!request || workflowId === undefined) return undefined;
  return `This request is asked by the child: temporal workflow update execute --workflow-id '${workflowId}' ${signalArguments(request)}`;
}

/** What the child asks, for the parent's details; undefined when it asks nothing. */
export function childQuestion({ child }: ParentState, parentId: string): string | undefined {
  const { request, workflowId } = child?.asks ?? {};
  if (!request || workflowId === undefined) return undefined;
  return `${describeRequest(request, workflowId)}\n\nThis id works too: \`npx steadyhand ${shortCommand(request, parentId)}\`, or the same *signal* sent to \`${parentId}\`.`;
}

/** `started`: called once the child is there. Throws what is not the child's own failure, such as a cancellation. */
export async function runSubtask(
  state: ParentState,
  owner: DeviceOwner,
  { reopenAfterMs }: Timings,
  workflowId: string,
  input: Omit<AppAgentInput, 'device'>,
  started: () => void,
): Promise<SubtaskEnd> {
  const { device } = state;
  const first = await owner.ensure();
  let told = wordOf(device);
  const child: Child = { workflowId };
  state.child = child;
  const running = await startChild(appAgent, {
    workflowId,
    args: [{ ...input, device: first }],
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    workflowIdReusePolicy: WorkflowIdReusePolicy.TERMINATE_IF_RUNNING,
    staticSummary: fitBytes(input.subtask, summaryBytes),
  });
  started();

  let ended: { readonly output: AppAgentOutput } | { readonly error: unknown } | undefined;
  running.result().then(
    (output) => (ended = { output }),
    (error: unknown) => (ended = { error }),
  );
  const remote = getExternalWorkflowHandle(workflowId);
  let sent = 0;
  const hasNews = (): boolean => device.handle !== undefined && wordOf(device) !== told;

  while (!ended) {
    await condition(
      () =>
        ended !== undefined ||
        state.toChild.length > 0 ||
        hasNews() ||
        device.failure !== undefined ||
        child.wants !== undefined ||
        child.unwanted === true,
    );
    if (ended) break;
    try {
      await serve();
    } catch (error) {
      if (isCancellation(error)) throw error;
      // A signal to a child that has just ended is no failure: its result is on its way.
    }
  }
  delete state.child;
  if ('output' in ended) return ended;
  if (isCancellation(ended.error) || !(ended.error instanceof ChildWorkflowFailure)) throw ended.error;
  return { failure: ended.error };

  async function serve(): Promise<void> {
    for (const word of state.toChild.splice(0))
      await (word.type === 'answer' ? remote.signal(answerSignal, word) : remote.signal(confirmSignal, word));
    if (child.unwanted) {
      delete child.unwanted;
      await owner.release();
    }
    if (device.failure !== undefined) {
      const message = device.failure;
      delete device.failure;
      delete child.wants;
      await remote.signal(deviceFailedSignal, { sessionRunId: device.session?.runId ?? '', message });
    }
    if (hasNews() && device.handle) {
      told = wordOf(device);
      sent += 1;
      await remote.signal(deviceReadySignal, device.handle);
    }
    if (child.wants && child.wants.seen < sent) delete child.wants;
    if (child.wants) await find(child.wants);
  }

  async function find({ url }: DeviceWanted): Promise<void> {
    if (url !== undefined) device.url = url;
    const elsewhere = (): boolean =>
      hasNews() || ended !== undefined || device.failure !== undefined || state.toChild.length > 0 || owner.sessionEnded;
    const mayComeBack = device.session !== undefined && !owner.sessionEnded;
    if (mayComeBack && (await condition(elsewhere, reopenAfterMs, { summary: 'until another device is opened' })) && !owner.sessionEnded)
      return;
    delete child.wants;
    await owner.reopen(device.url);
  }
}

/** Another word means: there is something to tell the child. */
function wordOf({ handle, readies }: DeviceOwnerState): string {
  return `${readies} ${handle ? identityOf(handle) : ''}`;
}
