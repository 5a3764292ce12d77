export { appAgent } from './app-agent.js';
export { deviceSession } from './device-session.js';
export { explorer } from './explorer.js';
export { flow } from './flow.js';
export { hostAgent } from './host-agent.js';
export { procedure } from './procedure.js';
export { screenGraph } from './screen-graph.js';
