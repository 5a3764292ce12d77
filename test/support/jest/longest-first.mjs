// The order of test files: those that take longest begin first, so that no lane is left alone with one of them at the end. The others, which are many
// and short, come in an order of the day: files share a process, and what one leaves to the next shows sooner or later.
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';
import { recordedTimes } from '../../../scripts/lib/suites.mjs';

/** `STEADYHAND_ORDER` repeats that of another day. */
export const order = process.env.STEADYHAND_ORDER ?? new Date().toISOString().slice(0, 10);

/**
 * Begins in a process that has run nothing yet. In one that has run some eighty files, Temporal's among them, its hundreds of thousands of promises took up to a hundred times as
 * long, all of it processor time: 2 s alone, 8 to more than 130 s as one of the last. Why is not known; neither those files alone nor the pure ones before it do it.
 */
const first = 'test/pure/device-process/worlds.test.ts';

/** For Jest's `--testSequencer`, which requires a default export. */
export default class LongestFirst extends Sequencer {
  constructor(options) {
    super(options);
    this.root = options.globalConfig.rootDir;
  }

  sort(tests) {
    const times = recordedTimes();
    const placed = tests.map((test) => {
      const file = relative(this.root, test.path);
      return {
        test,
        seconds: file === first ? Infinity : (times[file] ?? 0),
        place: createHash('sha1').update(`${order} ${file}`).digest('hex'),
      };
    });
    const sorted = placed.sort((one, other) => other.seconds - one.seconds || (one.place < other.place ? -1 : 1));
    return sorted.map(({ test }) => test);
  }
}
