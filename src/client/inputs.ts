// What runs are started with, checked before a server is asked: a wrong field is said at once.
import { parseHostAgentInput } from '../domain/agent/input.js';
import { parseExplorerInput } from '../domain/explorer/input.js';
import { parseFlowInput } from '../domain/flow/input.js';
import {
  agentTitle,
  explorerTitle,
  flowInputOf,
  flowTitle,
  type AgentInput,
  type ExplorerStart,
  type FlowStart,
} from '../domain/run/given.js';

/** The id of a run that is to be started; one is made where none is given. An id that an open run has is refused (`run-exists`). */
export interface StartOptions {
  readonly id?: string;
  /** What lists show; the request, the flow's name or the address unless it is given. */
  readonly title?: string;
}

/** What a run is about, in its own words, for lists. Throws `InputError`. */
export function titleOf(input: unknown): string {
  return agentTitle(parseHostAgentInput(input));
}

export interface Prepared {
  readonly type: 'hostAgent' | 'flow' | 'explorer';
  readonly input: unknown;
  readonly title: string;
  readonly deviceKind: string;
}

/** Throws `InputError` for what the workflow would refuse: a wrong field is said at once, and not by a run that fails. */
export function prepareAgent(input: AgentInput): Prepared {
  const { device } = parseHostAgentInput(input);
  return { type: 'hostAgent', input, title: titleOf(input), deviceKind: device.kind };
}

/** As `prepareAgent`; the document itself is judged when the run begins. */
export function prepareFlow(given: FlowStart): Prepared {
  const input = flowInputOf(given);
  const { run } = parseFlowInput(input);
  return { type: 'flow', input, title: flowTitle(given), deviceKind: run.device.kind };
}

/** As `prepareAgent`. A sensitive application is not named in the title either. */
export function prepareExplorer(input: ExplorerStart): Prepared {
  const { run, ...parsed } = parseExplorerInput(input);
  return { type: 'explorer', input, title: explorerTitle({ ...parsed, device: run.device }), deviceKind: run.device.kind };
}
