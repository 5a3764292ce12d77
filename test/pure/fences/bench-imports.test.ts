import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const imported = /import\s*\{([^}]*)\}\s*from '(?:\.\.\/)+dist\/([^']+)\.js'/g;

/** Files of the bench are JavaScript and run seldom: what they take from the built product must still be there. */
test('CL20: the bench imports what the product exports', () => {
  const files = readdirSync('bench', { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.mjs') && !path.includes('node_modules'),
  );
  const missing: string[] = [];
  let checked = 0;
  for (const file of files)
    for (const [, names = '', module = ''] of readFileSync(join('bench', file), 'utf8').matchAll(imported)) {
      const source = readFileSync(`${module.startsWith('bench/') ? module : `src/${module}`}.ts`, 'utf8');
      for (const name of names.split(',').map((each) => each.trim().split(' as ')[0] ?? '')) {
        if (name === '') continue;
        checked += 1;
        if (!new RegExp(`export (?:async )?(?:const|function|class|type|interface) ${name}\\b|export \\{[^}]*\\b${name}\\b`).test(source))
          missing.push(`${file}: ${name} of ${module}`);
      }
    }
  expect(checked).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});
