// node sdk-download.mjs <folder>: makes the Temporal SDK download the CLI into that folder (which it does when it starts a dev server), and exits.
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Runtime } from '@temporalio/worker';

// SIGINT and SIGTERM end this process, also during the download: the SDK would keep them for its workers.
Runtime.install({ shutdownSignals: [] });
const environment = await TestWorkflowEnvironment.createLocal({
  server: { executable: { type: 'cached-download', downloadDir: process.argv[2] } },
});
await environment.teardown();
