import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { WorkflowBundleOption } from '@temporalio/worker';

/** Seen from src/worker and from dist/worker. */
const codePath = fileURLToPath(new URL('../../dist/workflow-bundle.js', import.meta.url));

/** The sandbox sees no setting, so whether texts of failures are encoded is said before the bundle, on its first line. */
export async function workflowBundle({ encrypts }: { readonly encrypts: boolean }): Promise<WorkflowBundleOption> {
  return encrypts ? { code: `globalThis.steadyhandEncodesFailures=true;${await readFile(codePath, 'utf8')}` } : { codePath };
}
