import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { encode } from '@toon-format/toon';
import { stringify } from 'yaml';
import { findingText, loadProcedure, loadProcedures, type LoadedProcedure } from '../../../src/adapters/procedures/load-procedures.js';
import { digestOf } from '../../conformance/procedure-calls-conformance.js';
import { activity, documentOf, work } from '../../support/procedures.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

/** Writes the files and loads their folder. */
function load(files: Readonly<Record<string, string | Uint8Array>>): Promise<LoadedProcedure> {
  write(files);
  return loadProcedure(folder(), 'compat');
}

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder(), name)), { recursive: true });
    writeFileSync(join(folder(), name), content);
  }
}

/** As printed, with paths inside the folder. */
function texts({ findings }: LoadedProcedure): readonly string[] {
  return findings.map((finding) => findingText({ ...finding, file: relative(folder(), finding.file) || '.' }));
}

const whole = documentOf([
  activity('a', { steps: [work('s')], transitions: [{ to: 'b', isDefault: true }] }),
  activity('b', { steps: [work('t')] }),
]);
const { activities, ...head } = whole;
const [first, second] = activities;

describe('a definition', () => {
  test.each([
    ['workflow.json', JSON.stringify(whole)],
    ['workflow.yaml', stringify(whole)],
    ['workflow.yml', stringify(whole)],
    ['workflow.toon', encode(whole)],
  ])('is read from %s, with the same result', async (name, text) => {
    const { definition, digest, findings } = await load({ [name]: text });
    expect(findings).toEqual([]);
    expect(definition?.activities.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(digest).toBe(digestOf(whole));
  });

  test('is read with the activities beside it, in the order of their names', async () => {
    const { definition, findings } = await load({
      'workflow.toon': encode(head),
      'activities/02-b.yaml': stringify(second),
      'activities/01a-a.toon': encode(first),
    });
    expect(findings).toEqual([]);
    expect(definition?.activities.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('has another digest when anything in it changes', async () => {
    const before = await load({ 'workflow.json': JSON.stringify(whole) });
    const after = await load({ 'workflow.json': JSON.stringify({ ...whole, rules: ['Ask.'] }) });
    expect(after.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(after.digest).not.toBe(before.digest);
  });

  test('can be followed, whatever is reported about files that are not read', async () => {
    const loaded = await load({ 'workflow.json': JSON.stringify(whole), 'activities/README.md': '# Activities' });
    expect(texts(loaded)).toEqual([
      'warning: activities/README.md: it is not read: an activity’s file is called NN-<id>.toon, .yaml or .json',
    ]);
    expect(loaded.definition).toBeDefined();
  });
});

describe('problems are reported with file and place', () => {
  test('all at once, over all files', async () => {
    const loaded = await load({
      'workflow.toon': encode({ ...head, colour: 'red', author: 'somebody' }),
      'activities/01-a.json': JSON.stringify({ ...first, steps: [{ id: 's' }, { id: 't', name: 7 }] }),
      'activities/02-c.json': JSON.stringify({ ...second, colour: 'blue' }),
      'activities/03-d.toon': 'id: d\nsteps[2]: one',
      'activities/04-e.yaml': 'id: [e',
    });
    expect(loaded.definition).toBeUndefined();
    expect(texts(loaded).toSorted()).toEqual([
      'error: activities/01-a.json: steps[0] (s).name: expected a text, found nothing',
      'error: activities/01-a.json: steps[1] (t).name: expected a text, found 7',
      "error: activities/02-c.json: colour: an activity has no field 'colour', and it might hold an agent",
      expect.stringMatching(/^error: activities\/03-d\.toon: Line 2: .*Expected 2/),
      expect.stringMatching(/^error: activities\/04-e\.yaml: Flow sequence/),
      "error: workflow.toon: colour: a workflow has no field 'colour', and it might hold an agent",
      'note: workflow.toon: author: this field is not known and changes nothing',
      "warning: activities/02-c.json: id: the file is named after 'c', but its activity is not",
    ]);
  });

  test.each<[string, Readonly<Record<string, string | Uint8Array>>, RegExp]>([
    ['no workflow file', {}, /^error: \.: it has no workflow file \(workflow\.toon, /],
    [
      'broken JSON',
      { 'workflow.json': '{"id": ' },
      /^error: workflow\.json: line 1, column 8: it is not JSON: expected a value, found the end$/,
    ],
    ['broken TOON', { 'workflow.toon': 'a[2]: 1' }, /^error: workflow\.toon: Line 1: /],
    ['broken YAML', { 'workflow.yaml': 'a: [' }, /^error: workflow\.yaml: .* at line 1/],
    ['an unknown tag', { 'workflow.yaml': 'a: !!js/function "x"' }, /^error: workflow\.yaml: Unresolved tag/],
    ['two documents', { 'workflow.yaml': 'a: 1\n---\nb: 2' }, /^error: workflow\.yaml: Source contains multiple documents/],
    ['the same key twice', { 'workflow.yaml': 'a: 1\na: 2' }, /^error: workflow\.yaml: Map keys must be unique/],
    ['the same key twice in TOON', { 'workflow.toon': 'a: 1\na: 2' }, /^error: workflow\.toon: Line 2: Duplicate sibling key/],
    [
      'no UTF-8',
      { 'workflow.json': Uint8Array.of(0x7b, 0xff, 0x7d) },
      /^error: workflow\.json: line 1, column 2: it is not UTF-8 there: save it as UTF-8$/,
    ],
    ['an empty file', { 'workflow.json': '' }, /^error: workflow\.json: line 1, column 1: it is not JSON/],
    [
      'a key twice in JSON',
      { 'workflow.json': '{"id": "a",\n"id": "b"}' },
      /^error: workflow\.json: line 2, column 1: it has the key "id" a second time in one object, after 1:2/,
    ],
    ['a key twice in YAML', { 'workflow.yaml': 'id: a\nid: b' }, /^error: workflow\.yaml: Map keys must be unique at line 2, column 1$/],
    ['a comment in JSON', { 'workflow.json': '{\n// note\n}' }, /^error: workflow\.json: line 2, column 1: it has a comment/],
    [
      'half of a character in YAML',
      { 'workflow.yaml': 'id: a\ntitle: "x\\ud83d"' },
      /^error: workflow\.yaml: title: it has half of a character, \\ud83d/,
    ],
    ['a folder of that name', { 'workflow.json/x': '' }, /^error: workflow\.json: (?:it is not a file|EISDIR)/],
    [
      '10 MB',
      { 'workflow.toon': 'a'.repeat(10_000_000) },
      /^error: workflow\.toon: it has 10000000 bytes; a definition has at most 262144$/,
    ],
    ['deep JSON', { 'workflow.json': `${'['.repeat(100_000)}${']'.repeat(100_000)}` }, /^error: workflow\.json: .*nested deeper than 64/],
    ['deep YAML', { 'workflow.yaml': '['.repeat(200_000) }, /^error: workflow\.yaml: it is nested deeper than 64$/],
    ['deep YAML in one line', { 'workflow.yaml': '- '.repeat(100_000) }, /^error: workflow\.yaml: it is nested deeper than 64$/],
    [
      'deep TOON',
      { 'workflow.toon': Array.from({ length: 400 }, (_, level) => `${' '.repeat(level * 2)}a:`).join('\n') },
      /^error: workflow\.toon: it is nested deeper than 64$/,
    ],
    [
      'a cycle',
      { 'workflow.yaml': 'id: &x [*x]' },
      /^error: workflow\.yaml: id\[0\]\[0\].*: it is nested deeper than 64, or contains itself$/,
    ],
    ['aliases that multiply', { 'workflow.yaml': bomb() }, /^error: workflow\.yaml: Excessive alias count/],
    ['many values', { 'workflow.json': `[${'1,'.repeat(110_000)}1]` }, /^error: workflow\.json: it holds more than 100000 values$/],
    [
      '__proto__ in JSON',
      { 'workflow.json': '{"id": "x", "activities": [{"__proto__": {"id": "y"}}]}' },
      /^error: workflow\.json: activities\[0\]\.__proto__: this name is not allowed$/,
    ],
    ['__proto__ in YAML', { 'workflow.yaml': '__proto__:\n  id: x' }, /^error: workflow\.yaml: __proto__: this name is not allowed$/],
    ['__proto__ in TOON', { 'workflow.toon': '__proto__:\n  id: x' }, /^error: workflow\.toon: __proto__: this name is not allowed$/],
    ['activities that are no list', { 'workflow.json': '{"activities": 7}' }, /activities: expected a list, found 7$/],
  ])('%s', async (_, files, expected) => {
    const loaded = await load(files);
    expect(loaded.definition).toBeUndefined();
    expect(texts(loaded).join('\n')).toMatch(new RegExp(expected.source, 'm'));
    expect(Object.hasOwn(Object.prototype, 'id')).toBe(false);
  });
});

describe('a folder of definitions', () => {
  test('is read completely; files that are not definitions are left out', async () => {
    write({
      'one/workflow.json': JSON.stringify({ ...whole, id: 'one' }),
      'two/workflow.yaml': 'a: [',
      'skills/readme.toon': 'a: 1',
      'notes.txt': '',
    });
    const loaded = await loadProcedures(folder(), 'compat');
    expect(loaded.map((each) => [relative(folder(), each.folder), each.definition?.id])).toEqual([
      ['one', 'one'],
      ['two', undefined],
    ]);
  });

  test('that is itself one definition is that definition', async () => {
    write({ 'workflow.json': JSON.stringify(whole) });
    expect((await loadProcedures(folder(), 'compat')).map(({ definition }) => definition?.id)).toEqual(['release']);
  });

  test('with two definitions of one id refuses both', async () => {
    write({ 'one/workflow.json': JSON.stringify(whole), 'two/workflow.json': JSON.stringify(whole) });
    const loaded = await loadProcedures(folder(), 'compat');
    expect(loaded.map(({ definition }) => definition)).toEqual([undefined, undefined]);
    expect(loaded.flatMap(texts)).toEqual(['error: one: id: two has the same id', 'error: two: id: one has the same id']);
  });

  test('that does not exist throws', async () => {
    await expect(loadProcedures(join(folder(), 'nowhere'), 'compat')).rejects.toThrow('ENOENT');
  });
});

/** A billion values in a few lines. */
function bomb(): string {
  const names = 'abcdefghi'.split('');
  return names
    .map((name, index) => `${name}: &${name} [${Array.from({ length: 9 }, () => (index === 0 ? 'x' : `*${names[index - 1]}`)).join(',')}]`)
    .join('\n');
}
