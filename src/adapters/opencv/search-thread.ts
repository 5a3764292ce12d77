// The search thread: a SearchRequest in, a SearchReply out.
import { parentPort } from 'node:worker_threads';
import { search, whenReady, type SearchRequest } from './template-search.js';

// Requests queue in the port until there is a listener.
whenReady(() => parentPort?.on('message', (request: SearchRequest) => parentPort?.postMessage(search(request))));
