// The pages of MiniWoB++, from the wheel on PyPI.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../../scripts/lib/tools.mjs';

const version = '1.1.0';

/** The folder that is to be served, and the public half of its tasks (a to d); undefined, with a word about it, where Python or the wheel cannot be had. */
export function miniwob(say) {
  const folder = join(cacheFolder(), `miniwob-${version}`);
  const html = join(folder, 'miniwob', 'html');
  if (!existsSync(html)) {
    mkdirSync(folder, { recursive: true });
    const wheel = `miniwob-${version}-py3-none-any.whl`;
    const python = (...args) => spawnSync('python3', args, { cwd: folder, encoding: 'utf8' });
    const fetched = python('-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', '.', `miniwob==${version}`);
    if (fetched.status !== 0 || python('-m', 'zipfile', '-e', wheel, '.').status !== 0) {
      say(
        `MiniWoB is left out: python3 -m pip could not fetch ${wheel}. ${(fetched.stderr ?? fetched.error?.message ?? '').trim().split('\n').at(-1)}`,
      );
      return undefined;
    }
  }
  const tasks = readdirSync(join(html, 'miniwob'))
    .filter((name) => /^[a-d].*\.html$/.test(name))
    .sort();
  return { folder: html, tasks };
}
