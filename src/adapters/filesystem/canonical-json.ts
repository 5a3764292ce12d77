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
