import { ApplicationFailure } from '@temporalio/activity';
import type { RecordReplayInput } from '../../domain/flow/requests.js';
import { FlowLibraryError, type FlowLibrary } from '../../ports/flow-library.js';

export interface LibraryActivityPorts {
  readonly library: FlowLibrary;
}

export function createLibraryActivities({ library }: LibraryActivityPorts) {
  return {
    /** What a run of a compiled flow came to; counted once, however often it is tried. `library-unavailable` when its folder is not writable. */
    async recordReplay({ flow, replay }: RecordReplayInput): Promise<void> {
      try {
        await library.addReplay(flow, replay);
      } catch (error) {
        if (!(error instanceof FlowLibraryError)) throw error;
        throw ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: false });
      }
    },
  };
}
