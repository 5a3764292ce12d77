// `node worker.mjs <folder> <address> <task queue>`: the worker that is killed.
import { join } from 'node:path';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { attachAgent } from '../lib/agent.mjs';
import { endWithParent } from '../lib/child.mjs';

const [folder, address, taskQueue] = process.argv.slice(2);
endWithParent();
Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('ERROR') });
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address }),
  taskQueue,
  workflowBundle: { codePath: join(folder, 'workflow.js') },
  activities: {
    decide: async ({ run, attachment }) => (await attachAgent({ folder, run, attachment })).decide(),
    press: async ({ run, attachment }, control) => (await attachAgent({ folder, run, attachment })).press(control),
  },
});
console.log('ready');
await worker.run();
