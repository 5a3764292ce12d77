// A worker after a bad deploy: everything as built, but one function of its workflows throws a TypeError.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtWorker } from './worker-process.js';

export interface BrokenBuild {
  readonly program: string;
  remove(): Promise<void>;
}

/** `opening`: the line that opens the function, as in the bundle; it must occur exactly once. */
export async function breakWorkflows(opening: string, message: string): Promise<BrokenBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-broken-'));
  const built = dirname(builtWorker);
  await cp(built, join(folder, 'dist'), { recursive: true });
  for (const name of ['node_modules', 'package.json']) await symlink(join(dirname(built), name), join(folder, name));
  const bundle = join(folder, 'dist', 'workflow-bundle.js');
  const [before, after, ...more] = (await readFile(bundle, 'utf8')).split(opening);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`'${opening}' is not exactly once in the workflow bundle: break another line.`);
  await writeFile(bundle, `${before}${opening} throw new TypeError(${JSON.stringify(message)});${after}`);
  return { program: join(folder, 'dist', 'worker.js'), remove: () => rm(folder, { recursive: true, force: true }) };
}
