// LK62: the table of attackers in docs/security.md: every one has what it gets, what stops it and the tests that show it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { requirements } from '../../requirements.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const section = /## Who could attack, and what they get\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '';
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\|\s*|\s*\|$/g, '').trim()));

/** `LK1–LK4` stands for all between. */
function numbersIn(text: string): readonly string[] {
  return [...text.matchAll(/LK(\d+)(?:–LK(\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `LK${Number(first) + index}`).filter(
      (each) => each in requirements,
    ),
  );
}

function textsBelow(path: string): string {
  const full = join(root, path);
  if (statSync(full).isFile()) return readFileSync(full, 'utf8');
  return readdirSync(full, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(full, name), 'utf8'))
    .join('\n');
}

test('LK62: every attacker that could be thought of has a row', () => {
  const attackers = rows.map(([attacker = '']) => attacker);
  for (const one of ['a page', 'the model', 'another user of the machine', 'who may start runs', 'who reads Temporal'])
    expect(attackers.filter((attacker) => attacker.startsWith(one))).toHaveLength(1);
});

test.each(rows.filter(([attacker]) => attacker !== 'who writes to Temporal'))(
  'LK62: %s',
  (_attacker, gets = '', stops = '', tests = '') => {
    expect([gets, stops].map((cell) => cell.length > 20)).toEqual([true, true]);
    const numbers = numbersIn(stops);
    expect(numbers.length).toBeGreaterThan(0);
    const paths = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const cited = paths.map(textsBelow).join('\n');
    expect(numbers.filter((number) => !new RegExp(`\\b${number}\\b`).test(cited))).toEqual([]);
  },
);

test('LK62: nothing stops one who writes to Temporal but what the page says', () => {
  expect(rows.find(([attacker]) => attacker === 'who writes to Temporal')?.[2]).toContain('is not prevented');
});
