// Third-party definitions in later formats: each loads, or is refused by the name of what is not known; no checkpoint in their files is lost.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { decode } from '@toon-format/toon';
import { parse } from 'yaml';
import { findingText, loadProcedures, type LoadedProcedure } from '../../../src/adapters/procedures/load-procedures.js';
import { conditionText } from '../../../src/domain/procedure/condition.js';
import type { Definition } from '../../../src/domain/procedure/definition.js';
import { createProcedure } from '../../../src/domain/procedure/procedure.js';
import { reachable, waysOf } from '../../../src/domain/procedure/reachable.js';
import { laterCorpora } from '../../support/corpus.js';
import { cover } from '../../support/procedure-robot.js';

const loaded = (await Promise.all(laterCorpora.map((folder) => loadProcedures(folder, 'compat')))).flat();
const withCorpora = laterCorpora.length > 0 ? describe : describe.skip;

withCorpora('P64: the definitions that others wrote in later formats, in the folders STEADYHAND_CORPUS_LATER,', () => {
  test('each loads, or is refused by the name of what is not known', () => {
    const lines = loaded.map(({ folder, definition, findings }) => {
      const errors = findings.filter(({ severity }) => severity === 'error');
      expect(definition === undefined).toBe(errors.length > 0);
      const counts = [...new Set(findings.map(({ code }) => code))].map(
        (code) => `${code} ${findings.filter((each) => each.code === code).length}`,
      );
      return [
        `${nameOf(folder)}: ${definition ? `loads (${definition.format ?? 'plain'})` : 'REFUSED'}; ${counts.join(', ')}`,
        ...errors.map((each) => `  ${findingText(each)}`),
      ].join('\n');
    });
    expect(loaded.filter(({ definition }) => definition !== undefined)).not.toEqual([]);
    console.log(lines.join('\n'));
  });

  test('every checkpoint in the files of those that load is a checkpoint of the definition', () => {
    for (const each of loaded) {
      if (!each.definition) continue;
      const written = filesOf(each).flatMap((file) => checkpointsWritten(documentIn(file)));
      const read = each.definition.activities.flatMap(({ checkpoints }) => checkpoints.map(({ id }) => id));
      expect({ folder: each.folder, checkpoints: read.toSorted() }).toEqual({ folder: each.folder, checkpoints: written.toSorted() });
    }
  });

  test('they are walked by offered actions alone, and every checkpoint is asked or listed with the reason', () => {
    const lines: string[] = [];
    for (const { folder, definition, findings } of loaded) {
      if (!definition) continue;
      const size = definition.activities.flatMap(({ checkpoints }) => checkpoints).length;
      const { walks, actions, asked, passed, unfinished, taken, open } = cover(createProcedure(definition), {
        walks: size > 35 ? 8 : 12,
        longest: size > 35 ? 600 : 150,
        seed: 7,
        given: true,
      });
      const all = definition.activities.flatMap((activity) => activity.checkpoints.map(({ id }) => ({ activity: activity.id, id })));
      const missing = all.filter(({ activity, id }) => !asked.has(`${activity}/${id}`));
      const told = findings.filter(({ code }) => code === 'never-asked').map(({ path }) => path);
      lines.push(
        `${nameOf(folder)}: ${walks} walks, ${walks - unfinished.length} to the end, ${actions} actions, ${asked.size} of ${all.length} checkpoints asked, ${taken.size} options taken, ${open.length} not`,
        ...missing.map(({ activity, id }) => `  not asked: ${activity}/${id}: ${reasonOf(definition, { activity, id, told, passed })}`),
      );
    }
    console.log(lines.join('\n'));
  });
});

interface Missing {
  readonly activity: string;
  readonly id: string;
  /** Paths of the findings that nothing lets them come up. */
  readonly told: readonly string[];
  readonly passed: ReadonlySet<string>;
}

function reasonOf(definition: Definition, { activity, id, told, passed }: Missing): string {
  const procedure = createProcedure(definition);
  const reached = reachable(procedure.initial, (from) => {
    const prepared = procedure.activities.get(from);
    return prepared ? waysOf(procedure, prepared.activity).to : [];
  });
  if (!reached.has(activity)) return 'nothing leads to its activity';
  if (told.some((path) => path.includes(`(${id})`))) return 'nothing makes its condition true (never-asked)';
  if (passed.has(`${activity}/${id}`)) return 'its condition was false whenever it came up, which is recorded';
  const condition = definition.activities.find((each) => each.id === activity)?.checkpoints.find((each) => each.id === id)?.condition;
  return `no walk came so far${condition ? `: it needs ${conditionText(condition)}` : ''}`;
}

function nameOf(folder: string): string {
  return folder.split('/').slice(-2).join('/');
}

/** Its own files, and those that it borrows. */
function filesOf({ folder, document }: LoadedProcedure): readonly string[] {
  const workflow = ['toon', 'yaml', 'yml', 'json'].map((extension) => join(folder, `workflow.${extension}`));
  const inside = (of: string): readonly string[] => namesIn(join(of, 'activities')).map((name) => join(of, 'activities', name));
  const head = workflow.filter((file) => namesIn(folder).includes(basename(file))).slice(0, 1);
  const borrowed = head
    .flatMap((file) => listOf(documentIn(file), 'activities'))
    .flatMap((each) => (typeof each === 'string' && each.includes('/') ? [each.split('/')] : []))
    .map(([of = '', name = '']) => join(folder, '..', of, 'activities', name));
  expect(document).toBeDefined();
  return [...head, ...inside(folder), ...borrowed];
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}

function documentIn(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.toon') ? decode(text) : (parse(text) as unknown);
}

function listOf(value: unknown, field: string): readonly unknown[] {
  const list = typeof value === 'object' && value !== null ? (Reflect.get(value, field) as unknown) : undefined;
  return Array.isArray(list) ? list : [];
}

/** Ids, without what tells iterations apart: entries of `checkpoints`, and steps of that kind, wherever they stand; not fragments, which stand nowhere. */
function checkpointsWritten(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const idOf = (each: unknown): string => String(Reflect.get(each as object, 'id')).split('#', 1)[0] ?? '';
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (key === 'fragments') return [];
    if (key === 'kind' && inner === 'checkpoint') return [idOf(value)];
    return [...(key === 'checkpoints' && Array.isArray(inner) ? inner.map(idOf) : []), ...checkpointsWritten(inner)];
  });
}
