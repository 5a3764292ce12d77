// The wheel of a run, with its handlers registered.
import { workflowInfo } from '@temporalio/workflow';
import type { AgentSettings } from '../../domain/run/settings.js';
import type { ResolvedRun } from '../../domain/run/resolve-settings.js';
import type { DeviceClient } from '../device/device-calls.js';
import { hearWheel } from './hear-wheel.js';
import { createPersonCalls, type PersonCalls } from './person-calls.js';
import { createWheel, type RunWheel, type WheelCarried, type WheelOptions } from './wheel.js';

export interface Opening extends WheelOptions {
  /** Undefined until the run's settings are known. */
  readonly settings: () => AgentSettings | undefined;
}

/** Who is at work when a person takes the wheel, for the records. */
export interface AtWork {
  readonly name: string;
  /** How many were made so far. */
  readonly steps: number;
}

export interface OpenWheel extends RunWheel {
  /** From now on it takes what the person does. */
  serve(client: DeviceClient, resolved: Pick<ResolvedRun, 'timings' | 'guard'>, atWork: () => AtWork): void;
}

export function openWheel(carried: WheelCarried, { settings, ...options }: Opening): OpenWheel {
  const { workflowId: run } = workflowInfo();
  let calls: PersonCalls | undefined;
  const wheel = createWheel(carried, options);
  hearWheel({ carried, wheel, calls: () => calls, heldTimeout: () => settings()?.heldTimeout });
  return Object.assign(wheel, {
    serve(client: DeviceClient, { timings, guard }: Pick<ResolvedRun, 'timings' | 'guard'>, atWork: () => AtWork): void {
      const record = () => {
        const { name: agent, steps: step } = atWork();
        return { run, agent, step };
      };
      calls = createPersonCalls({ carried, wheel, client, timings, guard: () => guard, record });
    },
  });
}
