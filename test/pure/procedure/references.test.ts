// What a definition takes from others beside it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { findingText, loadProcedure, type LoadedProcedure } from '../../../src/adapters/procedures/load-procedures.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const head = { version: '1.0.0', title: 'T' };
const asked = (id: string, ref: string) => ({ kind: 'checkpoint', id, ref });
const step = (id: string) => ({ kind: 'action', id });
const fragment = (message: string) => ({ message, options: [{ id: 'yes', label: 'Yes' }] });

function load(files: Readonly<Record<string, unknown>>, id = 'mine'): Promise<LoadedProcedure> {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder(), name)), { recursive: true });
    writeFileSync(join(folder(), name), stringify(content));
  }
  return loadProcedure(join(folder(), id), 'compat');
}

function errors({ findings }: LoadedProcedure): readonly string[] {
  return findings
    .filter(({ severity }) => severity === 'error')
    .map((finding) => findingText({ ...finding, file: relative(folder(), finding.file) }));
}

const other = {
  'other/workflow.yaml': {
    ...head,
    id: 'other',
    fragments: { checkpoints: { sure: { ref: 'base' }, base: fragment('Sure of {it}?') }, rules: { care: 'Take care.' } },
  },
  'other/activities/08-build.yaml': { id: 'build', name: 'Build', steps: [step('make'), asked('made', 'sure')] },
};

test('P65: activities named by their files come first, in the order of the list; those that are not named follow', async () => {
  const { definition, digest, document, findings } = await load({
    ...other,
    'mine/workflow.yaml': {
      ...head,
      id: 'mine',
      rules: { workflow: [{ ref: 'other::care' }] },
      activities: ['02-own.yaml', 'other/08-build.yaml'],
    },
    'mine/activities/01-first.yaml': { id: 'first', name: 'First', steps: [step('one')] },
    'mine/activities/02-own.yaml': {
      id: 'own',
      name: 'Own',
      steps: [asked('mine', 'other::base'), step('two')],
      transitions: [{ to: 'build' }],
    },
  });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(definition?.activities.map(({ id }) => id)).toEqual(['own', 'build', 'first']);
  expect(definition?.activities.map(({ checkpoints }) => checkpoints.map(({ message }) => message))).toEqual([
    ['Sure of {it}?'],
    ['Sure of {it}?'],
    [],
  ]);
  expect(definition).toMatchObject({ format: 'kinds', rules: ['Take care.'] });
  // The document holds all of it, and its format: it can be followed elsewhere, and its digest is another than that of what was read before.
  expect(document).toMatchObject({ format: 'kinds', fragments: { checkpoints: { 'other::sure': { ref: 'other::base' } } } });
  expect(digest).toMatch(/^sha256:/);
});

test.each([
  ['a file that is not there', 'other/09-gone.yaml', /^error: other\/activities\/09-gone\.yaml: .*ENOENT/],
  ['a way out of the folder', '../secret/01-x.yaml', /'\.\.\/secret\/01-x\.yaml' refers to a file that is not there/],
  ['a deeper path', 'other/sub/01-x.yaml', /refers to a file/],
  ['what is no name of an activity’s file', 'build', /'build' refers to a file/],
])('P65: %s is an error that names it', async (_, name, message) => {
  const loaded = await load({
    ...other,
    'mine/workflow.yaml': { ...head, id: 'mine', activities: [name, { id: 'a', name: 'A', steps: [{ id: 's', name: 'S' }] }] },
  });
  expect(errors(loaded).join('\n')).toMatch(message);
  expect(loaded.definition).toBeUndefined();
});

test('P65: a fragment of another definition that is not there is an error, and so is a definition that is not', async () => {
  const steps = [step('s'), asked('a', 'other::gone'), asked('b', 'nobody::x')];
  const loaded = await load({ ...other, 'mine/workflow.yaml': { ...head, id: 'mine', activities: [{ id: 'a', name: 'A', steps }] } });
  expect(errors(loaded)).toEqual(
    expect.arrayContaining([
      "error: mine/workflow.yaml: activities[0] (a).steps[1] (a).ref: there is no fragment 'other::gone' among fragments.checkpoints",
      "error: mine/workflow.yaml: activities[0] (a).steps[2] (b).ref: there is no fragment 'nobody::x' among fragments.checkpoints",
    ]),
  );
});
