// What runs are started with, as programs write it: every field that may be left out has its default. Workflows check it again at their door.
import { parseHostAgentInput, type GivenRun } from '../domain/agent/input.js';
import { parseExplorerInput, type Plane } from '../domain/explorer/input.js';
import type { Policy } from '../domain/explorer/policies.js';
import type { FlowInputDocument } from '../domain/flow/document.schema.js';
import { parseFlowInput } from '../domain/flow/input.js';
import type { Variables } from '../domain/flow/variables.js';
import type { ArtifactRef } from '../domain/ui/observation.js';

/** The id of a run that is to be started; one is made where none is given. An id that an open run has is refused (`run-exists`). */
export interface StartOptions {
  readonly id?: string;
  /** What lists show; the request, the flow's name or the address unless it is given. */
  readonly title?: string;
}

export interface AgentInput extends GivenRun {
  /** What to do, in plain words. */
  readonly request?: string;
  /** Steps to follow instead of a request. */
  readonly plan?: { readonly task?: string; readonly object?: string; readonly steps: readonly string[] };
  /** The session stays open for further requests. */
  readonly keepOpen?: boolean;
}

export interface FlowStart extends GivenRun {
  /** The document, or the reference of one that is stored as an artifact. */
  readonly flow: FlowInputDocument | ArtifactRef;
  /** Flows that its nodes run, by name. */
  readonly flows?: Readonly<Record<string, FlowInputDocument | ArtifactRef>>;
  readonly variables?: Variables;
}

export interface ExplorerStart extends GivenRun {
  /** Name of the application in the map; its origin, or its name, unless given. */
  readonly appId?: string;
  readonly goal?: string;
  readonly policy?: Policy;
  readonly decisionPlane?: Plane;
  readonly seed?: number;
  readonly allowDestructive?: boolean;
  readonly sensitive?: boolean;
}

/** What a run is about, in its own words, for lists. Throws `InputError`. */
export function titleOf(input: unknown): string {
  const { request, plan } = parseHostAgentInput(input);
  return request ?? plan?.task ?? plan?.steps.join('; ') ?? '';
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
export function prepareFlow({ flow, ...rest }: FlowStart): Prepared {
  const input = { ...rest, ...(typeof flow === 'string' ? { flowRef: flow } : { flow }) };
  const { run } = parseFlowInput(input);
  return { type: 'flow', input, title: typeof flow === 'string' ? 'flow' : flow.name, deviceKind: run.device.kind };
}

/** As `prepareAgent`. A sensitive application is not named in the title either. */
export function prepareExplorer(input: ExplorerStart): Prepared {
  const { run, appId, sensitive } = parseExplorerInput(input);
  const named = sensitive ? '' : (appId ?? run.device.url ?? run.device.app ?? '');
  return { type: 'explorer', input, title: `explore ${named}`.trim(), deviceKind: run.device.kind };
}
