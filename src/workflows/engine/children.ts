// A child that works on its parent's device, seen from the parent, which passes on news of the device, the child's requests and people's messages.
//
// children-1. Handlers write into `ParentState`; only `runChild` sends. What a handler wrote is sent in the order it came.
// children-2. A request for a device that was fulfilled while it was in flight is dropped: it says how many devices the child had heard of.
// children-3. The child is registered, and what it is told of the device is counted, before it starts: its signals may arrive in the same workflow
//     task as its start, and are handled first.
// children-4. A lost device may come back by itself; after `reopenAfterMs`, or when its session has ended, another is opened.
// children-5. What a child of a child asks goes up, and the answer comes down, through each parent between.
import {
  ChildWorkflowFailure,
  condition,
  getExternalWorkflowHandle,
  isCancellation,
  ParentClosePolicy,
  startChild,
  WorkflowIdReusePolicy,
  type Workflow,
  type WorkflowResultType,
} from '@temporalio/workflow';
import { fitBytes, summaryBytes } from '../../domain/fit-bytes.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import type { Timings } from '../../domain/run/resolve-settings.js';
import { identityOf, type DeviceSupply } from '../device/device-access.js';
import type { DeviceOwnerState } from '../device/device-owner.js';
import {
  answerSignal,
  childAsksSignal,
  confirmSignal,
  deviceFailedSignal,
  deviceReadySignal,
  parkSignal,
  resumeSignal,
  type DeviceWanted,
} from '../messages.js';
import type { Child, ParentState } from './doors.js';

export type ChildEnd<T> = { readonly output: T } | { readonly failure: ChildWorkflowFailure };

interface ChildSpec<W extends Workflow> {
  readonly type: string;
  readonly workflowId: string;
  readonly summary: string;
  args(device: DeviceHandle): Readonly<Parameters<W>>;
}

/** A child at work, and what it was told. */
interface Served {
  readonly state: ParentState;
  readonly supply: DeviceSupply;
  readonly timings: Timings;
  readonly child: Child;
  /** The device that it was last told of. */
  told: string;
  /** How often it was told of one. */
  sent: number;
  ended: boolean;
}

/** Runs one child that borrows the parent's device. `started`: called once it has started. Throws whatever is not the child's own failure, such as a cancellation. */
export async function runChild<W extends Workflow>(
  state: ParentState,
  supply: DeviceSupply,
  timings: Timings,
  { type, workflowId, summary, args }: ChildSpec<W>,
  started: () => void,
): Promise<ChildEnd<WorkflowResultType<W>>> {
  const first = await supply.ensure();
  const child: Child = { workflowId };
  const served: Served = { state, supply, timings, child, told: wordOf(state.device), sent: 0, ended: false };
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
  const end = (how: NonNullable<typeof ended>): void => {
    ended = how;
    served.ended = true;
  };
  running.result().then(
    (output) => end({ output }),
    (error: unknown) => end({ error }),
  );
  while (!ended) {
    await condition(() => served.ended || isToBeServed(served));
    if (!served.ended) await serve(served);
  }
  delete state.child;
  if ('output' in ended) return ended;
  if (isCancellation(ended.error) || !(ended.error instanceof ChildWorkflowFailure)) throw ended.error;
  // It may have ended while it was asking.
  if (state.parent && child.asks?.request)
    await getExternalWorkflowHandle(state.parent.workflowId).signal(childAsksSignal, { workflowId: child.asks.workflowId });
  return { failure: ended.error };
}

function isToBeServed(served: Served): boolean {
  const { state, child } = served;
  return (
    state.toChild.length > 0 ||
    hasNews(served) ||
    state.device.failure !== undefined ||
    child.wants !== undefined ||
    child.unwanted === true ||
    state.wheel?.hold?.number !== child.told
  );
}

async function serve(served: Served): Promise<void> {
  try {
    await send(served);
  } catch (error) {
    if (isCancellation(error)) throw error;
    // A signal to a child that has just ended is no failure: its result is on its way.
  }
}

async function send(served: Served): Promise<void> {
  const { state, supply, child } = served;
  const { device } = state;
  const remote = getExternalWorkflowHandle(child.workflowId);
  for (const word of state.toChild.splice(0))
    await (word.type === 'answer' ? remote.signal(answerSignal, word) : remote.signal(confirmSignal, word));
  await tellOfWheel(served);
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
  if (hasNews(served) && device.handle) {
    served.told = wordOf(device);
    served.sent += 1;
    await remote.signal(deviceReadySignal, device.handle);
  }
  if (child.wants && child.wants.seen < served.sent) delete child.wants;
  if (child.wants) await find(served, child.wants);
}

/** EV30: that somebody has the wheel, or has handed it back. */
async function tellOfWheel({ state, child }: Served): Promise<void> {
  const { wheel } = state;
  const hold = wheel?.hold;
  if (hold?.number === child.told) return;
  const remote = getExternalWorkflowHandle(child.workflowId);
  if (child.told !== undefined && wheel?.returned !== undefined) {
    delete child.told;
    const { returned, ...rest } = wheel;
    // The child's engine is told, not this one.
    state.wheel = rest;
    await remote.signal(resumeSignal, returned);
  }
  delete child.told;
  if (!hold) return;
  child.told = hold.number;
  await remote.signal(parkSignal, hold);
}

/** children-4. */
async function find(served: Served, { url }: DeviceWanted): Promise<void> {
  const { state, supply, timings, child } = served;
  const { device } = state;
  if (url !== undefined) device.url = url;
  const elsewhere = (): boolean =>
    hasNews(served) || served.ended || device.failure !== undefined || state.toChild.length > 0 || supply.sessionEnded;
  const mayComeBack = device.session !== undefined && !supply.sessionEnded;
  const waited = mayComeBack && (await condition(elsewhere, timings.reopenAfterMs, { summary: 'until another device is opened' }));
  if (waited && !supply.sessionEnded) return;
  delete child.wants;
  await supply.reopen(device.url);
}

function hasNews({ state: { device }, told }: Served): boolean {
  return device.handle !== undefined && wordOf(device) !== told;
}

/** Changes whenever there is something to tell the child. */
function wordOf({ handle, readies }: DeviceOwnerState): string {
  return `${readies} ${handle ? identityOf(handle) : ''}`;
}
