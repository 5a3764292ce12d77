// node sdk-download.mjs <folder>: has the Temporal SDK fetch the CLI into that folder (it does so when it starts a dev server), and ends.
import { TestWorkflowEnvironment } from '@temporalio/testing';

const environment = await TestWorkflowEnvironment.createLocal({
  server: { executable: { type: 'cached-download', downloadDir: process.argv[2] } },
});
await environment.teardown();
