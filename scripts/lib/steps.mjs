// One line per step of setup, with what it found or did and how long that took.
const dim = process.stdout.isTTY && !process.env.NO_COLOR ? (text) => `\u001b[2m${text}\u001b[22m` : (text) => text;

/** An error whose message is for the user; no stack trace is shown. */
export class SetupError extends Error {}

/** Runs one step; `work` may call `say` to report progress, and returns the text to print at the end. */
export async function step(title, work) {
  const start = performance.now();
  const result = await work((text) => console.log(dim(`  ${title}: ${text}`)));
  const seconds = (performance.now() - start) / 1000;
  console.log(`✔ ${title}: ${result.text ?? result}${seconds > 1 ? dim(` (${seconds.toFixed(1)} s)`) : ''}`);
  return result;
}
