import type { ZodType } from 'zod';

/** As `variables` of src/config/environment.ts. */
type Variables = ReadonlyMap<string, { readonly path: readonly string[] }>;

export function withTables(page: string, about: { readonly schema: ZodType; readonly variables: Variables }): string;
