// A worker after a bad deploy: everything as built, but one function of its workflows throws a TypeError.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtWorker } from './worker-process.js';

export interface BrokenBuild {
  readonly program: string;
  remove(): Promise<void>;
}

/** `begins`: how the line begins in the bundle after which it throws; there must be exactly one. */
export async function breakWorkflows(begins: string, message: string): Promise<BrokenBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-broken-'));
  const built = dirname(builtWorker);
  await cp(built, join(folder, 'dist'), { recursive: true });
  for (const name of ['node_modules', 'package.json']) await symlink(join(dirname(built), name), join(folder, name));
  const bundle = join(folder, 'dist', 'workflow-bundle.js');
  const lines = (await readFile(bundle, 'utf8')).split('\n');
  const [at, ...more] = lines.flatMap((line, index) => (line.trim().startsWith(begins.trim()) ? [index] : []));
  if (at === undefined || more.length > 0)
    throw new Error(`'${begins}' does not begin exactly one line of the workflow bundle: break another one.`);
  await writeFile(bundle, lines.with(at, `${lines[at] ?? ''} throw new TypeError(${JSON.stringify(message)});`).join('\n'));
  return { program: join(folder, 'dist', 'worker.js'), remove: () => rm(folder, { recursive: true, force: true }) };
}
