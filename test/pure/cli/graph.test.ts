// `graph` through the command line, on a map that a worker would have read from the database.
import { describe, expect, test } from '@jest/globals';
import { startOptions } from '../../../src/cli/commands/graph.js';
import { createProgram } from '../../../src/cli/program.js';
import { named } from '../../../src/client/screen-graph.js';
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
  headings: [],
  address: '',
  layered: false,
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
  return typedOn(graph, ...words);
}

async function typedOn(map: StoredGraph, ...words: readonly string[]) {
  const double = createContextDouble({ map: () => Promise.resolve(named(map)) });
  const context = { ...double.context, program: 'npx steadyhand' };
  const typed = ['graph', 'My shop', ...words];
  await (await createProgram(context, typed)).parseAsync(typed, { from: 'user' });
  return { code: context.exitCode, printed: double.printed.join('\n'), warned: double.warned.join('\n') };
}

describe('graph diff', () => {
  test('ends with 1 when something is gone, also with --json', async () => {
    const { code, printed } = await typed('diff', '2', '1');
    expect([code, printed]).toEqual([1, expect.stringContaining('- Cart')]);
    const { code: ofJson, printed: json } = await typed('diff', '2', '1', '--json');
    expect([ofJson, JSON.parse(json)]).toEqual([1, expect.objectContaining({ before: 'r2', after: 'r3' })]);
  });

  test('ends with 0 when nothing is', async () => {
    expect(await typed('diff', '3', '2')).toEqual({ code: 0, printed: 'r1 and r2 saw the same screens, edges and actions.', warned: '' });
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

describe('screens that share a title', () => {
  const tap = (key: string) => ({ key, verb: 'tap', label: key, safety: 1, tries: 1, role: 'link' }) as const;
  const of = (key: string, more: object) => ({ ...screen(key, 'Swagger UI'), actions: [tap('Pets'), tap('Owners')], ...more });
  const one: StoredGraph = {
    app: 'https://api.example',
    screens: [of('aa', { address: '/' }), of('bb', { headings: ['Pets'], address: '/pets' }), of('cc', { address: '/owners' })],
    edges: [
      { from: 'aa', action: 'Pets', to: 'bb', seen: 1, run: 'r1', before: [] },
      { from: 'bb', action: 'Owners', to: 'cc', seen: 1, run: 'r1', before: [] },
    ],
    runs: [],
  };

  test('E71: are listed, and a way told, by their names', async () => {
    expect((await typedOn(one)).printed).toMatch(/aa +Swagger UI: \/ .*\n *bb +Swagger UI: Pets .*\n *cc +Swagger UI: \/owners /);
    expect((await typedOn(one, 'path', '/', 'cc')).printed).toBe(
      'Swagger UI: /\n  tap "Pets"\nSwagger UI: Pets\n  tap "Owners"\nSwagger UI: /owners',
    );
    expect((await typedOn(one, '--mermaid')).printed).toContain('s1["Swagger UI#58; Pets"]');
    expect(JSON.parse((await typedOn(one, '--json')).printed)).toMatchObject({ screens: [{}, { name: 'Swagger UI: Pets' }, {}] });
  });

  test('E72: what several may be called is answered in one sentence that lists them', async () => {
    expect((await typedOn(one, 'export', 'swagger ui', 'Pets')).warned).toBe(
      "error 'swagger ui' may be Swagger UI: / (aa); Swagger UI: Pets (bb); Swagger UI: /owners (cc): say which, by its name, the beginning of its key, or its address.",
    );
  });

  test('E71: a flow checks the heading where it arrives, since the title proves nothing', async () => {
    const { printed } = await typedOn(one, 'export', 'https://api.example/', 'Swagger UI: Pets');
    expect(JSON.parse(printed)).toMatchObject({
      name: 'From Swagger UI: / to Swagger UI: Pets',
      nodes: [{ checks: [{ params: { title: 'Swagger UI' } }, { check_type: 'TextPresent', params: { text: 'Pets' } }] }],
    });
  });
});

describe('E81: an exported flow is said to start where its application does', () => {
  const longPress = { key: 'l', verb: 'long_press', label: 'Cart', safety: 1, tries: 0, role: 'button' } as const;
  test.each<[string, string, Partial<StoredGraph['screens'][number]>, string]>([
    ['a site', 'https://shop.example', { address: '/' }, '--url https://shop.example'],
    ['a site with a name', 'My shop', { address: '/' }, '--url …'],
    ['a desktop application', 'org.gnome.Calculator', {}, '--device desktop --app org.gnome.Calculator'],
    ['a phone', 'com.example.shop', { actions: [longPress] }, '--device appium --caps …'],
  ])('%s', (_, app, of, options) => {
    expect(startOptions(named({ ...graph, app, screens: graph.screens.map((one) => ({ ...one, ...of })) }))).toBe(options);
  });
});

test('E82: a path tells what has to be opened first', async () => {
  const tap = (key: string, label: string) => ({ key, verb: 'tap', label, safety: 1, tries: 1, role: 'button' }) as const;
  const home = { ...screen('aa', 'Home'), actions: [tap('go', 'Go'), tap('contents', 'Contents')] };
  const edge = { from: 'aa', action: 'contents', to: 'cc', seen: 1, run: 'r1', before: ['go'] };
  const { printed } = await typedOn({ ...graph, screens: [home, screen('cc', 'Help')], edges: [edge] }, 'path', 'Home', 'Help');
  expect(printed).toContain('tap "Go", then tap "Contents"');
});
