// Installs node_modules as package-lock.json says.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './commands.mjs';
import { SetupError } from './steps.mjs';
import { root } from './tools.mjs';

const target = join(root, 'node_modules');
/** npm writes this file at the end of each install. */
const installed = join(target, '.package-lock.json');
/** A project of its own, whose packages move to their place when all are there: an install that was interrupted leaves what was there before. */
const folder = join(root, '.steadyhand', 'install');

export async function ensureDependencies(say) {
  if (isCurrent()) return 'up to date';
  say('npm ci …');
  try {
    await rm(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const name of ['package.json', '.npmrc']) copyFileSync(join(root, name), join(folder, name));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(withArchives(readLock(), await npmConfig())));
    // Without install scripts: none is needed here.
    await npm('ci', '--ignore-scripts', '--no-audit', '--no-fund');
    await rm(target, { recursive: true, force: true });
    renameSync(join(folder, 'node_modules'), target);
  } catch (error) {
    throw error instanceof SetupError ? error : new SetupError(`npm's packages could not be put into ${target}: ${error.message}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return 'installed';
}

function isCurrent() {
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

function readLock() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
}

/**
 * The lock file names no registry, and npm would ask the user's own for a description of each package, of all its versions, to learn where the archive is: half of all requests,
 * and two fifths of the bytes and of the processor's time. Archives stand where npm itself expects them in any registry that it replaces its own by.
 */
function withArchives(lock, config) {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    if (!entry.integrity) return [path, entry];
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    // A company may have a registry of its own for a scope.
    const registry = (config[`${name.split('/')[0]}:registry`] ?? config.registry).replace(/\/$/, '');
    return [path, { ...entry, resolved: `${registry}/${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz` }];
  });
  return { ...lock, packages: Object.fromEntries(packages) };
}

/** npm may say something before it. */
async function npmConfig() {
  const output = await npm('config', 'ls', '--json');
  return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
}

async function npm(...args) {
  const { code, output } = await run('npm', [...args, '--loglevel=error'], { cwd: folder, keep: 1_000_000 });
  if (code === 0) return output;
  throw new SetupError(`npm ${args[0]} failed: is the npm registry reachable from here?\n${output.split('\n').slice(0, 12).join('\n')}`);
}
