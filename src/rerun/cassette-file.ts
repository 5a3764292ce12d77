// A cassette's file: JSON, compressed by gzip.
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Cassette, cassetteSchema } from '../domain/rerun/cassette.schema.js';
import { RerunError } from './errors.js';

export function writeCassette(cassette: Cassette): Buffer {
  return gzipSync(JSON.stringify(cassette), { level: 9 });
}

/** `name`: of the file, for the error's message. Throws a `RerunError`. */
export function readCassette(bytes: Uint8Array, name: string): Cassette {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const parsed = cassetteSchema.safeParse(parseJson(bytes, isCompressed));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const why = issue ? ` (${issue.path.join('.') || 'the whole'}: ${issue.message})` : '';
  throw new RerunError('not-a-cassette', `${name} is no recorded run${why}: make one with \`steadyhand export <id>\`.`);
}

function parseJson(bytes: Uint8Array, isCompressed: boolean): unknown {
  try {
    return JSON.parse((isCompressed ? gunzipSync(bytes) : Buffer.from(bytes)).toString('utf8'));
  } catch {
    return undefined;
  }
}
