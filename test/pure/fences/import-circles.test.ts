// No source file imports itself through other files, neither values nor types.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const source = fileURLToPath(new URL('../../../src', import.meta.url));

/** Files by path, with their text. */
type Files = ReadonlyMap<string, string>;

function readSource(): Files {
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(source, path), 'utf8')]));
}

/** Every way to name a file counts: `import`, `import type`, `export from`, `import()`, and `import('…').Type`; by their text, which costs a hundredth of parsing them. */
const named = /\b(?:from|import)\s*\(?\s*(['"])(\.[^'"]+)\1/g;

function importsOf(files: Files, path: string): readonly string[] {
  return [...(files.get(path) ?? '').matchAll(named)]
    .flatMap(([, , name = '']) => ['.ts', '.tsx'].map((ending) => join(dirname(path), name.replace(/\.js$/, ending))))
    .filter((imported) => files.has(imported));
}

/** One cycle for each import that leads back: `a → b → a`. */
function circlesIn(files: Files): readonly string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    const since = way.indexOf(path);
    if (since >= 0) circles.push([...way.slice(since), path].join(' → '));
    else if (!done.has(path)) for (const imported of importsOf(files, path)) visit(imported, [...way, path]);
    done.add(path);
  };
  for (const path of files.keys()) visit(path, []);
  return circles;
}

test('CL24: no file imports itself through others, types included', () => {
  const files = readSource();
  expect(importsOf(files, 'workflows/index.ts')).toContain('workflows/flow/flow.ts');
  expect(circlesIn(files)).toEqual([]);
});

test.each([
  ['values', "import { b } from './b.js';"],
  ['types', "import type { B } from './b.js';"],
  ['types among values', "import { type B } from './b.js';"],
  ['a layer that exports again', "export * from './b.js';"],
  ['types exported again', "export type { B } from './b.js';"],
  ['an import when it is needed', "const { b } = await import('./b.js');"],
  ['a type that names its file', "export type A = import('./b.js').B;"],
  ['a file outside its folder', "import type { B } from '../x/b.js';"],
])('CL24: a cycle of %s is found', (_, text) => {
  const files = new Map([
    ['x/c.ts', "import { a } from './a.js';"],
    ['x/a.ts', text],
    ['x/b.ts', "import type { A } from './a.js';"],
  ]);
  expect(circlesIn(files)).toEqual(['x/a.ts → x/b.ts → x/a.ts']);
});

test('CL24: two paths to the same file are not a cycle', () => {
  const files = new Map([
    ['a.ts', "import './b.js'; import './c.js';"],
    ['b.ts', "import './d.js';"],
    ['c.ts', "import './d.js';"],
    ['d.ts', ''],
  ]);
  expect(circlesIn(files)).toEqual([]);
});
