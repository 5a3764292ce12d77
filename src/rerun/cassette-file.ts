// A cassette's file: JSON, compressed by gzip. It may be a stranger's: a small file that would become a thousand times as large is not unpacked.
import { constants } from 'node:buffer';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Cassette, cassetteSchema } from '../domain/rerun/cassette.schema.js';
import { SteadyhandError } from '../domain/errors/errors.js';

/** Of a file, and of what is in it: texts and pictures of a run shrink to a fiftieth at best. */
export const largestFile = 256 * 1024 * 1024;
const largestOf = ({ length }: Uint8Array): number => Math.min(constants.MAX_STRING_LENGTH, 64 * 1024 * 1024 + 100 * length);

export function writeCassette(cassette: Cassette): Buffer {
  return gzipSync(JSON.stringify(cassette), { level: 9 });
}

/** `name`: of the file, for the error's message. Throws a `RerunError`. */
export function readCassette(bytes: Uint8Array, name: string): Cassette {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const parsed = cassetteSchema.safeParse(parseJson(bytes, isCompressed, name));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const why = issue ? ` (${issue.path.join('.') || 'the whole'}: ${issue.message})` : '';
  throw new RerunError('not-a-cassette', `${name} is no recorded run${why}: make one with \`steadyhand export <id>\`.`);
}

function parseJson(bytes: Uint8Array, isCompressed: boolean, name: string): unknown {
  try {
    return JSON.parse((isCompressed ? gunzipSync(bytes, { maxOutputLength: largestOf(bytes) }) : Buffer.from(bytes)).toString('utf8'));
  } catch (error) {
    if (!(error instanceof RangeError)) return undefined;
    throw new RerunError('not-a-cassette', `${name} is no recorded run: unpacked, it has more than ${largestOf(bytes)} bytes.`, {
      cause: error,
    });
  }
}

/** The message is one sentence that names the file and the way out. */
class RerunError extends SteadyhandError {
  override readonly name = 'RerunError';

  constructor(
    readonly code: 'not-a-cassette',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
