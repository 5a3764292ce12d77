// What a run that cannot begin fails with: one sentence about what is wrong with it.
import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import { InputError } from '../../domain/input-error.js';

/** At the workflow's door. */
export function checked<T>(parse: (input: unknown) => T, input: unknown): T {
  try {
    return parse(input);
  } catch (error) {
    if (error instanceof InputError) throw ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: true });
    throw error;
  }
}

/** For `catch`: the activity's own failure, not one about an activity. */
export function refused(error: unknown): never {
  throw error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause : error;
}
