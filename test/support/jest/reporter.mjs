// For `npm test` and its like: says now and then how far it is, and last, once, what failed, with what those test files printed. What passes is quiet.
import { relative } from 'node:path';
import { order } from './longest-first.mjs';

const everyMs = 30_000;

/** Jest requires a default export. */
export default class QuietReporter {
  #root;
  #underWay = new Set();
  #failed = [];
  #ended = 0;
  #total = 0;
  #telling;

  constructor({ rootDir }) {
    this.#root = rootDir;
  }

  onRunStart({ numTotalTestSuites }) {
    this.#total = numTotalTestSuites;
    this.#telling = setInterval(() => this.#tell(), everyMs).unref();
  }

  onTestFileStart({ path }) {
    this.#underWay.add(relative(this.#root, path));
  }

  onTestFileResult({ path }, result) {
    this.#underWay.delete(relative(this.#root, path));
    this.#ended += 1;
    if (result.failureMessage === null || result.failureMessage === undefined) return;
    const file = relative(this.#root, path);
    this.#failed.push({ file, message: result.failureMessage, said: result.console ?? [] });
    console.log(`✖ ${file}`);
  }

  onRunComplete() {
    clearInterval(this.#telling);
    if (this.#failed.length > 0) console.log(`\nThe order of files was that of STEADYHAND_ORDER=${order}.`);
    for (const { file, message, said } of this.#failed) {
      console.log(`\n✖ ${file}\n\n${message.trimEnd()}`);
      for (const each of said) console.log(`\n  it printed: ${each.message.trimEnd()}`);
    }
  }

  #tell() {
    const failed = this.#failed.length > 0 ? `, ${this.#failed.length} failed` : '';
    console.log(`${this.#ended} of ${this.#total} test files${failed}; under way: ${[...this.#underWay].join(', ')}`);
  }
}
