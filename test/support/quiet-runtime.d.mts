/** Workers of this test file log errors only. */
export function quietRuntime(): void;
