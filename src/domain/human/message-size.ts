// How large a message to a run, and what it is started with, may be. Temporal takes up to 2 MB in a payload, also of what a workflow returns or carries on:
// a run repeats what it is told in its state, its result and its prompts. A message that is past that, once it is accepted, makes every task of the workflow
// fail, and cancelling does not help.
import { jsonBytes } from '../text/measures.js';
import { InputError } from '../errors/input-error.js';

/** Bytes as JSON, also of what an agent or an explorer is started with: a run can repeat it several times, and encryption adds little. */
export const largestMessage = 256_000;

/** One sentence; undefined: it fits. `name`: of the message, such as `answer`. */
export function tooLarge(name: string, message: unknown): string | undefined {
  const bytes = jsonBytes(message);
  if (bytes <= largestMessage) return undefined;
  return `The message '${name}' has ${sizeText(bytes)}; at most ${sizeText(largestMessage)}: say where the rest can be found.`;
}

/** Throws an `InputError` that names the largest field. `most`: bytes of all together. */
export function refuseTooLargeInput(input: object, most: number): void {
  const bytes = jsonBytes(input);
  if (bytes <= most) return;
  const [[field, value] = ['', undefined]] = Object.entries(input).sort(([, one], [, other]) => jsonBytes(other) - jsonBytes(one));
  throw new InputError(
    `input.${field}`,
    value,
    `what fits into an input of at most ${sizeText(most)}; this one has ${sizeText(bytes)}: say where the rest can be found`,
  );
}

/** Decimal units, rounded up, so that what is too large never reads as if it fitted. */
export function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${Math.ceil(bytes / 100_000) / 10} MB`;
}
