// Every requirement of test/requirements.ts is cited by a test, and no test cites one that does not exist.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { gone, requirements } from '../requirements.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.test.ts') || name.endsWith('-conformance.ts'),
);

/** A name, or a table row that names its case, begins with the numbers that it proves: `A39, A43: …`. */
const citation = /['"`]((?:(?:[ADEFPWX]|CL|EV|FL|HE|HP|LK|RP)\d+, )*(?:[ADEFPWX]|CL|EV|FL|HE|HP|LK|RP)\d+):/g;
const cited = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(citation)].flatMap(([, numbers = '']) =>
    numbers.split(', ').map((number) => ({ number, file })),
  ),
);

test('each requirement is cited by a test', () => {
  const proven = new Set(cited.map(({ number }) => number));
  expect(Object.entries(requirements).filter(([number]) => !proven.has(number))).toEqual([]);
});

test('no test cites a requirement that is not listed', () => {
  expect(cited.filter(({ number }) => !Object.hasOwn(requirements, number))).toEqual([]);
});

test('no number that is gone is required, or given again', () => {
  expect(Object.keys(gone).filter((number) => Object.hasOwn(requirements, number))).toEqual([]);
});
