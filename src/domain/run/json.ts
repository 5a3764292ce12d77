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
