// What a fresh clone relies on, without setting one up.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), resolved: z.string().optional() })),
});
const { packages } = lockSchema.parse(JSON.parse(read('package-lock.json')));
const { scripts, engines } = z
  .object({ scripts: z.record(z.string(), z.string()), engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(read('package.json')));

describe('package-lock.json', () => {
  test('names no registry', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(read('package-lock.json')).not.toMatch(/"https?:\/\/[^"]*\.tgz"/);
  });

  // npm omits from the lock file what the registry cannot provide, and `npm ci` then refuses the whole file.
  test.each(['@swc/core', 'unrs-resolver', 'esbuild', 'sharp', 'oxc-parser'])('%s has its build for every platform', (name) => {
    const { optionalDependencies = {} } = z
      .object({ optionalDependencies: z.record(z.string(), z.string()).optional() })
      .parse(Reflect.get(JSON.parse(read('package-lock.json')).packages, `node_modules/${name}`));
    for (const build of Object.keys(optionalDependencies)) expect(Object.keys(packages)).toContain(`node_modules/${build}`);
  });

  test('all of Temporal uses one protobufjs, ours: with another one, recorded histories cannot be read', () => {
    const ours = createRequire(import.meta.url).resolve('protobufjs');
    for (const name of ['proto', 'common', 'client', 'worker', 'testing']) {
      const theirs = createRequire(join(root, 'node_modules', '@temporalio', name, 'package.json'));
      expect(theirs.resolve('protobufjs')).toBe(ours);
    }
  });

  test('all Temporal packages have the same version', () => {
    const names = Object.entries(packages).filter(([path]) => /^node_modules\/@temporalio\/(?!nexus)/.test(path));
    expect(new Set(names.map(([, { version }]) => version))).toEqual(new Set(['1.24.0']));
  });
});

describe('Before the dependencies are installed', () => {
  test('scripts/setup.mjs imports only built-ins and local files', () => {
    expect(outsideImports('scripts/setup.mjs')).toEqual([]);
  });

  test('set-up refuses the Node versions that package.json excludes', () => {
    const [, major, minor] = /oldestNode = \[(\d+), (\d+)\]/.exec(read('scripts/setup.mjs')) ?? [];
    expect(engines.node).toBe(`>=${major}.${minor}`);
  });

  test.each(['demo', 'test'])('`npm run %s` sets up first', (name) => {
    expect(scripts[name]).toMatch(/^node scripts\/setup\.mjs && node scripts\/\w+\.mjs$/);
  });

  test('every script that package.json names exists', () => {
    const files = Object.values(scripts).flatMap((script) =>
      [...script.matchAll(/node (scripts\/[\w.-]+\.mjs)/g)].map(([, file = '']) => file),
    );
    for (const file of files) expect(existsSync(join(root, file))).toBe(true);
  });
});

/** Packages that a module and its static imports need; a dynamic `import()` is for later. */
function outsideImports(path: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const specifiers = [...read(path).matchAll(/^import .*?from '([^']+)';$/gms)].map(([, specifier = '']) => specifier);
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith('node:')) return [];
    return specifier.startsWith('.') ? outsideImports(join(path, '..', specifier), seen) : [`${path}: ${specifier}`];
  });
}
