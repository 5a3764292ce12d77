// What agents do on a device: they observe the screen and perform what was decided.
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { actionText } from '../../domain/agent/decision.js';
import type { DueCheck } from '../../domain/effect/effect-check.js';
import type { DecidedAction } from '../../domain/run/decided-action.js';
import type { ObserveOptions, PerformResult, RecordContext, RequestedAction } from '../../domain/device/device-work.js';
import type { Observation } from '../../domain/ui/observation.js';
import { judgedBy } from '../../domain/action/actions.js';
import type { DeviceAccessState } from './device-access.js';
import { atMostOnce, looking } from './device-activity-options.js';
import { act, look, type ObserveEvent, type PerformEvent } from './device-calls.js';
import type { DeviceSide } from './device-presence.js';

export async function observe(
  side: DeviceSide,
  options: ObserveOptions,
  record: RecordContext,
  application?: string,
): Promise<ObserveEvent> {
  const looked = await look(side, (handle, recovery) =>
    proxyActivities<Activities>(looking(handle, side.timings, 'look at the screen')).observe({
      deviceId: handle.deviceId,
      epoch: handle.epoch,
      options,
      record,
      application,
      ...recovery,
    }),
  );
  return looked.type === 'looked' ? { type: 'observed', observation: keepUrl(side.state, looked.value) } : looked;
}

export async function perform(
  side: DeviceSide,
  actions: readonly DecidedAction[],
  observation: Observation,
  options: ObserveOptions,
  record: RecordContext,
  checks: readonly DueCheck[] = [],
): Promise<PerformEvent> {
  const requested = actions.map(requestedAction);
  const text = actions.map(actionText).join('; ');
  const acted = await act<PerformResult>(side, {
    text,
    count: actions.length,
    checks,
    send: ({ handle, activityId, attempt }, recovery) =>
      proxyActivities<Activities>(atMostOnce(handle, activityId, attempt, text, side.timings)).perform({
        deviceId: handle.deviceId,
        epoch: handle.epoch,
        observation: { generation: observation.generation, controls: observation.controls },
        actions: requested,
        options,
        record,
        ...recovery,
      }),
  });
  switch (acted.type) {
    case 'ran': {
      const { outcomes, observation: after } = acted.result;
      return { type: 'performed', outcomes, observation: acted.present ? keepUrl(side.state, after) : undefined };
    }
    case 'journalled':
      return { type: 'performed', outcomes: acted.outcomes };
    default:
      return acted;
  }
}

function keepUrl(state: DeviceAccessState, observation: Observation): Observation {
  if (observation.application.url !== undefined) state.url = observation.application.url;
  return observation;
}

function requestedAction({ function: name, run, activation }: DecidedAction): RequestedAction {
  if (run.kind !== 'device') throw new TypeError(`'${name}' is not for a device`);
  return { function: name, action: activation ? judgedBy(run.action, activation.presses) : run.action };
}
