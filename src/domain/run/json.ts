export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Values that a run knows by name. */
export type Variables = Readonly<Record<string, Json>>;

/** What a text says, if it is JSON; else the text itself. */
export function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * JSON with sorted keys: equal values give equal bytes, and so one artifact. Sorts a copy first, because JSON.stringify is several times
 * slower with a callback.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const record = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(record).sort()) copy[key] = sorted(record[key]);
  return copy;
}
