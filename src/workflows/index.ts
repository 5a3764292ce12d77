export { appAgent } from './app-agent.js';
export { deviceSession } from './device-session.js';
export { flow } from './flow.js';
export { hostAgent } from './host-agent.js';
