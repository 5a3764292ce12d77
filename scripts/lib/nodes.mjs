// Versions of Node come from npm, as the platform packages behind its `node` package; they are kept in node_modules/.cache.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.mjs';

/** Versions of Node that the suites run on: the oldest that `engines` allows, and the newest of each line after it. */
export const nodeVersions = ['20.19.6', '22.23.3', '24.19.0'];

/** @returns {Promise<string>} path of that version's executable */
export async function ensureNode(version) {
  const folder = join(root, 'node_modules', '.cache', 'steadyhand', 'nodes', version);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const node = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(node)) return node;
  mkdirSync(folder, { recursive: true });
  // Its own project: npm's --prefix would also move the global configuration, and lose a company's registry or certificates.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--no-save', '--ignore-scripts', `${name}@${version}`];
  const [code] = await once(spawn('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }), 'close');
  if (code !== 0 || !existsSync(node))
    throw new Error(`Node ${version} could not be installed: is there ${name}@${version} in your npm registry?`);
  return node;
}
