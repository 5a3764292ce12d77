/** Root of the project's errors. `code` is kebab-case, survives serialisation and becomes `ApplicationFailure.type`; compare it, never `instanceof`, across a boundary. */
export abstract class SteadyhandError extends Error {
  abstract readonly code: string;
}

/**
 * Type of the failure that tells a caller that he has no key: encrypted like any other, he could not read it. The name is the SDK's, for an input that a codec
 * refuses.
 */
export const inPlainFailure = 'PayloadValidationError';
