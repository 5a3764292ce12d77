// `graph` through the command line, on a map that a worker would have read from the database.
import { describe, expect, test } from '@jest/globals';
import { createProgram } from '../../../src/cli/program.js';
import type { StoredGraph } from '../../../src/ports/screen-graph.js';
import { createContextDouble } from './context-double.js';

const screen = (key: string, title: string) => ({
  key,
  title,
  found: 1,
  run: 'r1',
  screenshot: `sha256:${'0'.repeat(64)}` as const,
  variants: 1,
  pictures: [],
  actions: [],
});
const ran = (run: string, to: string) => ({
  run,
  startedAt: '2026-01-01T00:00:00.000Z',
  stopReason: 'success',
  edges: [{ from: 'aa', action: 'a', to }],
  stays: [],
});
const graph: StoredGraph = {
  app: 'My shop',
  screens: [screen('aa', 'Home'), screen('bb', 'Cart'), screen('cc', 'Help')],
  edges: [],
  runs: [ran('r1', 'bb'), ran('r2', 'bb'), ran('r3', 'cc')],
};

async function typed(...words: readonly string[]) {
  const double = createContextDouble({ map: () => Promise.resolve(graph) });
  const context = { ...double.context, program: 'npx steadyhand' };
  await createProgram(context).parseAsync(['graph', 'My shop', ...words], { from: 'user' });
  return { code: context.exitCode, printed: double.printed.join('\n'), warned: double.warned.join('\n') };
}

describe('graph diff', () => {
  test('ends with 1 when something is gone, also with --json', async () => {
    const { code, printed } = await typed('diff', '2', '1');
    expect([code, printed]).toEqual([1, expect.stringContaining('- Cart (bb)')]);
    const { code: ofJson, printed: json } = await typed('diff', '2', '1', '--json');
    expect([ofJson, JSON.parse(json)]).toEqual([1, expect.objectContaining({ before: 'r2', after: 'r3' })]);
  });

  test('ends with 0 when nothing is', async () => {
    expect(await typed('diff', '3', '2')).toEqual({ code: 0, printed: 'r1 and r2 saw the same screens and edges.', warned: '' });
  });

  test('ends with 1 for a run that is not there', async () => {
    expect(await typed('diff', '9', '1')).toMatchObject({ code: 1, printed: '', warned: expect.stringContaining("No run '9' of My shop") });
  });
});

test('a screen that is not there is answered with the command that lists them, as this program is called', async () => {
  expect((await typed('path', 'Nowhere', 'Home')).warned).toBe(
    "error No screen of My shop is called 'Nowhere': `npx steadyhand graph 'My shop'` lists them.",
  );
});
