// node scripts/test.mjs [project …] [-- jest arguments]: runs Jest projects (default: pure and e2e), and keeps the counts for .ci/run.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/tools.mjs';

const folder = join(root, 'node_modules', '.cache', 'steadyhand', 'test-results');
const given = process.argv.slice(2);
const jestArguments = given.includes('--') ? given.slice(given.indexOf('--') + 1) : given.filter((argument) => argument.startsWith('-'));
const named = given.slice(0, given.includes('--') ? given.indexOf('--') : undefined).filter((argument) => !argument.startsWith('-'));
const projects = named.length > 0 ? named : ['pure', 'e2e'];
const countsFile = join(folder, `${projects.join('-')}.json`);
const reportFile = join(folder, `${projects.join('-')}.jest.json`);

mkdirSync(folder, { recursive: true });
rmSync(reportFile, { force: true });
rmSync(countsFile, { force: true });

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const child = spawn(
  process.execPath,
  [...flags, jest, '--selectProjects', ...projects, '--json', '--outputFile', reportFile, ...jestArguments],
  { cwd: root, stdio: 'inherit' },
);
// Ctrl-C reaches Jest by itself; this process stays to report its end.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('close', (code) => {
  const counts = countsOf(code ?? 1);
  writeFileSync(countsFile, `${JSON.stringify(counts)}\n`);
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
});

/** A suite that could not run, and a Jest that ended badly without a failed test, count as failed. */
function countsOf(code) {
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8'));
    const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
    return { passed: report.numPassedTests, failed: failed === 0 && (code !== 0 || !report.success) ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
