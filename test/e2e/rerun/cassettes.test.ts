// RP32: a dozen recorded runs, decided again. A prompt, a parser or a machine that has changed is seen here, by its step. Meant: `npm run cassettes:record`, said in the CHANGELOG where runs would go on otherwise.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import type { Cassette } from '../../../src/domain/rerun/cassette.schema.js';
import { readCassette, writeCassette } from '../../../src/rerun/cassette-file.js';
import { rerun } from '../../../src/rerun/rerun.js';
import { recordCassettes } from '../../support/record-cassettes.js';
import { quietRuntime } from '../../support/quiet-runtime.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = fileURLToPath(new URL('../../cassettes', import.meta.url));

/** Where and by whom it was recorded must not show. */
const anonymous: Readonly<Record<string, string>> = { identity: 'recorded', stackTrace: '' };

function anonymized(cassette: Cassette): Cassette {
  const executions = JSON.stringify(cassette.executions);
  return { ...cassette, executions: JSON.parse(executions, (key, value: unknown) => anonymous[key] ?? value) as Cassette['executions'] };
}

let cassettes: readonly { readonly name: string; readonly cassette: Cassette }[] = [];

beforeAll(async () => {
  quietRuntime();
  if (process.env['STEADYHAND_RECORD'] === '1') {
    await mkdir(folder, { recursive: true });
    for (const { name, cassette } of await recordCassettes())
      await writeFile(join(folder, `${name}.cassette.json.gz`), writeCassette(anonymized(cassette)));
  }
  const files = (await readdir(folder)).sort();
  cassettes = await Promise.all(files.map(async (name) => ({ name, cassette: readCassette(await readFile(join(folder, name)), name) })));
}, 300_000);

test('RP32: the same prompts, the same decisions, the same course', async () => {
  expect(cassettes.length).toBeGreaterThanOrEqual(12);
  const told: unknown[] = [];
  let decisions = 0;
  for (const { name, cassette } of cassettes) {
    const again = await rerun(cassette);
    decisions += again.decisions;
    if (again.differences.length + again.machines.length > 0) told.push({ name, differences: again.differences, machines: again.machines });
  }
  expect(told).toEqual([]);
  console.log(`RP32: ${decisions} decisions of ${cassettes.length} runs`);
});

test('RP32: they reveal nothing about the machine that recorded them', () => {
  for (const { name, cassette } of cassettes) {
    const texts = [
      JSON.stringify(cassette.executions),
      ...Object.values(cassette.artifacts).map((base64) => Buffer.from(base64, 'base64').toString('utf8')),
    ];
    const payloads = [...(texts[0] ?? '').matchAll(/"data":"([^"]+)"/g)].map(([, data = '']) =>
      Buffer.from(data, 'base64').toString('utf8'),
    );
    expect({ name, found: [...texts, ...payloads].filter((text) => text.includes(root)) }).toEqual({ name, found: [] });
    expect({ name, identities: new Set((texts[0] ?? '').match(/"identity":"[^"]*"/g)) }).toEqual({
      name,
      identities: new Set(['"identity":"recorded"']),
    });
  }
});
