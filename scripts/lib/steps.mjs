// One line per step of set-up, with what it found or did and how long that took.
const dim = process.stdout.isTTY && !process.env.NO_COLOR ? (text) => `\u001b[2m${text}\u001b[22m` : (text) => text;

/** A failure whose message is for the person at the terminal; no stack trace is shown. */
export class SetupError extends Error {}

/** Runs one step; `work` may call `say` to tell what it is doing, and returns what is to be said at the end. */
export async function step(title, work) {
  const start = performance.now();
  const result = await work((text) => console.log(dim(`  ${title}: ${text}`)));
  const seconds = (performance.now() - start) / 1000;
  console.log(`✔ ${title}: ${result.text ?? result}${seconds > 1 ? dim(` (${seconds.toFixed(1)} s)`) : ''}`);
  return result;
}
