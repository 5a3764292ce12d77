import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeVersions } from '../../../scripts/lib/nodes.mjs';

const read = (path: string): string => readFileSync(join(process.cwd(), path), 'utf8');
const lineOf = (version: string): string => version.split('.').slice(0, 2).join('.');

test('CL8: the suites run on the oldest Node that the package allows, and on each later line', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  expect(engines.node).toBe(`>=${lineOf(nodeVersions[0] ?? '')}`);
  expect(nodeVersions.map((version) => version.split('.')[0])).toEqual(['20', '22', '24']);
});

test('CL8: CI runs the pure suite on all of them', () => {
  const ci = read('.ci/run');
  expect(ci).toMatch(/test:nodes\b.*--pure \$newer/);
  expect(ci).toMatch(/^PATH="\$\{oldest:\+\$\(dirname "\$oldest"\):\}\$PATH" suite counts npm run --silent test$/m);
});

test('CL27: no test run is ended by force', () => {
  for (const path of ['package.json', 'jest.config.mjs', 'scripts/test.mjs', '.ci/run']) expect(read(path)).not.toMatch(/forceExit/i);
});
