// The order of test files: those that take longest begin first, so that no lane is left alone with one of them at the end. The others, which are many
// and short, come in an order of the day: files share a process, and what one leaves to the next shows sooner or later.
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';
import { recordedTimes } from '../../../scripts/lib/suites.mjs';

/** `STEADYHAND_ORDER` repeats that of another day. */
export const order = process.env.STEADYHAND_ORDER ?? new Date().toISOString().slice(0, 10);

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
      return { test, seconds: times[file] ?? 0, place: createHash('sha1').update(`${order} ${file}`).digest('hex') };
    });
    const sorted = placed.sort((one, other) => other.seconds - one.seconds || (one.place < other.place ? -1 : 1));
    return sorted.map(({ test }) => test);
  }
}
