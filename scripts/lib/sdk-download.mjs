// node sdk-download.mjs <folder>: makes the Temporal SDK download the CLI into that folder (which it does when it starts a dev server), and exits.
import { TestWorkflowEnvironment } from '@temporalio/testing';

const environment = await TestWorkflowEnvironment.createLocal({
  server: { executable: { type: 'cached-download', downloadDir: process.argv[2] } },
});
await environment.teardown();
