// For Jest: which test files are under way, in the file that STEADYHAND_UNDER_WAY names, a line each. It is written whenever one begins or ends.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Jest requires a default export. */
export default class UnderWay {
  #root;
  #files = new Set();

  constructor({ rootDir }) {
    this.#root = rootDir;
  }

  onTestFileStart({ path }) {
    this.#files.add(relative(this.#root, path));
    this.#write();
  }

  onTestFileResult({ path }) {
    this.#files.delete(relative(this.#root, path));
    this.#write();
  }

  #write() {
    const file = process.env['STEADYHAND_UNDER_WAY'];
    if (file) writeFileSync(file, [...this.#files].join('\n'));
  }
}
