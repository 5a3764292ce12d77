// What a worker seals for a run, because whoever can start a workflow can write its inputs: the state that it carries over a continue-as-new, and the ticket that its
// device sessions are opened with.
//
// seals-1. The seal of a state binds its hash to the workflow, to the first execution of its chain and to the execution that made it.
// seals-2. A ticket is made where settings are resolved. It binds the device, but for the address that it starts at, and the origins to the workflow and the
//     first execution of its chain.
// seals-3. A seal by a known key that does not fit is refused for good. One by an unknown key waits until the key is there, and says which.
import { createHash } from 'node:crypto';
import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import type { DeviceSpec } from '../domain/device/device-spec.js';
import type { LeaseDeviceInput } from '../domain/device/device-work.js';
import { SteadyhandError } from '../domain/errors/errors.js';
import { canonicalJson, type Json } from '../domain/run/json.js';
import { startOf, type ResolvedRun } from '../domain/run/resolve-settings.js';
import { policyChange, type ChainPlace, type PolicyHashes, type SettledRun } from '../domain/run/settled-run.js';
import { KeyRingError } from '../ports/keys.js';
import { type RunRecords, StoreUnavailableError } from '../ports/run-records.js';
import { TokenError, type Tokens } from '../ports/tokens.js';

export interface SealPorts {
  carriedSeals(): Promise<Tokens>;
}

export interface CarriedHash {
  /** SHA-256 of its JSON, hexadecimal. */
  readonly hash: string;
  /** Run id of the first execution of the chain. */
  readonly first: string;
}

export interface SealedHash extends CarriedHash {
  readonly seal: string;
  /** Run id of the execution that made it. */
  readonly by: string;
}

export function createCarriedActivities(ports: SealPorts) {
  return {
    async sealCarried({ hash, first }: CarriedHash): Promise<string> {
      const { workflow, run: by } = whoAsks();
      return (await known(ports)).seal({ workflow, first, by, hash });
    },

    /** Non-retryable `forged-state`; `store-unavailable` where the key is not known here. */
    async checkCarried({ seal, by, hash, first }: SealedHash): Promise<void> {
      const sealed = opened(await known(ports), seal);
      if (sealed === undefined) throw forged('its seal is none of ours');
      if (!isSame(sealed, { workflow: whoAsks().workflow, first, by, hash })) throw forged('it was made for another run, or changed');
    },
  };
}

/** What every engine's settings are given with. A changed configuration stands in the run's records. */
export async function settleRun(
  resolved: ResolvedRun,
  device: DeviceSpec,
  { first, policy: before }: ChainPlace,
  ports: SealPorts & { readonly records: Pick<RunRecords, 'append'> },
): Promise<SettledRun> {
  const { workflow, run } = whoAsks();
  const { guard, budget, effectChecks = {} } = resolved;
  const policy: PolicyHashes = { guard: hashOf(guard), budget: hashOf(budget), effectChecks: hashOf(effectChecks) };
  const text = before && policyChange(before, policy);
  if (text !== undefined)
    await ports.records.append(workflow, [{ seq: `policy#${run}`, at: new Date().toISOString(), type: 'policy-changed', data: { text } }]);
  const ticket = (await known(ports)).seal({ workflow, first, device: hashOfDevice(startOf(device, resolved.apps), guard.origins) });
  return { ...resolved, policy, ticket };
}

/** A device session that nobody may have. */
export class NotYoursError extends SteadyhandError {
  readonly code = 'not-yours';
  override readonly name = 'NotYoursError';
}

/** Throws `NotYoursError`; `StoreUnavailableError` where the key is not known here. */
export async function checkTicket(
  { ticket, ownerWorkflowId, ownerFirstRunId, spec, origins }: Omit<LeaseDeviceInput, 'deviceId' | 'epoch'>,
  ports: SealPorts,
): Promise<void> {
  const wanted = { workflow: ownerWorkflowId, first: ownerFirstRunId, device: hashOfDevice(spec, origins) };
  if (!isSame(opened(await known(ports), ticket), wanted))
    throw new NotYoursError(
      `The ticket of this device session was not made for workflow ${ownerWorkflowId} with this device and these origins; no device was opened.`,
    );
}

/** Where the keys cannot be read now, the run waits for them. */
async function known({ carriedSeals }: SealPorts): Promise<Tokens> {
  try {
    return await carriedSeals();
  } catch (error) {
    if (error instanceof KeyRingError) throw new StoreUnavailableError(error.message);
    throw error;
  }
}

/** Undefined: it is none of ours. */
function opened(seals: Tokens, seal: string): Json | undefined {
  try {
    return seals.open(seal);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (error.code === 'STATE_KEY_UNKNOWN')
      throw new StoreUnavailableError(`${error.message} Put it back into keys/runs.json, and the run goes on.`);
    return undefined;
  }
}

function whoAsks(): { readonly workflow: string; readonly run: string } {
  const { workflowExecution } = activityInfo();
  if (!workflowExecution) throw new TypeError('no workflow asks');
  return { workflow: workflowExecution.workflowId, run: workflowExecution.runId };
}

function isSame(sealed: Json | undefined, wanted: Json): boolean {
  return sealed !== undefined && canonicalJson(sealed) === canonicalJson(wanted);
}

/** At which address it starts is the run's to choose. */
function hashOfDevice({ url: _, ...device }: DeviceSpec, origins: readonly string[]): string {
  return hashOf({ device, origins });
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('base64url');
}

function forged(why: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `The state that this run was to go on with is refused: ${why}. Start the workflow with its input alone.`,
    'forged-state',
  );
}
