// The calls of a procedure (docs/design/procedure.md §2), the same wherever its run is kept, and what keeps it says to them. `state` is opaque to the caller.
import type { Variables } from '../../domain/run/json.js';
import type { TraceHeaders } from '../../domain/telemetry/trace-context.js';
import type { Description } from '../../domain/procedure/catalogue.js';
import type { Refusal } from '../../domain/procedure/refusal.js';
import type { Call, ProcedureState } from '../../domain/procedure/state.js';
import type { Procedure } from '../../domain/procedure/procedure.js';
import type { Registered } from '../../domain/procedure/register.js';
import type { CallAnswer } from '../../domain/procedure/view.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';

export interface Stated {
  readonly workflow_id: string;
  readonly state: string;
}

export interface Beginning {
  readonly workflow_id: string;
  readonly initial_variables?: Variables;
  /** Of whoever begins it, valid: a durable run becomes part of it, in place of that of the calls. */
  readonly trace?: TraceHeaders;
}

export interface ProcedureCalls {
  list_workflows(): Promise<readonly Pick<Description, 'id' | 'version' | 'title'>[]>;
  describe_workflow(input: { readonly workflow_id: string }): Promise<Description | Refused>;
  start_workflow(input: Beginning): Promise<Reply>;
  get_position(input: Stated): Promise<Reply>;
  get_available_actions(input: Stated): Promise<Reply>;
  complete_step(input: Stated & { readonly step_id: string; readonly summary: string; readonly outputs?: Variables }): Promise<Reply>;
  skip_step(input: Stated & { readonly step_id: string; readonly reason?: string }): Promise<Reply>;
  respond_to_checkpoint(input: Stated & { readonly checkpoint_id: string; readonly option_id: string }): Promise<Reply>;
  report_variables(input: Stated & { readonly outputs: Variables }): Promise<Reply>;
  abort_workflow(input: Stated & { readonly reason?: string }): Promise<Reply>;
}

/** After a refusal the state is the one that was given. */
export type Reply = (CallAnswer<CallCode> & { readonly state: string }) | Refused;

/** A refusal without a run: there is none, or the state does not name it. */
export interface Refused {
  readonly success: false;
  readonly message: string;
  readonly error: Refusal<CallCode>;
}

/** The codes of runs, and those about the state that was given. */
type CallCode = Refusal['code'] | 'WORKFLOW_MISMATCH' | 'DEFINITION_MISMATCH' | 'STATE_INVALID' | 'STATE_KEY_UNKNOWN' | 'STALE_STATE';

export function refused(code: CallCode, message: string, expected?: readonly string[]): Refused {
  return { success: false, message, error: { code, message, expected } };
}

/** A definition as it was loaded. */
export interface Loaded {
  readonly procedure: Procedure;
  /** As it is passed to the workflow. */
  readonly document: Readonly<Record<string, unknown>>;
  /** SHA-256 of the document's canonical JSON. */
  readonly digest: string;
}

interface Sealed {
  readonly version: 1;
  readonly workflow: string;
  readonly digest: string;
}

/** A run that nothing else keeps. */
export interface SealedState extends Sealed {
  readonly kind: 'state';
  readonly state: ProcedureState;
  /** How many were accepted. */
  readonly calls: number;
  /** Where what happened is stored. */
  readonly last: ArtifactRef;
}

/** A run that Temporal keeps, as far as its holder has seen it. */
export interface Handle extends Sealed {
  readonly kind: 'handle';
  readonly id: string;
  readonly firstRunId: string;
  readonly revision: number;
}

export type SealedRun = SealedState | Handle;

/** The register's reply, and what is sealed for the next call: the very same object where nothing has changed. */
export interface Kept {
  readonly reply: Registered;
  readonly sealed: SealedRun;
}

export interface KeptRun {
  read(): Promise<Kept>;
  answer(call: Call, body: CallBody): Promise<Kept | Refused>;
}

/** The fields of a call, besides those of `Stated`. */
export interface CallBody {
  readonly outputs?: Variables;
}

/** Whether it is a state, not the id of a run. */
export function isState(text: string): boolean {
  return text.startsWith('nav1.');
}
