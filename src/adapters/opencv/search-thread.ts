// The thread that searches: a SearchRequest in, a SearchReply out.
import { parentPort } from 'node:worker_threads';
import { search, whenReady, type SearchRequest } from './template-search.js';

// Questions wait in the port until somebody listens.
whenReady(() => parentPort?.on('message', (request: SearchRequest) => parentPort?.postMessage(search(request))));
