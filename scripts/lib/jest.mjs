// Jest in a process of its own, which is ended when it stands still: a limit of Jest's is a timer, which an endless loop in a test never lets run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.mjs';

/** Where suites keep what they counted. */
export const resultsFolder = join(root, 'node_modules', '.cache', 'steadyhand', 'test-results');
/** Several times what the longest file takes. */
const longestStillMs = 15 * 60_000;
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

/**
 * `name`: of this process among those that run; `node`: the program; `spawned` is given the child.
 * Resolves when it has ended, with its code and, where no test file began or ended for `stillMs`, with a sentence that names those under way, and says whether it was busy.
 */
export async function runJest(
  name,
  args,
  { node = process.execPath, env = process.env, stdio, spawned = () => {}, stillMs = longestStillMs },
) {
  mkdirSync(resultsFolder, { recursive: true });
  const underWay = join(resultsFolder, `${name}.under-way`);
  writeFileSync(underWay, '');
  const child = spawn(node, [...flags, join(root, 'node_modules', 'jest', 'bin', 'jest.js'), ...args], {
    cwd: root,
    env: { ...env, STEADYHAND_UNDER_WAY: underWay },
    stdio,
  });
  spawned(child);
  let stuck;
  let written;
  let since;
  const watch = setInterval(() => {
    // The time of day may be set, or leap when a machine that slept goes on.
    const { mtimeMs } = statSync(underWay);
    if (mtimeMs !== written) [written, since] = [mtimeMs, performance.now()];
    if (performance.now() - since < stillMs) return;
    stuck ??= `no test file began or ended for ${Math.round(stillMs / 1_000)} s; under way: ${linesOf(underWay).join(', ')}${busyness(child.pid)}`;
    child.kill('SIGKILL');
  }, 1_000);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  return { code: code ?? 1, stuck };
}

function linesOf(file) {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

/** Linux: an endless loop is `R` and has used the processor all the time, what waits is `S`. */
function busyness(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `; process state ${state}, ${Math.round(Number(fields[10]) / 100)} s of the processor`;
  } catch {
    return '';
  }
}
