// The wheel of an engine, with its handlers registered: of a run, or of a child that works on its parent's device.
import { workflowInfo } from '@temporalio/workflow';
import type { AgentSettings } from '../../domain/run/settings.js';
import type { ResolvedRun } from '../../domain/run/resolve-settings.js';
import type { DeviceClient } from '../device/device-client.js';
import { hearWheel, hearWheelOfChild } from './hear-wheel.js';
import { createPersonCalls, type PersonCalls } from './person-calls.js';
import { createWheel, type RunWheel, type WheelCarried, type WheelOptions } from './wheel.js';

export interface Opening extends Pick<WheelOptions, 'breaks' | 'isIdle'> {
  /** Undefined: this workflow is the run. `root`: the run itself, where that is another. */
  readonly parent?: { readonly workflowId: string; readonly root?: string } | undefined;
  /** Undefined until the run's settings are known. */
  readonly settings: () => AgentSettings | undefined;
}

export interface OpenWheel extends RunWheel {
  /** From now on it takes what the person does. `steps`: how many were made so far, for the records. */
  serve(client: DeviceClient, resolved: Pick<ResolvedRun, 'timings' | 'guard'>, steps: () => number): void;
}

export function openWheel(carried: WheelCarried, { parent, settings, ...options }: Opening): OpenWheel {
  const { workflowId } = workflowInfo();
  const root = parent?.root ?? parent?.workflowId ?? workflowId;
  let calls: PersonCalls | undefined;
  const wheel = createWheel(carried, { run: root, ...options, ...(parent ? { parent: parent.workflowId } : {}) });
  const heard = { carried, wheel, calls: () => calls, heldTimeout: () => settings()?.heldTimeout };
  if (!parent) hearWheel(heard);
  else hearWheelOfChild(heard, root);
  return Object.assign(wheel, {
    serve(client: DeviceClient, { timings, guard }: Pick<ResolvedRun, 'timings' | 'guard'>, steps: () => number): void {
      const record = () => ({ run: root, agent: workflowId, step: steps() });
      calls = createPersonCalls({ carried, wheel, client, timings, guard: () => guard, record });
    },
  });
}
