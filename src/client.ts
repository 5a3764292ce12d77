// `import { connect } from 'steadyhand'`: start runs, follow them, answer what they ask. A public entry point: its exports are stable.
export { connect, type ConnectOptions, type Steadyhand } from './client/steadyhand.js';
export type { Approvals } from './client/approvals.js';
export type { Answered, ConfirmOptions, RequestName, Run, RunResult } from './client/run.js';
export type { Wheel, WheelAction } from './client/wheel.js';
export type { PersonAction } from './domain/wheel/person-act.js';
export type { PersonActed, PersonLook } from './domain/wheel/person-look.js';
export type { HeldView } from './workflows/messages.js';
export type { EventOptions, RunEvent } from './client/run-events.js';
export type { StartOptions } from './client/inputs.js';
export type { Approval } from './domain/human/approvals.js';
export type { AgentInput, ExplorerStart, FlowStart } from './domain/run/given.js';
export type { ProcedureRun, ProcedureStart } from './client/procedures/procedure-run.js';
export type { Report } from './domain/report/report.schema.js';
export { ClientError, type ClientErrorCode } from './client/errors.js';
export { SteadyhandError } from './domain/errors.js';
export type { ExplorerSummary } from './domain/explorer/requests.js';
export type { HostAgentResult } from './workflows/agent/host-agent-shell.js';
export type { FlowResult } from './workflows/flow/flow-result.js';
