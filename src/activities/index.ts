import { createDeviceActivities, type DeviceActivityPorts } from './device-activities.js';
import { createModelActivities, type ModelActivityPorts } from './model-activities.js';
import { createSettingsActivities } from './settings-activities.js';
import type { RunDefaults } from '../domain/agent/resolve-settings.js';

/** What any worker does for a run: polled on `steadyhand`. */
export function createRunActivities(ports: ModelActivityPorts & { readonly defaults: RunDefaults }) {
  return { ...createModelActivities(ports), ...createSettingsActivities(ports) };
}

/** What only the host that holds a device can do: `holdDevice` on the shared and the hold queue, the rest on the perform queue. */
export function createHostActivities(ports: DeviceActivityPorts) {
  const { holdDevice, ...perform } = createDeviceActivities(ports);
  return { hold: { holdDevice }, perform };
}

type HostActivities = ReturnType<typeof createHostActivities>;
export type Activities = ReturnType<typeof createRunActivities> & HostActivities['hold'] & HostActivities['perform'];
