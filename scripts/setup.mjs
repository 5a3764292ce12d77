// npm run setup [-- --desktop --fleet]: prepares a fresh clone; with --desktop also for desktops, with --fleet for the tests of fleets. Plain Node, built-ins only until the dependencies are
// installed. What does not need another step's result runs beside it. Each step prints what it found or did; a second run has nothing to do.
import { ensureDependencies } from './lib/dependencies.mjs';
import { ensurePrograms, runSetup, setupOptions } from './lib/programs.mjs';
import { sideBySide, step, SetupError } from './lib/steps.mjs';

const oldestNode = [20, 19];

await runSetup(async () => {
  const options = setupOptions(process.argv.slice(2));
  await step('Node', checkNode);
  const dependencies = step('Dependencies', ensureDependencies);
  const installed = dependencies.then(
    () => true,
    () => false,
  );
  await sideBySide(dependencies.then(build), ensurePrograms({ ...options, installed }));
});

async function build() {
  const { buildAll } = await import('./build.mjs');
  await step('Build', buildAll);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    throw new SetupError(`steadyhand needs Node ${oldestNode.join('.')} or newer; this is ${process.version} (${process.execPath}).`);
  }
  return process.version;
}
