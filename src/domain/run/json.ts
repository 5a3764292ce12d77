export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Values that a run knows by name. */
export type Variables = Readonly<Record<string, Json>>;

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
