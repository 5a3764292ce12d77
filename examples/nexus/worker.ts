// node worker.js: the worker of the other namespace. It knows nothing of browsers or models. Ctrl-C ends it.
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';

const connection = await NativeConnection.connect({ address: process.env['TEMPORAL_ADDRESS'] ?? '127.0.0.1:7233' });
const worker = await Worker.create({
  connection,
  namespace: 'purchasing',
  taskQueue: 'purchases',
  workflowsPath: fileURLToPath(new URL('workflows.js', import.meta.url)),
});
await worker.run();
await connection.close();
