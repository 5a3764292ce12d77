// What starting a program loads: packages of hundreds of modules wait until something needs them.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const source = fileURLToPath(new URL('../../../src', import.meta.url));

const known = new Map<string, readonly string[]>();

/** Statements that import or export values; all are formatted alike. */
const atOnce = /^(?:import\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?|export\s+[{*][^;'"]*?\sfrom\s+)'([^']+)'/gm;

/** Names of modules that a file imports when it is loaded: neither types nor `import()`. */
function importedAtOnce(path: string): readonly string[] {
  const found = known.get(path);
  if (found) return found;
  const names = [...readFileSync(path, 'utf8').matchAll(atOnce)].map(([, name = '']) => name);
  known.set(path, names);
  return names;
}

/** Packages that are loaded with these files, each with the first file that imports it. */
function packagesOf(...entries: readonly string[]): ReadonlyMap<string, string> {
  const files = new Set(entries.map((entry) => join(source, entry)));
  const packages = new Map<string, string>();
  for (const file of files)
    for (const name of importedAtOnce(file)) {
      const local = ['.ts', '.tsx'].map((ending) => join(dirname(file), name.replace(/\.js$/, ending))).find((path) => existsSync(path));
      if (name.startsWith('.') && local !== undefined) files.add(local);
      else if (!packages.has(name)) packages.set(name, file);
    }
  return packages;
}

const large =
  /^(kysely|pg|@electric-sql|openai|@anthropic-ai|@modelcontextprotocol|@aws-sdk|webdriverio|sharp|@temporalio\/worker|tesseract\.js)(\/|$)/;

test.each(['show', 'run', 'people', 'worker', 'up'])('the command %s loads none of the large packages', (name) => {
  const packages = packagesOf('cli/main.ts', `cli/commands/${name}.ts`);
  expect([...packages.keys()]).toEqual(expect.arrayContaining(['commander', '@temporalio/client']));
  expect([...packages].filter(([loaded]) => large.test(loaded))).toEqual([]);
});

test('a worker loads the database of maps and the SDK of tool servers when they are needed', () => {
  const packages = [...packagesOf('worker.ts').keys()];
  expect(packages).toEqual(expect.arrayContaining(['@temporalio/worker']));
  expect(
    packages.filter((name) => /^(kysely|pg|@electric-sql|@modelcontextprotocol|@aws-sdk|webdriverio|tesseract\.js)(\/|$)/.test(name)),
  ).toEqual([]);
});
