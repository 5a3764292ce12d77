// Flows as modules, as `flow run`, `validate`, `draw` and `json` read them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFlow } from '../../../src/cli/flow-file.js';

const folder = mkdtempSync(join(tmpdir(), 'steadyhand-module-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function module(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test.each([
  ['flow', 'export const flow = { name: "Ring" }; export const other = {};'],
  ['default', 'export default { name: "Ring" }; export const other = {};'],
  ['only', 'export const ring = { name: "Ring", left: undefined };'],
])('CL4: the export %s of a module is the document', async (name, text) => {
  expect(await importFlow(module(`${name}.mjs`, text))).toStrictEqual({ name: 'Ring' });
});

test('CL4: a module without a flow, and one that throws, say so in one sentence', async () => {
  await expect(importFlow(module('none.mjs', 'export const one = 1; export const two = 2;'))).rejects.toThrow(
    /none\.mjs exports no flow: add `export const flow = defineFlow/,
  );
  await expect(importFlow(module('broken.mjs', 'throw new Error("no bell");'))).rejects.toThrow(/broken\.mjs cannot be loaded: no bell/);
});
