// What a walk holds, with its input, must fit into one payload whenever it continues as new.
import { jsonBytes } from '../text/byte-size.js';
import type { FlowState } from './flow-state.js';
import type { Variables } from '../run/json.js';

/** Bytes of JSON, below Temporal's 2 MB: the state grows until it is measured again. */
export const mostHeld = 1_500_000;

/** Characters that may come in before the state is measured again. */
export const unmeasured = 200_000;

/** Why the walk cannot continue; undefined: it can. `rest`: what else is carried. */
export function overfull(state: FlowState, rest: unknown): string | undefined {
  const bytes = jsonBytes(state) + jsonBytes(rest);
  if (bytes <= mostHeld) return undefined;
  const checks = megabytes(jsonBytes(state.evidence) + jsonBytes(state.verdicts));
  return (
    `after ${state.visits} visits the run holds ${megabytes(bytes)}, more than the ${megabytes(mostHeld)} that it can go on with ` +
    `(checks ${checks}, variables ${megabytes(jsonBytes(state.variables))}, what it was given ${megabytes(jsonBytes(rest))}): ` +
    'check less in long loops, keep fewer variables, or divide the flow'
  );
}

/** Checks all values of one node together: they are sent to be stored at once. Undefined: they fit. */
export function tooManyValues(variables: Variables): string | undefined {
  const bytes = jsonBytes(variables);
  return bytes <= mostHeld ? undefined : `it gave ${megabytes(bytes)} of values; a node can give at most ${megabytes(mostHeld)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
