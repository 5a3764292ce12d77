import { ApplicationFailure } from '@temporalio/activity';
import type { RunInput } from '../domain/run/input.js';
import { resolveRun, type ResolvedRun, type RunDefaults } from '../domain/run/resolve-settings.js';
import { InputError } from '../domain/errors/input-error.js';

export function createSettingsActivities({ defaults }: { readonly defaults: RunDefaults }) {
  return {
    /** The settings of a run: the worker's configuration, narrowed by the input. Non-retryable `invalid-input` when the input asks for more than is allowed. */
    async resolveSettings(input: RunInput): Promise<ResolvedRun> {
      try {
        return resolveRun(defaults, input);
      } catch (error) {
        if (error instanceof InputError) throw ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: true });
        throw error;
      }
    },
  };
}
