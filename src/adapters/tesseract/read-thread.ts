// The thread that reads where the system has no Tesseract: a PNG in, Tesseract's TSV out. The language's data is a package of ours; nothing is fetched and nothing is stored.
// tesseract.js computes in a thread of its own inside this one. A failure of it is an error that nobody can catch, or a promise that never settles: here it ends no more than this thread.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import tesseract from 'tesseract.js';

// Of the package's two the one for the neural reader, which is all that is used: a quarter of the size, the same words.
const data = join(dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/package.json'))), '4.0.0_best_int');

const reader = await tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, { langPath: data, gzip: true, cacheMethod: 'none' });
await reader.setParameters({ tessedit_pageseg_mode: tesseract.PSM.SPARSE_TEXT });

parentPort?.on('message', async (page: Uint8Array) => {
  const read = await reader.recognize(Buffer.from(page), {}, { text: false, tsv: true });
  parentPort?.postMessage(read.data.tsv ?? '');
});
