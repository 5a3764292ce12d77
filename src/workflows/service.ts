// What workflows of other namespaces may call over Nexus.
import * as nexus from 'nexus-rpc';
import type { ExplorerSummary } from '../domain/explorer/requests.js';
import type { AgentInput, ExplorerStart, FlowStart } from '../domain/run/program-input.js';
import type { HostAgentResult } from './agent/host-frame.js';
import type { FlowResult } from './flow/flow-result.js';

/** Each runs to its end. Its run is found by the lists of the namespace that carries it out, where a person answers it. */
export const steadyhandService = nexus.service('steadyhand', {
  agent: nexus.operation<AgentInput, HostAgentResult>(),
  flow: nexus.operation<FlowStart, FlowResult>(),
  explorer: nexus.operation<ExplorerStart, ExplorerSummary>(),
});
