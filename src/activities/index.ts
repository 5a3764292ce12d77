import type { EffectReader } from '../ports/effect-reader.js';
import type { Tokens } from '../ports/tokens.js';
import { createDeviceActivities } from './device/device-activities.js';
import { createPersonActivities } from './device/person-activities.js';
import { createCarriedActivities } from './carried-activities.js';
import { createEffectActivities } from './effect-activities.js';
import { createExplorerActivities, type ExplorerActivityPorts } from './explorer/explorer-activities.js';
import { createExplorerDeviceActivities } from './explorer/device-activities.js';
import { createExplorerModelActivities, type ExplorerModelPorts } from './explorer/model-activities.js';
import { createFlowActivities, type FlowActivityPorts } from './flow/flow-activities.js';
import { createGcActivities, type GcPorts } from './gc-activities.js';
import { createLibraryActivities, type LibraryActivityPorts } from './flow/library-activities.js';
import { createFlowModelActivities } from './flow/model-activities.js';
import { createModelActivities, type ModelActivityPorts } from './agent/model-activities.js';
import { createNoticeActivities, type NoticePorts } from './notice-activities.js';
import { createProcedureActivities } from './procedure/procedure-activities.js';
import { createRequestActivities } from './request-activities.js';
import { createSettingsActivities } from './settings-activities.js';
import { createToolActivities } from './flow/tool-activities.js';
import type { ToolActivityPorts } from './flow/tool-turn.js';

/** What any worker can do for a run: polled on `steadyhand`. */
export function createRunActivities(
  ports: ModelActivityPorts &
    FlowActivityPorts &
    ExplorerActivityPorts &
    ExplorerModelPorts &
    LibraryActivityPorts &
    NoticePorts &
    GcPorts & { readonly effects: EffectReader; carriedSeals(): Promise<Tokens> },
) {
  return {
    ...createModelActivities(ports),
    ...createSettingsActivities(ports),
    ...createFlowActivities(ports),
    ...createFlowModelActivities(ports),
    ...createLibraryActivities(ports),
    ...createExplorerActivities(ports),
    ...createExplorerModelActivities(ports),
    ...createProcedureActivities(ports),
    ...createEffectActivities(ports),
    ...createRequestActivities(ports),
    ...createCarriedActivities(ports),
    ...createNoticeActivities(ports),
    ...createGcActivities(ports),
  };
}

/** What only the host that holds a device can do: `holdDevice` on the shared and the hold queue, the rest on the perform queue. */
export function createHostActivities(ports: ToolActivityPorts & FlowActivityPorts) {
  const { holdDevice, ...perform } = createDeviceActivities(ports);
  const { writeFlowRecords } = createFlowActivities(ports);
  return {
    hold: { holdDevice },
    perform: {
      ...perform,
      ...createPersonActivities(ports),
      ...createToolActivities(ports),
      ...createExplorerDeviceActivities(ports),
      writeFlowRecords,
    },
  };
}

type HostActivities = ReturnType<typeof createHostActivities>;
export type Activities = ReturnType<typeof createRunActivities> & HostActivities['hold'] & HostActivities['perform'];
