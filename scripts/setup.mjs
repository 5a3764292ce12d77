// npm run setup [-- --desktop]: makes a bare clone ready; with --desktop also for desktops. Plain Node, built-ins only until the dependencies are there. Each step says what it found or did; the second time none has anything to do.
import { step, SetupError } from './lib/steps.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { ensureTemporalCli } from './lib/temporal-cli.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureDesktop } from './lib/desktop.mjs';
import { writeTools } from './lib/tools.mjs';

const oldestNode = [20, 19];
const wanted = process.argv.slice(2);

try {
  refuseUnknown();
  await step('Node', checkNode);
  await step('Dependencies', ensureDependencies);
  const temporal = await step('Temporal CLI', ensureTemporalCli);
  const browser = await step('Browser', ensureBrowser);
  writeTools({ ...(temporal.path ? { temporal: temporal.path } : {}), chromium: browser.chromium, chromedriver: browser.chromedriver });
  if (wanted.includes('--desktop')) await step('Desktop', ensureDesktop);
  const { buildAll } = await import('./build.mjs');
  await step('Build', buildAll);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`✖ ${error.message}`);
  process.exitCode = 1;
}

function refuseUnknown() {
  const unknown = wanted.find((option) => option !== '--desktop');
  if (unknown !== undefined) throw new SetupError(`setup knows no '${unknown}', only --desktop.`);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    throw new SetupError(`steadyhand needs Node ${oldestNode.join('.')} or newer; this is ${process.version} (${process.execPath}).`);
  }
  return process.version;
}
