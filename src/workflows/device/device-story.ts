import { recoveryText } from '../../domain/device/recovery.js';
import type { DeviceAccessState } from './device-access.js';

/** Where the device is, and its last recovery, for the current details. */
export function deviceStory({ handle, lastRecovery }: DeviceAccessState): string {
  return [
    ...(handle ? [`\n\nDevice: host ${handle.hostId}, epoch ${handle.epoch}`] : []),
    ...(lastRecovery ? [`\n\nLast recovery, at ${lastRecovery.at}: ${recoveryText(lastRecovery)}`] : []),
  ].join('');
}
