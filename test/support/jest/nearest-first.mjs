// The order of `npm run test:watch`: first what failed, then the test files nearest by imports to what was saved, as many as fit into a second. Jest would run every dependent file however distant, which for a central module
// is most of the tests, at every save. The menu runs everything it names: `a` everything, `f` what failed, `p` and `t` what they match.
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Sequencer from '@jest/test-sequencer';

const budgetMs = 700;
/** Assumed for a file that has never run. */
const usualMs = 250;

/** Kept between the runs of a watch, each of which creates a sequencer. */
const last = { savedAt: 0, saved: [] };

/** For Jest's `--testSequencer`, which requires a default export. */
export default class NearestFirst extends Sequencer {
  constructor(options) {
    super(options);
    this.config = options.globalConfig;
  }

  sort(tests) {
    const sorted = super.sort(tests);
    const { watchAll, onlyFailures, testNamePattern, testPathPatterns } = this.config;
    const [first] = sorted;
    if (first === undefined || watchAll || onlyFailures || testNamePattern || testPathPatterns.isSet()) return sorted;
    const { hasteFS } = first.context;
    const saved = savedNow(hasteFS);
    const { chosen, left } = chooseNearest(
      sorted.map((test) => ({
        test,
        failed: this.hasFailed(test),
        ms: test.duration ?? usualMs,
        distance: distanceBetween(test.path, new Set(saved), (file) => importsOf(file, hasteFS)),
      })),
      budgetMs,
    );
    if (left > 0) console.log(`${left} more test files depend on what was saved, from further away: press a, or run npm test.`);
    return chosen.map(({ test }) => test);
  }
}

/** The files saved since the previous run; at first, and when there are none, the same as before. */
function savedNow(hasteFS) {
  const files = hasteFS.getAllFiles().map((file) => ({ file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  const newest = Math.max(...files.map(({ at }) => at));
  if (newest > last.savedAt) {
    const since = last.savedAt || newest - 1;
    last.saved = files.filter(({ at }) => at > since).map(({ file }) => file);
    last.savedAt = newest;
  }
  return last.saved;
}

/** Local files that this one imports; `./x.js` may mean `./x.ts`. */
function importsOf(file, hasteFS) {
  return (hasteFS.getDependencies(file) ?? [])
    .filter((name) => name.startsWith('.'))
    .map((name) => resolve(dirname(file), name))
    .map((path) => (hasteFS.exists(path) ? path : path.replace(/\.js$/, '.ts')));
}

/** Number of imports between a test file and the nearest target; `Infinity` if it imports none of them. */
export function distanceBetween(file, targets, imports) {
  const seen = new Set([file]);
  for (let [level, distance] = [[file], 0]; level.length > 0; distance += 1) {
    if (level.some((each) => targets.has(each))) return distance;
    level = [...new Set(level.flatMap(imports))].filter((each) => !seen.has(each));
    for (const each of level) seen.add(each);
  }
  return Infinity;
}

/** What failed and the nearest, however long they take; then the next nearest, until `budget` ms are spent. */
export function chooseNearest(files, budget) {
  const failed = files.filter((file) => file.failed);
  const order = files.filter((file) => !file.failed).sort((one, other) => one.distance - other.distance || one.ms - other.ms);
  let spent = failed.reduce((sum, { ms }) => sum + ms, 0);
  const near = order.filter(({ ms }, place) => (spent += ms) <= budget || place === 0);
  const chosen = [...failed, ...near];
  return { chosen, left: files.length - chosen.length };
}
