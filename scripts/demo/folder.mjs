// Each demo has its own folder; those of earlier ones are removed, unless `--keep` left their processes running.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../lib/processes.mjs';
import { root } from '../lib/tools.mjs';

const demos = join(root, '.steadyhand', 'demo');

export function createDemoFolder() {
  mkdirSync(demos, { recursive: true });
  for (const name of readdirSync(demos)) {
    if (!isInUse(join(demos, name))) rmSync(join(demos, name), { recursive: true, force: true });
  }
  const folder = join(demos, Date.now().toString(36));
  mkdirSync(folder);
  markInUse(folder, [process.pid]);
  return folder;
}

export function markInUse(folder, pids) {
  writeFileSync(join(folder, 'pids.json'), JSON.stringify(pids));
}

function isInUse(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'pids.json'), 'utf8')).some(isAlive);
  } catch {
    return false;
  }
}
