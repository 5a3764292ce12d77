// Jest in a process of its own, and what it counted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endLeftRunning } from '../../test/support/jest/left-running.mjs';
import { root } from './tools.mjs';

const folder = join(root, 'node_modules', '.cache', 'steadyhand', 'test-results');
const flags = ['--import', './test/support/jest/register.mjs', '--disable-warning=ExperimentalWarning'];
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const [reporter, sequencer] = ['reporter', 'longest-first'].map((name) => join(root, 'test', 'support', 'jest', `${name}.mjs`));

/** Where suites keep what they counted, for .ci/run. */
export function countsFile(name) {
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.json`);
}

/**
 * `name`: of this process among those that run; `node`: the program; `spawned` is given the child.
 * What test/support/jest/reporter.mjs counted: `{ passed, failed, failures, details, times }`: what failed by name, what of it is to be read, and the seconds of each file. A Jest that failed without a failed test counts as one.
 */
export async function runJest(name, args, { node = process.execPath, env = process.env, stdio = 'inherit', spawned = () => {} } = {}) {
  const counts = countsFile(`${name}.jest`);
  rmSync(counts, { force: true });
  const child = spawn(node, [...flags, jest, '--testSequencer', sequencer, '--reporters', reporter, ...args], {
    cwd: root,
    env: { ...env, STEADYHAND_COUNTS: counts },
    stdio,
  });
  spawned(child);
  const [code] = await once(child, 'close');
  // One that was interrupted has not come to its teardown.
  await endLeftRunning(child.pid, 1_000);
  const counted = existsSync(counts)
    ? JSON.parse(readFileSync(counts, 'utf8'))
    : { passed: 0, failed: 0, failures: [], details: [], times: [] };
  if (code === 0 || counted.failed > 0) return counted;
  const failure = `${name}: Jest ended with ${code ?? 'a signal'}; it says above why`;
  return { ...counted, failed: 1, failures: [failure], details: [`✖ ${failure}`] };
}
