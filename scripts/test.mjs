// node scripts/test.mjs [project …] [-- jest arguments]: runs Jest projects (default: pure and e2e), and keeps the counts for .ci/run.
// Each project has a Jest of its own, all at once; end-to-end files run two at a time, since they mostly wait.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/tools.mjs';

const folder = join(root, 'node_modules', '.cache', 'steadyhand', 'test-results');
const given = process.argv.slice(2);
const jestArguments = given.includes('--') ? given.slice(given.indexOf('--') + 1) : given.filter((argument) => argument.startsWith('-'));
const named = given.slice(0, given.includes('--') ? given.indexOf('--') : undefined).filter((argument) => !argument.startsWith('-'));
const projects = named.length > 0 ? named : ['pure', 'e2e'];
const countsFile = join(folder, `${projects.join('-')}.json`);

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
/** Fault tests take what the machine has: one file at a time. */
const workers = { e2e: 2 };
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const children = [];

mkdirSync(folder, { recursive: true });
rmSync(countsFile, { force: true });
// Ctrl-C reaches Jest by itself; this process stays to report its end.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => children.forEach((child) => child.kill('SIGTERM')));

const results = await Promise.all(projects.map((project) => run(project, project === projects.at(-1))));
const counts = { passed: sum(results, 'passed'), failed: sum(results, 'failed') };
if (counts.passed + counts.failed === 0) {
  console.error('No test was found: is the path right?');
  counts.failed = 1;
}
mkdirSync(folder, { recursive: true });
writeFileSync(countsFile, `${JSON.stringify(counts)}\n`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** The last project has the terminal; what the others say is shown when they have ended, in one piece. */
async function run(project, hasTerminal) {
  const reportFile = join(folder, `${project}.jest.json`);
  rmSync(reportFile, { force: true });
  const told = ['--json', '--outputFile', reportFile, '--passWithNoTests', ...jestArguments];
  if (project in workers && !told.some((argument) => /^(-i$|-w|--runInBand|--maxWorkers)/.test(argument)))
    told.push('--maxWorkers', String(workers[project]));
  const child = spawn(process.execPath, [...flags, jest, '--selectProjects', project, ...told], {
    cwd: root,
    stdio: hasTerminal ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  const [code] = await once(child, 'close');
  process.stderr.write(Buffer.concat(said));
  return countsOf(reportFile, code ?? 1);
}

/** A suite that could not run, and a Jest that ended badly without a failed test, count as failed. */
function countsOf(reportFile, code) {
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8'));
    const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
    return { passed: report.numPassedTests, failed: failed === 0 && (code !== 0 || !report.success) ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function sum(each, key) {
  return each.reduce((total, counts) => total + counts[key], 0);
}
