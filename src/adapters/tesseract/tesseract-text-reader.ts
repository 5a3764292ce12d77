// Text recognition with Tesseract, English: the system's if installed, as it is faster, otherwise tesseract.js. Both read the same page and
// return the same format.
import type { TextReader } from '../../ports/text-reader.js';
import { createWorkerThread } from '../process-kit/worker-thread.js';
import { legiblePage, pageScale } from './legible-page.js';
import { readLines } from './read-lines.js';
import { hasEnglish, readBySystem } from './system-tesseract.js';

export interface TesseractTextReaderOptions {
  /** Name or path; used if it is installed and has English. */
  readonly systemProgram?: string;
}

export function createTesseractTextReader({ systemProgram = 'tesseract' }: TesseractTextReaderOptions = {}): TextReader {
  const thread = createWorkerThread<Uint8Array, string>(new URL('read-thread.js', import.meta.url), 'The text reader');
  const closing = new AbortController();
  let bySystem: Promise<boolean> | undefined;
  return {
    async read(picture, signal) {
      const ends = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
      ends.throwIfAborted();
      const page = await legiblePage(picture);
      bySystem ??= hasEnglish(systemProgram);
      const tsv = (await bySystem) ? await readBySystem(systemProgram, page, ends) : await thread.ask(page, ends);
      return readLines(tsv, pageScale);
    },
    async close() {
      closing.abort(new Error('The text reader is closed.'));
      await thread.close();
    },
  };
}
