import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { isAccepted, needlessExplanations, unlistedLicences } from '../../../scripts/lib/licences.mjs';
import { sbomOf } from '../../../scripts/lib/sbom.mjs';

const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as Parameters<
  typeof unlistedLicences
>[0];

test('LK63: every package that an installation may bring has a licence that is accepted or explained', () => {
  expect(unlistedLicences(lock)).toEqual([]);
  expect(needlessExplanations(lock)).toEqual([]);
});

test('LK63: another one, or none, is told; development tools are not passed on', () => {
  const packages = {
    '': {},
    'node_modules/a': { version: '1.0.0', license: 'AGPL-3.0-only' },
    'node_modules/b/node_modules/@c/d': { version: '2.0.0' },
    'node_modules/e': { version: '3.0.0', license: 'AGPL-3.0-only', dev: true },
    'node_modules/f': { version: '4.0.0', license: 'MIT' },
  };
  expect(unlistedLicences({ packages })).toEqual(['a@1.0.0: AGPL-3.0-only', '@c/d@2.0.0: no licence']);
});

test('LK63: the list of parts names each of them once, with licence and hash', () => {
  const { bomFormat, specVersion, components } = sbomOf(lock, { name: 'steadyhand', version: '0.1.0', license: 'MIT' });
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.5']);
  const wanted = Object.entries(lock.packages).flatMap(([path, { dev, version }]) =>
    path === '' || dev ? [] : [`pkg:npm/${path.slice(path.lastIndexOf('node_modules/') + 13).replace('@', '%40')}@${version ?? ''}`],
  );
  expect(components.map((part) => part['bom-ref'])).toEqual([...new Set(wanted)].sort());
  expect(components.filter(({ licenses }) => licenses === undefined).map(({ name }) => name)).toEqual([
    'css-value',
    'dom-walk',
    'exif-parser',
    'unionfs',
  ]);
  expect(components.filter(({ hashes }) => hashes === undefined)).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['GPL-2.0-only OR AGPL-3.0-only', false],
  ['(MIT AND Zlib)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['(MIT OR (GPL-2.0-only AND X))', false],
  ['SEE LICENSE IN x', false],
  ['', false],
])('LK63: %s', (expression, is) => expect(isAccepted(expression)).toBe(is));
