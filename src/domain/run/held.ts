// What a run carries from one execution of its chain to the next must fit, with its input, into one payload.
import { jsonBytes } from '../text/measures.js';
import { SteadyhandError } from '../errors/errors.js';
import type { Variables } from './json.js';

/** Bytes of JSON, below Temporal's 2 MB: the state grows until it is measured again. */
export const largestCarried = 1_500_000;

/** Characters that may come in before the state is measured again. */
export const unmeasured = 200_000;

/** Of a machine, for whoever is told that it holds too much. */
export interface Holding {
  /** How far it has come: `12 steps`. */
  readonly done: string;
  readonly parts: Readonly<Record<string, unknown>>;
  /** What to do instead. */
  readonly instead: string;
}

export class HoldsTooMuchError extends SteadyhandError {
  readonly code = 'holds-too-much';
  override readonly name = 'HoldsTooMuchError';

  constructor(
    readonly bytes: number,
    { done, parts, instead }: Holding,
  ) {
    const sizes = Object.entries(parts).map(([name, part]) => [name, jsonBytes(part)] as const);
    const rest = sizes.reduce((left, [, size]) => left - size, bytes);
    const texts = [...sizes, ['what it was given', rest] as const].map(([name, size]) => `${name} ${megabytes(size)}`);
    super(
      `after ${done} the run holds ${megabytes(bytes)}, more than the ${megabytes(largestCarried)} that it can go on with (${texts.join(', ')}): ${instead}`,
    );
  }
}

/** `held`: all that is carried, with the input. Undefined: it fits. */
export function overfull(held: unknown, top: () => Holding): HoldsTooMuchError | undefined {
  const bytes = jsonBytes(held);
  return bytes <= largestCarried ? undefined : new HoldsTooMuchError(bytes, top());
}

/** Checks all values of one node of a flow together: they are sent to be stored at once. Undefined: they fit. */
export function tooManyValues(variables: Variables): string | undefined {
  const bytes = jsonBytes(variables);
  return bytes <= largestCarried
    ? undefined
    : `it gave ${megabytes(bytes)} of values; a node can give at most ${megabytes(largestCarried)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
