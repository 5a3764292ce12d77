// The failure of a run that cannot begin: one sentence about what is wrong with its input.
import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import { InputError } from '../../domain/errors/input-error.js';

/** Parses a workflow's input. */
export function parsed<T>(parse: (input: unknown) => T, input: unknown): T {
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
