// How a run with a device begins, and what its frames share: people, one device session, what was resolved for it.
//
// run-1. People, the device's news and whoever takes over are heard from the first moment, and before all other messages: a run that was reset has signals
//     waiting, which are handled as soon as their handler is set.
// run-2. What the configuration and the input say is resolved in each execution of its chain, after what was carried over is checked. What has changed since the
//     one before is told by the worker that resolves it: the run carries hashes of what holds.
import { ApplicationFailure, setHandler, workflowInfo, type TemporalFailure } from '@temporalio/workflow';
import { emptyBlackboard, type Blackboard } from '../../domain/agent/memory.js';
import { defined } from '../../domain/collections.js';
import { addUsage, noUsage } from '../../domain/budget/usage.js';
import type { DeviceSpec } from '../../domain/device/device-spec.js';
import type { Holding } from '../../domain/run/held.js';
import { startOf, type ResolvedRun } from '../../domain/run/resolve-settings.js';
import type { ChainPlace, PolicyHashes, SettledRun } from '../../domain/run/settled-run.js';
import { createDeviceOwner, deviceStory, hearDevice, noDevice, type DeviceOwner } from '../device/device-owner.js';
import { createDeviceClient, type DeviceClient } from '../device/device-calls.js';
import { blackboardQuery, progressQuery, type ProgressView } from '../messages.js';
import { createPeople, type People } from '../people/people.js';
import { noRequests, showRunning } from '../people/people-state.js';
import { openHold, type OpenHold } from '../take-over/handlers.js';
import { type HoldCarried, type HoldOptions, holdStatus } from '../take-over/run-hold.js';
import { carrying, continueCarrying, type Sealed } from './carried.js';
import { releasing } from './drive.js';
import { countRun } from './measures.js';
import { parsed } from './activity-calls.js';
import { createCarriedLimit } from './continue-as-new.js';
import { openStack, type Frame, type FrameState, type Stack } from './stack.js';
import { stateOfRequest } from '../../domain/human/requests.js';

/** What every run with a device carries over a continue-as-new. */
export interface RunState extends HoldCarried {
  /** Of the execution that holds now: the next one tells what the configuration has changed. */
  policy?: PolicyHashes;
}

export function freshRun(): RunState {
  return { people: { ...noRequests }, device: { ...noDevice } };
}

/** A frame as the run shows it. */
export interface RunPart<State extends FrameState, End> extends Frame<State, End> {
  progress(): Omit<ProgressView, 'state' | 'hold' | 'request' | 'asker' | 'device'>;
  /** Of agents. */
  blackboard?(): Blackboard;
}

export type Shown = Pick<RunPart<never, never>, 'name' | 'headline' | 'holding' | 'progress' | 'blackboard'>;

/** From its first moment. */
interface Entered<Given, Carried extends RunState> {
  readonly input: unknown;
  readonly given: Given;
  readonly carried: Carried;
  readonly people: People;
  readonly takeOver: OpenHold;
  /** What works in it, the lowest first; none until it is mounted. */
  parts: readonly Shown[];
}

/** Once it is resolved. */
export interface RunShell extends Entered<unknown, RunState> {
  /** Its workflow id. */
  readonly id: string;
  readonly resolved: ResolvedRun;
  readonly device: DeviceOwner;
  readonly client: DeviceClient;
}

/** What is different from one type of run to the next. */
interface RunDoor<Given, Carried extends RunState, Settled extends { readonly resolved: SettledRun }, Result> {
  /** Throws `InputError`. */
  parse(input: unknown): Given;
  fresh(): Carried;
  hasBegun(carried: Carried): boolean;
  resolve(given: Given, chain: ChainPlace, carried: Carried): Promise<Settled>;
  device(given: Given): DeviceSpec;
  takeOver?(carried: Carried): HoldOptions;
  /** Sets handlers of its own. */
  hear(entered: Entered<Given, Carried>): void;
  work(run: RunShell, of: { readonly given: Given; readonly carried: Carried; readonly settled: Settled }): Promise<Result>;
}

type Counted = { readonly outcome: string } | { readonly stop_reason: string };

export function enterRun<Given, Carried extends RunState, Settled extends { readonly resolved: SettledRun }, Result extends Counted>(
  input: unknown,
  sealed: Sealed<Carried> | undefined,
  door: RunDoor<Given, Carried, Settled, Result>,
): Promise<Result> {
  return countRun(() =>
    carrying<Carried, Result>(sealed, door.fresh, async (carried, checked) => {
      const given = parsed(door.parse, input);
      let run: RunShell | undefined;
      const takeOver = openHold(carried, { settings: () => run?.resolved.settings, ...door.takeOver?.(carried) });
      const people = createPeople(carried.people, takeOver.takeOver);
      hearDevice(carried.device);
      const entered: Entered<Given, Carried> = { input, given, carried, people, takeOver, parts: [] };
      setHandler(progressQuery, () => progressOf(entered));
      door.hear(entered);
      return releasing(
        () => run?.device.release(true),
        async () => {
          await checked();
          if (!door.hasBegun(carried)) showRunning();
          const settled = await door.resolve(given, { first: workflowInfo().firstExecutionRunId, policy: carried.policy }, carried);
          carried.policy = settled.resolved.policy;
          const opened = (run = openRun(entered, settled.resolved, startOf(door.device(given), settled.resolved.apps)));
          return door.work(opened, { given, carried, settled });
        },
      );
    }),
  );
}

/** Opens the way to its device; the device itself is opened when it is first needed. */
function openRun<Given, Carried extends RunState>(entered: Entered<Given, Carried>, resolved: SettledRun, spec: DeviceSpec): RunShell {
  const { carried, people, takeOver } = entered;
  const { workflowId: id } = workflowInfo();
  const device = createDeviceOwner(carried.device, spec, resolved);
  const client = createDeviceClient({
    state: carried.device,
    owner: device,
    timings: resolved.timings,
    changed: () => people.show(headlineOf(entered)),
  });
  takeOver.serve(client, resolved, () => ({ name: entered.parts.at(-1)?.name ?? id, steps: progressOf(entered).step }));
  return Object.assign(entered, { id, resolved, device, client });
}

/** Of agents and flows. */
export function hearBlackboard(of: Pick<Entered<unknown, RunState>, 'parts'>): void {
  setHandler(blackboardQuery, () => of.parts.at(-1)?.blackboard?.() ?? emptyBlackboard);
}

/** What its machines are driven with. */
export function drivenBy(run: RunShell) {
  const { people, takeOver, input, carried } = run;
  const room = createCarriedLimit(
    () => [input, carried],
    () => holdingOf(run),
  );
  return { people, takeOver, room, headline: () => headlineOf(run), continueAsNew: () => continueCarrying(input, carried) };
}

/** The frames of a run, as it carries them. */
export async function openFrames<State extends FrameState, End>(
  run: RunShell,
  states: State[],
  mount: (state: State) => Promise<RunPart<State, End | FailedEnd>>,
): Promise<Stack<RunPart<State, End | FailedEnd>>> {
  const stack = await openStack<State, End | FailedEnd, RunPart<State, End | FailedEnd>>({
    states,
    mount,
    failed: failedEnd,
    shared: drivenBy(run),
  });
  run.parts = stack.frames;
  return stack;
}

/** What a frame that failed leaves to the one below. */
export interface FailedEnd {
  readonly kind: 'failed';
  readonly name: string;
  readonly type: string;
  readonly message: string;
}

function failedEnd({ name }: FrameState, failure: TemporalFailure): FailedEnd {
  const { message } = failure;
  const type = failure instanceof ApplicationFailure ? failure.type : undefined;
  return { kind: 'failed', name, type: type ?? 'child-failed', message };
}

type Present = Pick<Entered<unknown, RunState>, 'carried' | 'parts'>;

/** What all frames are at, the lowest first. */
function headlineOf({ carried: { device }, parts }: Present): string {
  return `${parts.map((part) => part.headline()).join('\n\n') || 'Starting'}${deviceStory(device)}`;
}

/** Of the top frame; the rest is what it was given. */
function holdingOf({ parts }: Present): Holding {
  return parts.at(-1)?.holding() ?? { done: '0 steps', parts: {}, instead: 'give it less' };
}

/** As the top frame has it; what frames have used is added up. */
export function progressOf({ carried, parts }: Present): ProgressView {
  return parts
    .map((part) => part.progress())
    .reduce<ProgressView>(
      (below, part) => ({
        ...below,
        ...defined(part),
        step: Math.max(below.step, part.step),
        usage: addUsage(below.usage, part.usage),
        unknownOutcomes: below.unknownOutcomes + part.unknownOutcomes,
      }),
      { ...progressOfRun(carried), status: 'CONTINUE', step: 0, budgetLeft: {}, usage: noUsage, unknownOutcomes: 0 },
    );
}

/** The part of `progress` that all runs share. A procedure has no device, and nobody takes it over. */
export function progressOfRun({
  people: { pending: request },
  device,
  takeOver,
  typedKey,
}: Pick<RunState, 'people'> & Partial<RunState>): Pick<ProgressView, 'state' | 'hold' | 'request' | 'asker' | 'device'> {
  const hold = takeOver && holdStatus(takeOver, typedKey);
  return {
    state: hold ? 'HELD' : stateOfRequest(request),
    hold,
    request,
    asker: request ? workflowInfo().workflowId : undefined,
    device: device?.handle ? device.handle : undefined,
  };
}
