// npm run setup [-- --desktop --fleet]: prepares a fresh clone; with --desktop also for desktops, with --fleet for the tests of fleets. Plain Node, built-ins only until the dependencies are
// installed. Each step prints what it found or did; a second run has nothing to do.
import { ensureDependencies } from './lib/dependencies.mjs';
import { ensurePrograms, runSetup, setupOptions } from './lib/programs.mjs';
import { step, SetupError } from './lib/steps.mjs';

const oldestNode = [20, 19];

await runSetup(async () => {
  const options = setupOptions(process.argv.slice(2));
  await step('Node', checkNode);
  await step('Dependencies', ensureDependencies);
  await ensurePrograms(options);
  const { buildAll } = await import('./build.mjs');
  await step('Build', buildAll);
});

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    throw new SetupError(`steadyhand needs Node ${oldestNode.join('.')} or newer; this is ${process.version} (${process.execPath}).`);
  }
  return process.version;
}
