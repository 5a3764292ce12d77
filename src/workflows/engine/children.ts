// Work carried out by a child on its parent's device, seen from the parent: while the child works, the device's news, its wishes and people's words go to and fro.
//
// T1. Handlers write into `ParentState`; only `runChild` sends. What a handler wrote is sent in the order it came.
// T2. A wish for a device that was answered while it was on its way is dropped: it names how many devices the child had heard of.
// T3. The child is known, and what it is told of the device is counted, before it is started: signals may come in the same workflow task as the news of its start, and are handled first.
// T4. A device that is lost may come back by itself; after `reopenAfterMs`, or when its session has ended, another is opened.
// T5. What a child of a child asks goes up, and the answer comes down, through each parent between.
import {
  ChildWorkflowFailure,
  condition,
  getExternalWorkflowHandle,
  isCancellation,
  ParentClosePolicy,
  setHandler,
  startChild,
  workflowInfo,
  WorkflowIdReusePolicy,
  type Workflow,
  type WorkflowResultType,
} from '@temporalio/workflow';
import type { Timings } from '../../domain/run/resolve-settings.js';
import { fitBytes, summaryBytes } from '../../domain/fit-bytes.js';
import { describeRequest, shortCommand, signalArguments } from '../../domain/human/details.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import type { Message, ParsedMessage } from '../../domain/human/message.js';
import { stateWhileAsking } from '../../domain/human/requests.js';
import type { appAgent, AppAgentInput } from '../agent/app-agent.js';
import { borrowerNews } from '../device/borrowed-device.js';
import { identityOf, type DeviceSupply } from '../device/device-access.js';
import { ownerNews, type DeviceOwnerState } from '../device/device-owner.js';
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
  type ProgressView,
} from '../messages.js';
import { createPeople, type People, type PeopleState } from '../people/people.js';

/** Of a workflow that has children work on its device; part of what it carries. */
export interface ParentState {
  readonly people: PeopleState;
  readonly device: DeviceOwnerState;
  /** Whose device it is, when it is borrowed. */
  readonly parent?: { readonly workflowId: string };
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

export type ChildEnd<T> = { readonly output: T } | { readonly failure: ChildWorkflowFailure };

/**
 * Everything that such a workflow hears, good from the first moment of a run on: people, its device, its child. To be called before other handlers are there: a reset
 * brings signals along that are handled the moment their handler is.
 */
export function openDoors(state: ParentState, headline: () => string): People {
  const { workflowId } = workflowInfo();
  const above = state.parent && getExternalWorkflowHandle(state.parent.workflowId);
  const people = createPeople(state.people, {
    forward: (message) => forwardToChild(state, message),
    refuseUpdate: () => (state.people.pending ? undefined : refuseForChild(state)),
    ...(above ? { tell: (asks) => above.signal(childAsksSignal, { workflowId, ...asks }) } : {}),
  });
  const news = above ? borrowerNews(state.device) : ownerNews(state.device);
  setHandler(deviceReadySignal, news.ready);
  setHandler(deviceFailedSignal, news.failed);
  setHandler(deviceWantedSignal, (wants) => {
    if (state.child) state.child.wants = wants;
  });
  setHandler(deviceUnwantedSignal, () => {
    if (state.child) state.child.unwanted = true;
  });
  setHandler(childAsksSignal, async (asks) => {
    if (state.child && `${asks.workflowId}/`.startsWith(`${state.child.workflowId}/`)) state.child.asks = asks;
    people.show(childQuestion(state, workflowId) ?? headline());
    await above?.signal(childAsksSignal, asks);
  });
  return people;
}

/** A person's word for what the child asks goes to the child; says whether it was one. */
function forwardToChild(state: ParentState, message: ParsedMessage): boolean {
  const pending = state.child?.asks?.request;
  if (message.type === 'malformed' || !pending || pending.requestId !== message.requestId) return false;
  state.toChild.push(message);
  return true;
}

/** An Update is answered at the workflow that asks: the text that sends people there. */
function refuseForChild({ child }: ParentState): string | undefined {
  const { request, workflowId } = child?.asks ?? {};
  if (!request || workflowId === undefined) return undefined;
  return `This request is asked by the child: temporal workflow update execute --workflow-id '${workflowId}' ${signalArguments(request)}`;
}

/** What the child asks, for the parent's details; undefined when it asks nothing. */
function childQuestion({ child }: ParentState, parentId: string): string | undefined {
  const { request, workflowId } = child?.asks ?? {};
  if (!request || workflowId === undefined) return undefined;
  return `${describeRequest(request, workflowId)}\n\nThis id works too: \`npx steadyhand ${shortCommand(request, parentId)}\`, or the same *signal* sent to \`${parentId}\`.`;
}

/** What `progress` says of a parent and its child. */
export function progressOfParent({
  people,
  device,
  child,
}: ParentState): Pick<ProgressView, 'state' | 'request' | 'asker' | 'child' | 'device'> {
  const { workflowId } = workflowInfo();
  const request = people.pending ?? child?.asks?.request;
  const asker = people.pending ? workflowId : (child?.asks?.workflowId ?? workflowId);
  return {
    state: stateWhileAsking(people.pending),
    ...(request ? { request, asker } : {}),
    ...(child ? { child: child.workflowId } : {}),
    ...(device.handle ? { device: device.handle } : {}),
  };
}

/** One subtask by an agent. `started`: called once the child is there. Throws what is not the child's own failure, such as a cancellation. */
export async function runSubtask(
  state: ParentState,
  supply: DeviceSupply,
  timings: Timings,
  workflowId: string,
  input: Omit<AppAgentInput, 'device'>,
  started: () => void,
): Promise<ChildEnd<WorkflowResultType<typeof appAgent>>> {
  const args = (device: DeviceHandle) => [{ ...input, device }] as const;
  return runChild<typeof appAgent>(state, supply, timings, { type: 'appAgent', workflowId, summary: input.subtask, args }, started);
}

interface ChildSpec<W extends Workflow> {
  readonly type: string;
  readonly workflowId: string;
  readonly summary: string;
  args(device: DeviceHandle): Readonly<Parameters<W>>;
}

/** As `runSubtask`, for any workflow that borrows its device. */
export async function runChild<W extends Workflow>(
  state: ParentState,
  supply: DeviceSupply,
  { reopenAfterMs }: Timings,
  { type, workflowId, summary, args }: ChildSpec<W>,
  started: () => void,
): Promise<ChildEnd<WorkflowResultType<W>>> {
  const { device } = state;
  const first = await supply.ensure();
  let told = wordOf(device);
  const child: Child = { workflowId };
  state.child = child;
  const running = await startChild<(...of: Readonly<Parameters<W>>) => Promise<WorkflowResultType<W>>>(type, {
    workflowId,
    args: args(first),
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    workflowIdReusePolicy: WorkflowIdReusePolicy.TERMINATE_IF_RUNNING,
    staticSummary: fitBytes(summary, summaryBytes),
  });
  started();

  let ended: { readonly output: WorkflowResultType<W> } | { readonly error: unknown } | undefined;
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
  // It may have ended while it was asking.
  if (state.parent && child.asks?.request)
    await getExternalWorkflowHandle(state.parent.workflowId).signal(childAsksSignal, { workflowId: child.asks.workflowId });
  return { failure: ended.error };

  async function serve(): Promise<void> {
    for (const word of state.toChild.splice(0))
      await (word.type === 'answer' ? remote.signal(answerSignal, word) : remote.signal(confirmSignal, word));
    if (child.unwanted) {
      delete child.unwanted;
      await supply.release();
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
      hasNews() || ended !== undefined || device.failure !== undefined || state.toChild.length > 0 || supply.sessionEnded;
    const mayComeBack = device.session !== undefined && !supply.sessionEnded;
    if (mayComeBack && (await condition(elsewhere, reopenAfterMs, { summary: 'until another device is opened' })) && !supply.sessionEnded)
      return;
    delete child.wants;
    await supply.reopen(device.url);
  }
}

/** Another word means: there is something to tell the child. */
function wordOf({ handle, readies }: DeviceOwnerState): string {
  return `${readies} ${handle ? identityOf(handle) : ''}`;
}
