// What workflows reach, however far away: each of them loads all of it in its own sandbox, at every replay.
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('workflows reach neither the word lists of the guard nor a schema: those would be built anew for each workflow', async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/workflows/index.ts'],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const reached = Object.keys(metafile.inputs);
  expect(reached).toContain('src/domain/guard/guard.ts');
  expect(reached.filter((path) => /guard\/(judge|pressing|evidence|lexicon)|\.schema\.ts$/.test(path))).toEqual([]);
});
