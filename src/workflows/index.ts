export { appAgent } from './agent/app-agent.js';
export { deviceSession } from './device/device-session.js';
export { explorer } from './explorer/explorer.js';
export { flow } from './flow/flow.js';
export { gc } from './gc/gc.js';
export { hostAgent } from './agent/host-agent.js';
export { procedure } from './procedure/procedure.js';
export { screenGraph } from './explorer/screen-graph.js';
