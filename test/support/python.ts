// Python with packages, each set in a cached virtual environment: fetched from PyPI once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of its interpreter, or why there is none. */
export type Python = { readonly python: string } | { readonly missing: string };

const temporalio = '1.35.0';

export function pythonWithTemporal(): Promise<Python> {
  return pythonWith(`temporalio ${temporalio}`, { install: [`temporalio==${temporalio}`], proof: 'import temporalio.client' });
}

const liteLlm = '1.108.14';
/** Every package that the proxy loads, in one version, and nothing that its extra names beside them. */
const liteLlmPackages = fileURLToPath(new URL('lite-llm/packages.txt', import.meta.url));

/** 450 MB, with LiteLLM's proxy in it. */
export function pythonWithLiteLlm(): Promise<Python> {
  const install = ['--no-deps', '--only-binary', ':all:', '--requirement', liteLlmPackages];
  return pythonWith(`litellm ${liteLlm}`, { install, proof: 'import litellm.proxy.proxy_server' });
}

/** Where PyPI cannot be reached, it says so soon. */
const politely = ['--quiet', '--disable-pip-version-check', '--retries', '1', '--timeout', '30'];

interface Packages {
  /** For pip. */
  readonly install: readonly string[];
  /** What can be imported then. */
  readonly proof: string;
}

async function pythonWith(name: string, { install, proof }: Packages): Promise<Python> {
  const cache = process.env['STEADYHAND_CACHE'] ?? join(homedir(), '.cache', 'steadyhand');
  const folder = join(cache, `python-${name.replace(' ', '-')}`);
  const python = join(folder, 'bin', 'python');
  const ready = join(folder, 'bin', 'is-ready');
  if (existsSync(ready)) return { python };
  if (!(await succeeds('python3', ['-m', 'venv', folder]))) return { missing: 'python3 with its module venv is not on the PATH' };
  if (!(await succeeds(python, ['-m', 'pip', 'install', ...politely, ...install]))) return { missing: `pip could not install ${name}` };
  if (!(await succeeds(python, ['-c', proof]))) return { missing: `Python cannot load ${name}` };
  await writeFile(ready, '');
  return { python };
}

async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close').catch(() => [1]);
  return code === 0;
}
