// A worker of another build: everything as built, but one function of its workflows is cut short.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtWorker } from './worker-process.js';

export interface OtherBuild {
  readonly program: string;
  remove(): Promise<void>;
}

/** After a bad deploy: it throws a TypeError. */
export function breakWorkflows(begins: string, message: string): Promise<OtherBuild> {
  return buildWith(begins, `throw new TypeError(${JSON.stringify(message)});`);
}

/** `begins`: how the line begins in the bundle after which the statement comes; there must be exactly one. */
export async function buildWith(begins: string, statement: string): Promise<OtherBuild> {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-built-'));
  const built = dirname(builtWorker);
  await cp(built, join(folder, 'dist'), { recursive: true });
  for (const name of ['node_modules', 'package.json']) await symlink(join(dirname(built), name), join(folder, name));
  const bundle = join(folder, 'dist', 'workflow-bundle.js');
  const lines = (await readFile(bundle, 'utf8')).split('\n');
  const [at, ...more] = lines.flatMap((line, index) => (line.trim().startsWith(begins.trim()) ? [index] : []));
  if (at === undefined || more.length > 0)
    throw new Error(`'${begins}' does not begin exactly one line of the workflow bundle: choose another one.`);
  await writeFile(bundle, lines.with(at, `${lines[at] ?? ''} ${statement}`).join('\n'));
  return { program: join(folder, 'dist', 'worker.js'), remove: () => rm(folder, { recursive: true, force: true }) };
}
