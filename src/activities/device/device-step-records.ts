// What an activity on a device writes about a step into the records of its run.
import { defined } from '../../domain/collections.js';
import type { Context } from '@temporalio/activity';
import type { ObserveInput, PerformInput, RecordContext } from '../../domain/device/device-work.js';
import type { Observation } from '../../domain/ui/observation.js';
import type { LeasedDevice } from '../../host/leased-device.js';
import type { RunRecords } from '../../ports/run-records.js';
import { stepSequence } from '../step-sequence.js';
import type { Performed } from './perform-and-look.js';

type Data = Readonly<Record<string, unknown>>;

const types = { '1-observed': 'observed', '3-performed': 'performed', '4-person': 'person-acted' } as const;

/** A record that cannot be written never hides that the action ran. */
export async function recordStep(
  records: RunRecords,
  { info, log }: Context,
  to: RecordContext | undefined,
  phase: keyof typeof types,
  data: Data,
): Promise<void> {
  if (to === undefined) return;
  const seq = stepSequence(to, phase, info);
  const line = { seq, at: new Date().toISOString(), type: types[phase], data: { attempt: info.attempt, ...data } };
  await records
    .append(to.run, [line])
    .catch((error: unknown) => log.error('A run record could not be written', { run: to.run, seq, error }));
}

export function observedData(
  hostId: string,
  leased: LeasedDevice,
  input: ObserveInput,
  told: { readonly milliseconds: number; readonly observation: Observation },
): Data {
  return { ...placeOf(hostId, leased), ...told, ...storyOf(input) };
}

export function performedData(
  hostId: string,
  leased: LeasedDevice,
  input: PerformInput,
  { outcomes, ...rest }: Performed & { readonly key: string; readonly milliseconds: number },
): Data {
  const actions = input.actions.map((action, index) => ({ ...action, outcome: outcomes[index] }));
  const approval = input.record?.approval;
  return { ...placeOf(hostId, leased), ...rest, actions, before: input.observation, ...defined({ approval }), ...storyOf(input) };
}

function placeOf(hostId: string, { record: { deviceId, epoch }, generation }: LeasedDevice): Data {
  return { hostId, deviceId, epoch, generation };
}

function storyOf({ recovery }: Pick<ObserveInput, 'recovery'>): Data {
  return recovery === undefined ? {} : { recovery };
}
