// Python with `temporalio`, in a cached virtual environment: fetched from PyPI once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const temporalio = '1.35.0';

/** Path of its interpreter, or why there is none. */
export async function pythonWithTemporal(): Promise<{ readonly python: string } | { readonly missing: string }> {
  const folder = join(process.env['STEADYHAND_CACHE'] ?? join(homedir(), '.cache', 'steadyhand'), `python-temporalio-${temporalio}`);
  const python = join(folder, 'bin', 'python');
  const ready = join(folder, 'bin', 'temporalio-is-here');
  if (existsSync(ready)) return { python };
  if (!(await succeeds('python3', ['-m', 'venv', folder]))) return { missing: 'python3 with its module venv is not on the PATH' };
  if (!(await succeeds(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `temporalio==${temporalio}`])))
    return { missing: `pip could not install temporalio ${temporalio}` };
  await succeeds(python, ['-c', `import temporalio.client; open(${JSON.stringify(ready)}, 'w').close()`]);
  return { python };
}

async function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close').catch(() => [1]);
  return code === 0;
}
