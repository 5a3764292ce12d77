// What a run carries over a continue-as-new is sealed by a worker: whoever can start a workflow can write such a state, and nobody else may.
//
// carried-1. The seal binds the hash of the state to the workflow, to the first execution of its chain and to the execution that made it.
// carried-2. A seal by a known key that does not fit is refused for good. One by an unknown key waits until the key is there, and says which.
import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import type { Json } from '../domain/run/json.js';
import { KeyRingError } from '../ports/keys.js';
import { TokenError, type Tokens } from '../ports/tokens.js';

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

export function createCarriedActivities({ carriedSeals }: { carriedSeals(): Promise<Tokens> }) {
  return {
    async sealCarried({ hash, first }: CarriedHash): Promise<string> {
      const { workflow, run: by } = whoAsks();
      return (await known(carriedSeals)).seal({ workflow, first, by, hash });
    },

    /** Non-retryable `forged-state`; `store-unavailable` where the key is not known here. */
    async checkCarried({ seal, by, hash, first }: SealedHash): Promise<void> {
      const sealed = opened(await known(carriedSeals), seal);
      const wanted: Json = { workflow: whoAsks().workflow, first, by, hash };
      if (JSON.stringify(sealed) !== JSON.stringify(wanted)) throw forged('it was made for another run, or changed');
    },
  };
}

/** Where the keys cannot be read now, the run waits for them. */
async function known(carriedSeals: () => Promise<Tokens>): Promise<Tokens> {
  try {
    return await carriedSeals();
  } catch (error) {
    if (error instanceof KeyRingError) throw ApplicationFailure.retryable(error.message, 'store-unavailable');
    throw error;
  }
}

function whoAsks(): { readonly workflow: string; readonly run: string } {
  const { workflowExecution } = activityInfo();
  if (!workflowExecution) throw new TypeError('no workflow asks');
  return { workflow: workflowExecution.workflowId, run: workflowExecution.runId };
}

function opened(seals: Tokens, seal: string): Json {
  try {
    return seals.open(seal);
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (error.code === 'STATE_KEY_UNKNOWN')
      throw ApplicationFailure.retryable(`${error.message} Put it back into keys/runs.json, and the run goes on.`, 'store-unavailable');
    throw forged('its seal is none of ours');
  }
}

function forged(why: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `The state that this run was to go on with is refused: ${why}. Start the workflow with its input alone.`,
    'forged-state',
  );
}
