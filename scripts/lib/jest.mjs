// Jest in a process of its own, and what it counted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './tools.mjs';

const folder = join(root, 'node_modules', '.cache', 'steadyhand', 'test-results');
const flags = ['--import', './test/support/jest/register.mjs', '--disable-warning=ExperimentalWarning'];
const [reporter, sequencer] = ['reporter', 'longest-first'].map((name) => join(root, 'test', 'support', 'jest', `${name}.mjs`));

/** Where suites keep what they counted, for .ci/run. */
export function countsFile(name) {
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.json`);
}

/**
 * `name`: of this process among those that run; `node`: the program; `spawned` is given the child.
 * Counts, what failed by name, and the wall time of each file. A file that could not run counts as failed; so does a Jest that failed without a failed test.
 */
export async function runJest(name, args, { node = process.execPath, env = process.env, stdio = 'inherit', spawned = () => {} } = {}) {
  const report = countsFile(`${name}.jest`);
  rmSync(report, { force: true });
  const told = ['--json', '--outputFile', report, '--testSequencer', sequencer, '--reporters', reporter, '--passWithNoTests', ...args];
  const child = spawn(node, [...flags, join(root, 'node_modules', 'jest', 'bin', 'jest.js'), ...told], { cwd: root, env, stdio });
  spawned(child);
  const [code] = await once(child, 'close');
  return countsOf(name, report, code ?? 1);
}

function countsOf(name, report, code) {
  const ended = `${name}: Jest ended with ${code}; it says above why`;
  try {
    const { success, numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    const isLost = failed === 0 && (code !== 0 || !success);
    return {
      passed: numPassedTests,
      failed: isLost ? 1 : failed,
      failures: isLost ? [ended] : testResults.flatMap(failuresOf),
      times: testResults.map(({ name: path, startTime, endTime }) => ({
        file: relative(root, path),
        seconds: (endTime - startTime) / 1_000,
      })),
    };
  } catch {
    return { passed: 0, failed: 1, failures: [ended], times: [] };
  }
}

/** A file that could not run has no tests; its first line says why. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => `${file}: ${fullName}`);
  return failed.length === 0 && status === 'failed' ? [`${file}: ${message.trim().split('\n')[0]}`] : failed;
}
