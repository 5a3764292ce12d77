// One line per step of setup, with what it found or did and how long that took.
import { isEnding } from './commands.mjs';

const dim = process.stdout.isTTY && !process.env.NO_COLOR ? (text) => `\u001b[2m${text}\u001b[22m` : (text) => text;

/** An error whose message is for the user; no stack trace is shown. */
export class SetupError extends Error {}

/** Runs one step; `work` may call `say` to report progress, and returns the text to print at the end. */
export async function step(title, work) {
  const start = performance.now();
  const say = (text) => isEnding() || console.log(dim(`  ${title}: ${text}`));
  const result = await work(say);
  const seconds = (performance.now() - start) / 1000;
  console.log(`✔ ${title}: ${result.text ?? result}${seconds > 1 ? dim(` (${seconds.toFixed(1)} s)`) : ''}`);
  return result;
}

/**
 * Waits for steps that run side by side, and resolves with their results. When one fails, the others still come to their end, since packages that were installed by half are worse than none;
 * the error then has the message of each that failed.
 */
export async function sideBySide(...steps) {
  const ended = await Promise.allSettled(steps);
  const errors = ended.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
  const unexpected = errors.find((error) => !(error instanceof SetupError));
  if (unexpected) throw unexpected;
  if (errors.length > 0) throw new SetupError(errors.map(({ message }) => message).join('\n✖ '));
  return ended.map(({ value }) => value);
}
