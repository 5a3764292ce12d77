/** Paths of end-to-end files in `npm test`, without `test/` and `.test.ts`, by what they show. */
export const everydayBy: Readonly<Record<string, readonly string[]>>;
/** Paths of test files from the root of the project. */
export const everyday: readonly string[];
export const smokes: readonly string[];
export const operations: readonly string[];
export const operationsOnPostgres: readonly string[];
export const alone: readonly string[];
export function buckets(): readonly (readonly string[])[];
/** Seconds by path. */
export function recordedTimes(): Readonly<Record<string, number>>;
