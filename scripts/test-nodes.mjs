// npm run test:nodes [-- --pure] [-- VERSION …]: runs the pure suite, and without --pure also the demo, on each version of Node that we support.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import Table from 'cli-table3';
import { countsFile, runJest } from './lib/jest.mjs';
import { ensureNode, nodeVersions } from './lib/nodes.mjs';
import { root } from './lib/tools.mjs';

const given = process.argv.slice(2).filter((argument) => argument !== '--');
const isPureOnly = given.includes('--pure');
const wanted = given.filter((argument) => !argument.startsWith('-'));
const unknown = [
  ...given.filter((argument) => argument.startsWith('-') && argument !== '--pure'),
  ...wanted.filter((version) => !/^\d+\.\d+\.\d+$/.test(version)),
];

if (unknown.length > 0) {
  console.error(`✖ test:nodes does not know '${unknown[0]}', only --pure and versions such as ${nodeVersions[0]}.`);
  process.exitCode = 2;
} else await testAll(wanted.length > 0 ? wanted : nodeVersions);

async function testAll(chosen) {
  const table = new Table({ head: ['Node', 'pure suite', ...(isPureOnly ? [] : ['demo'])], style: { head: [], border: [] } });
  const counts = { passed: 0, failed: 0, failures: [] };
  // Pure suites do not mind each other; demos would share the machine.
  const pureOf = await Promise.all(chosen.map(async (version) => runPure(await ensureNode(version), version)));
  for (const [index, version] of chosen.entries()) {
    const pure = pureOf[index];
    if (!isPureOnly) console.log(`\n=== The demo on Node ${version}`);
    const isDemoGood = isPureOnly || (await runDemo(await ensureNode(version))) === 0;
    for (const detail of pure.details) console.log(`\nNode ${version}: ${detail}`);
    counts.passed += pure.passed;
    counts.failed += pure.failed + (isDemoGood ? 0 : 1);
    counts.failures.push(
      ...pure.failures.map((failure) => `Node ${version}: ${failure}`),
      ...(isDemoGood ? [] : [`Node ${version}: the demo`]),
    );
    table.push([version, `${pure.passed} passed, ${pure.failed} failed`, ...(isPureOnly ? [] : [isDemoGood ? 'passed' : 'failed'])]);
  }
  writeFileSync(countsFile('nodes'), `${JSON.stringify(counts)}\n`);
  console.log(`\n${table.toString()}\n\n${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

async function runPure(node, version) {
  return runJest(`pure-node-${version}`, ['--selectProjects', 'pure', '--maxWorkers', '1'], { node, env: environmentOf(node) });
}

/** With that Node first on the PATH, for programs that start `node` by name. */
function environmentOf(node) {
  return { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
}

async function runDemo(node) {
  const child = spawn(node, [join(root, 'scripts', 'demo.mjs')], {
    cwd: root,
    env: environmentOf(node),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  return code ?? 1;
}
