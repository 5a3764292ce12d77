// What the frames of a run share: people, one device session, what was resolved for it.
import { defined } from '../../domain/collections.js';
import { ApplicationFailure, workflowInfo, type TemporalFailure } from '@temporalio/workflow';
import type { Blackboard } from '../../domain/agent/memory.js';
import { addUsage, noUsage } from '../../domain/budget/usage.js';
import type { DeviceSpec } from '../../domain/device/device-spec.js';
import type { ResolvedRun } from '../../domain/run/resolve-settings.js';
import type { DeviceSupply } from '../device/device-access.js';
import { createDeviceClient, type DeviceClient } from '../device/device-client.js';
import { createDeviceOwner } from '../device/device-owner.js';
import { deviceStory } from '../device/device-story.js';
import type { ProgressView } from '../messages.js';
import type { People } from '../people/people.js';
import type { OpenWheel } from '../wheel/open-wheel.js';
import type { RunState } from './doors.js';
import { progressOfRun } from './progress.js';
import type { Frame, FrameState } from './stack.js';

export interface RunShell {
  /** Its workflow id. */
  readonly id: string;
  readonly carried: RunState;
  readonly resolved: ResolvedRun;
  readonly people: People;
  readonly wheel: OpenWheel;
  readonly device: DeviceSupply;
  readonly client: DeviceClient;
}

/** A frame as the run shows it. */
export interface RunPart<State extends FrameState, End> extends Frame<State, End> {
  progress(): Omit<ProgressView, 'state' | 'held' | 'request' | 'asker' | 'device'>;
  /** Of agents. */
  blackboard?(): Blackboard;
}

/** What a frame that failed leaves to the one below. */
export interface FailedEnd {
  readonly kind: 'failed';
  readonly name: string;
  readonly type: string;
  readonly message: string;
}

export function failedEnd({ name }: FrameState, failure: TemporalFailure): FailedEnd {
  const { message } = failure;
  const type = failure instanceof ApplicationFailure ? failure.type : undefined;
  return { kind: 'failed', name, type: type ?? 'child-failed', message };
}

type Shown = Pick<RunPart<never, never>, 'name' | 'headline' | 'progress' | 'blackboard'>;

interface Opened {
  readonly carried: RunState;
  readonly resolved: ResolvedRun;
  readonly people: People;
  readonly wheel: OpenWheel;
}

/** Opens the way to its device; the device itself is opened when it is first needed. */
export function openRun({ carried, resolved, people, wheel }: Opened, spec: DeviceSpec, parts: () => readonly Shown[]): RunShell {
  const device = createDeviceOwner(carried.device, spec, resolved.guard.origins, resolved.timings);
  const client = createDeviceClient(carried.device, device, resolved.timings, () => people.show(headlineOf(carried, parts())));
  const { workflowId: id } = workflowInfo();
  wheel.serve(client, resolved, () => ({ name: parts().at(-1)?.name ?? id, steps: progressOf(carried, parts()).step }));
  return { id, carried, resolved, people, wheel, device, client };
}

/** What all frames are at, the lowest first. */
export function headlineOf({ device }: RunState, parts: readonly Shown[]): string {
  return `${parts.map((part) => part.headline()).join('\n\n') || 'Starting'}${deviceStory(device)}`;
}

/** As the top frame has it; what frames have used is added up. */
export function progressOf(carried: RunState, parts: readonly Shown[]): ProgressView {
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
