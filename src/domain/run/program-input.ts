// Inputs of runs as programs write them: every optional field has a default. Workflows check them again at their door.
import type { RunFields } from './input.js';
import type { Plane } from '../explorer/input.js';
import type { Policy } from '../explorer/policies.js';
import type { HealMode } from '../flow/heal.js';
import type { FlowInputDocument } from '../flow/document.schema.js';
import type { Variables } from './json.js';
import type { ArtifactRef } from '../ui/observation.js';

export interface AgentInput extends RunFields {
  /** What to do, in plain words. */
  readonly request?: string;
  /** Steps to follow instead of a request. */
  readonly plan?: { readonly task?: string; readonly object?: string; readonly steps: readonly string[] };
  /** The session stays open for further requests. */
  readonly keepOpen?: boolean;
}

export interface FlowStart extends RunFields {
  /** The document, or the reference of a stored one. */
  readonly flow: FlowInputDocument | ArtifactRef;
  /** Flows that its nodes run, by name. */
  readonly flows?: Readonly<Record<string, FlowInputDocument | ArtifactRef>>;
  readonly variables?: Variables;
  /** Whether a model may be asked for a target of a compiled flow that is not found: with a person's consent, by itself, never. By default `ask` where a model is configured. */
  readonly heal?: HealMode;
  /** An agent does the rest where the flow cannot go on. By default nobody does. */
  readonly fallback?: 'agent';
}

export interface ExplorerStart extends Omit<RunFields, 'effectChecks'> {
  /** Name of the application in the map; by default its origin, or its name. */
  readonly appId?: string;
  readonly goal?: string;
  readonly policy?: Policy;
  readonly decisionPlane?: Plane;
  readonly seed?: number;
  readonly allowDestructive?: boolean;
  readonly sensitive?: boolean;
}

/** The form that the workflow `flow` takes. */
export function flowInputOf({ flow, ...rest }: FlowStart): object {
  return { ...rest, ...(typeof flow === 'string' ? { flowRef: flow } : { flow }) };
}

/** What an agent should do, for lists. */
export function agentTitle({ request, plan }: Pick<AgentInput, 'request' | 'plan'>): string {
  return request ?? plan?.task ?? plan?.steps.join('; ') ?? '';
}

export function flowTitle({ flow }: FlowStart): string {
  return typeof flow === 'string' ? 'flow' : flow.name;
}

/** The title does not name a sensitive application either. */
export function explorerTitle({ sensitive, appId, device }: Pick<ExplorerStart, 'sensitive' | 'appId' | 'device'>): string {
  const named = sensitive ? '' : (appId ?? device?.url ?? device?.app ?? '');
  return `explore ${named}`.trim();
}
