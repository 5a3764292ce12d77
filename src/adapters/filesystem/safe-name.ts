import { createHash } from 'node:crypto';

const longest = 120;

/** Any id as one file name: `../`, slashes, dots and control characters become `%XX`; long names are cut and made unique by a hash. */
export function safeName(id: string): string {
  const escaped = escape(id);
  if (escaped.length <= longest && escaped !== '') return escaped;
  return `${escaped.slice(0, longest - 33)}~${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}

/** The original id; undefined for one that was cut. */
export function idOfSafeName(name: string): string | undefined {
  if (name.includes('~')) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

function escape(id: string): string {
  return [...Buffer.from(id, 'utf8')]
    .map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`))
    .join('');
}

/** A–Z a–z 0–9 - _ */
function isPlain(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x2d || byte === 0x5f
  );
}
