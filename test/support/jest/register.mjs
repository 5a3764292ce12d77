// `node --import` this: modules of TypeScript load as they are, and a test that stands still is ended (hooks.mjs).
import { register } from 'node:module';
import { MessageChannel } from 'node:worker_threads';

const { port1, port2 } = new MessageChannel();
port1.unref();
globalThis[Symbol.for('steadyhand.test-limit')] = port1;
register('./hooks.mjs', import.meta.url, { data: { limits: port2 }, transferList: [port2] });
