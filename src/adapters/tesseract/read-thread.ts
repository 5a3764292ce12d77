// The thread that reads text when the system has no Tesseract: a PNG in, Tesseract's TSV out. The language data comes from a package;
// nothing is downloaded or stored.
// tesseract.js computes in a nested thread. Its failures are uncatchable errors or promises that never settle: here they end no more than
// this thread.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import tesseract from 'tesseract.js';

// Of the package's two data files, the one for the neural engine, the only one used: a quarter of the size, the same results.
const data = join(dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/package.json'))), '4.0.0_best_int');

const reader = await tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, { langPath: data, gzip: true, cacheMethod: 'none' });
await reader.setParameters({ tessedit_pageseg_mode: tesseract.PSM.SPARSE_TEXT });

parentPort?.on('message', async (page: Uint8Array) => {
  const read = await reader.recognize(Buffer.from(page), {}, { text: false, tsv: true });
  parentPort?.postMessage(read.data.tsv ?? '');
});
