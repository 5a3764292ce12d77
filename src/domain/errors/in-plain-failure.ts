/**
 * Type of the failure that tells a caller that he has no key: encrypted like any other, he could not read it. The name is the SDK's, for an input that a codec
 * refuses.
 */
export const inPlainFailure = 'PayloadValidationError';
