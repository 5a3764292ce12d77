// Installs node_modules as package-lock.json says.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.mjs';
import { SetupError } from './steps.mjs';
import { root } from './tools.mjs';

/** npm writes this file at the end of each install. */
const installed = join(root, 'node_modules', '.package-lock.json');

export async function ensureDependencies(say) {
  if (isCurrent()) return 'up to date';
  say('npm ci …');
  // Without install scripts: none is needed here.
  const { code, output } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root });
  if (code !== 0)
    throw new SetupError(`npm ci failed: is the npm registry reachable from here?\n${output.split('\n').slice(0, 12).join('\n')}`);
  return 'installed';
}

function isCurrent() {
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}
