// Sizes and durations as people write them.

const unitBytes = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, KIB: 2 ** 10, MIB: 2 ** 20, GIB: 2 ** 30, TIB: 2 ** 40 } as const;

/** `20GB`, `1.5 TB`, `512MiB` in bytes, with a GB of 10⁹ and a GiB of 2³⁰; undefined: it is none, or nothing. */
export function byteSize(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6}(?:\.\d{1,3})?) ?([kmgt]?i?b)$/i.exec(text.trim()) ?? [];
  const factor = Object.entries(unitBytes).find(([name]) => name === unit?.toUpperCase())?.[1];
  return amount === undefined || factor === undefined ? undefined : Math.floor(Number(amount) * factor) || undefined;
}

const shown = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
] as const;

/** `3.4 MB`, `1.2 GB`. Below a tenth of a MB in KB. */
export function byteSizeText(bytes: number): string {
  if (bytes < 1e5) return `${(bytes / 1e3).toFixed(1)} KB`;
  const [unit, size] = shown.find(([, each]) => bytes >= each) ?? (['MB', 1e6] as const);
  return `${(bytes / size).toFixed(1)} ${unit}`;
}

const encoder = new TextEncoder();

/** Bytes of a value as JSON. Nothing counts as 0. */
export function jsonBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `90m`, `12h`, `30d`, `2w` in ms; undefined: it is none. */
export function durationMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(text.trim()) ?? [];
  return amount === undefined || unit === undefined ? undefined : Number(amount) * unitMs[unit as keyof typeof unitMs];
}

/** For JSON.stringify, which writes null for a number that was too large to be read. */
export function finite(value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? `${value}`.replace('Infinity', '∞') : value;
}
