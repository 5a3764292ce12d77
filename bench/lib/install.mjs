// A benchmark has its packages in its own node_modules, so that users of the project never download them.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export async function installBenchPackages(say) {
  installPackages({ folder: fileURLToPath(new URL('..', import.meta.url)), say });
}

/** `scripts`: some package there has to be compiled. */
export function installPackages({ folder, scripts = false, say }) {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const missing = Object.entries(dependencies).filter(([name, version]) => versionOf(folder, name) !== version);
  if (missing.length === 0) return;
  say(`installing ${missing.map(([name, version]) => `${name} ${version}`).join(', ')} in ${folder} …`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status, stdout, stderr } = spawnSync(npm, ['ci', ...(scripts ? [] : ['--ignore-scripts']), '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm ci in ${folder} failed:\n${stdout}${stderr}`);
}

function versionOf(folder, name) {
  const manifest = join(folder, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}
