// For `npm test` and its like: says now and then how far it is; what passes is quiet.
// What was counted, and what of failures is to be read, goes to the file that STEADYHAND_COUNTS names (scripts/lib/jest.mjs).
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
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
    const said = (result.console ?? []).map(({ message }) => `  it printed: ${message.trimEnd()}`);
    const message = whyKilled(result.failureMessage) ?? result.failureMessage.trimEnd();
    this.#failed.push([`✖ ${file} (STEADYHAND_ORDER=${order})`, message, ...said].join('\n\n'));
    say(`✖ ${file}`);
  }

  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
    clearInterval(this.#telling);
    const counts = {
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      failures: testResults.flatMap((result) => this.#failuresOf(result)),
      details: this.#failed,
      times: testResults.map(({ testFilePath, perfStats }) => ({
        file: relative(this.#root, testFilePath),
        seconds: (perfStats.end - perfStats.start) / 1_000,
      })),
    };
    writeFileSync(process.env.STEADYHAND_COUNTS, `${JSON.stringify(counts)}\n`);
  }

  /** A file that could not run has no tests; its first line says why. */
  #failuresOf({ testFilePath, failureMessage, testResults }) {
    const file = relative(this.#root, testFilePath);
    const failed = testResults.filter((test) => test.status === 'failed').map(({ fullName }) => `${file}: ${fullName}`);
    if (failed.length > 0 || !failureMessage) return failed;
    return [`${file}: ${stripVTControlCharacters(failureMessage).trim().split('\n').slice(0, 3).join(' ').trim()}`];
  }

  #tell() {
    const failed = this.#failed.length > 0 ? `, ${this.#failed.length} failed` : '';
    say(`${this.#ended} of ${this.#total} test files${failed}; under way: ${[...this.#underWay].join(', ')}`);
  }
}

/** ends-1 of hooks.mjs; Jest knows only that a process is gone. */
function whyKilled(message) {
  const [, pid] = /\(pid=(\d+)\)/.exec(message) ?? [];
  const file = `${process.env.STEADYHAND_COUNTS}.${pid}`;
  if (pid === undefined || !existsSync(file)) return undefined;
  const why = readFileSync(file, 'utf8');
  rmSync(file);
  return `  ${why}`;
}

/** Past the console, which in the process of a single file is that of its tests. */
function say(line) {
  process.stdout.write(`${line}\n`);
}
