import { ApplicationFailure } from '@temporalio/activity';
import type { Collected } from '../ports/artifact-store.js';
import { whileBeating } from './heartbeats.js';

export interface GcPorts {
  /** Removes artifacts by the rules of this worker's configuration. Undefined: it has none. */
  readonly collectArtifacts: (() => Promise<Collected>) | undefined;
}

export function createGcActivities({ collectArtifacts }: GcPorts) {
  return {
    /** Retryable: on a worker that is configured, where this one is not. */
    async collectGarbage(): Promise<Collected> {
      if (!collectArtifacts)
        throw ApplicationFailure.create({
          type: 'gc-not-configured',
          message:
            'The worker that took this has no rules for gc: set STEADYHAND_GC_OLDER_THAN or STEADYHAND_GC_MAX_SIZE for all workers, or delete the schedule: `temporal schedule delete --schedule-id steadyhand-gc`.',
        });
      return whileBeating(undefined, () => collectArtifacts());
    },
  };
}
