// node worker.js: a worker for steadyhand's runs that also runs workflows of its own, in place of the one that `npx steadyhand up` starts. Ctrl-C drains it.
import { fileURLToPath } from 'node:url';
import { startWorker } from 'steadyhand/worker';

const worker = await startWorker({
  workflows: { taskQueue: 'purchases', workflowsPath: fileURLToPath(new URL('workflows.js', import.meta.url)) },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void worker.stop());
await worker.ended;
