// The pages of MiniWoB++, as `npm run eval` has them.
import { isPublic, miniwobPages } from '../../dist/bench/eval/miniwob/wheel.js';
import { cacheFolder } from '../../scripts/lib/tools.mjs';

/** The folder that is to be served, and the public half of its tasks; undefined, with a word about it, where Python or the wheel cannot be had. */
export function miniwob(say) {
  try {
    const { folder, tasks } = miniwobPages(cacheFolder());
    return { folder, tasks: tasks.filter(isPublic).map((task) => `${task}.html`) };
  } catch (error) {
    say(`MiniWoB is left out: ${error.message}`);
    return undefined;
  }
}
