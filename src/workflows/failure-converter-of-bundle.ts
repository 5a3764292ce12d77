import { defaultFailureConverter } from '@temporalio/common';
import { failureConverter as encoding } from './failure-converter.js';

/** Set before the bundle runs, or not at all. */
const { steadyhandEncodesFailures } = globalThis as { readonly steadyhandEncodesFailures?: boolean };

export const failureConverter = steadyhandEncodesFailures === true ? encoding : defaultFailureConverter;
