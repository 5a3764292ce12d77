// A worker for steadyhand's runs that also runs its own workflows. Ctrl-C drains it.
import { fileURLToPath } from 'node:url';
import { startWorker } from 'steadyhand/worker';

const worker = await startWorker({
  workflows: { taskQueue: 'purchases', workflowsPath: fileURLToPath(new URL('workflows.js', import.meta.url)) },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void worker.stop());
await worker.ended;
