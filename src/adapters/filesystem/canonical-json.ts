/** JSON with sorted keys: equal values are equal bytes, and so one artifact. A sorted copy first: JSON.stringify is several times slower when it has to call back. */
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
