// Builds dist/: TypeScript, the page script that is injected into browsers, and the workflow bundle that every worker loads.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
execFileSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', root], { stdio: 'inherit' });

const pageScript = `${root}src/adapters/webdriver/page/index.ts`;
if (existsSync(pageScript)) {
  await build({ entryPoints: [pageScript], bundle: true, format: 'iife', globalName: 'steadyhandPage', target: 'chrome100', outfile: `${root}dist/page-script.js`, logLevel: 'error' });
}

const workflows = `${root}dist/workflows/index.js`;
if (existsSync(workflows)) {
  const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
  const { code } = await bundleWorkflowCode({ workflowsPath: workflows, logger: new DefaultLogger('ERROR') });
  await writeFile(`${root}dist/workflow-bundle.js`, code);
}
