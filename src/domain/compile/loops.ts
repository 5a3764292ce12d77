// Three or more repetitions of the same nodes, each over another row, as one loop over the rows.
//
// loops-1. A loop is made only where its nodes, with each row's text, find on each recorded screen what was used there.
import type { Target } from '../anchors/anchors.schema.js';
import { matchScreen } from '../anchors/expected-screen.js';
import { fill } from '../anchors/fill.js';
import { findTarget } from '../anchors/find-target.js';
import { plain } from '../flow/find-text.js';
import type { FormField } from '../flow/document.js';
import { addedDraft, type Draft } from './drafts.js';
import { actWith } from './make-variables.js';
import type { Value } from './values.js';

interface Looped {
  readonly drafts: readonly Draft[];
  /** The lists that the loops run over. */
  readonly form: readonly FormField[];
  /** Names that are taken. */
  readonly names: readonly string[];
}

const fewest = 3;
const longestBody = 8;

export function withLoops(drafts: readonly Draft[]): Looped {
  const made: Draft[] = [];
  const form: FormField[] = [];
  const names: string[] = [];
  for (let at = 0; at < drafts.length;) {
    const [over, as] = form.length === 0 ? ['rows', 'row'] : [`rows_${form.length + 1}`, `row_${form.length + 1}`];
    const found = repetitionAt(drafts, at, as);
    if (!found) {
      made.push(...drafts.slice(at, ++at));
      continue;
    }
    names.push(over, as);
    form.push({ name: over, title: 'Rows', type: 'text', description: 'One row in each line', default: found.rows.join('\n') });
    const [begin, end] = [addedDraft({ type: 'Loop', over, as, max_iterations: mostRows }), addedDraft({ type: 'EndLoop', loop_id: '' })];
    made.push(begin, ...found.body, { ...end, name: `Next ${as}` });
    at += found.body.length * found.rows.length;
  }
  return { drafts: made, form, names };
}

const mostRows = 1_000;

interface Repetition {
  readonly body: readonly Draft[];
  readonly rows: readonly string[];
}

/** The one with the shortest body. */
function repetitionAt(drafts: readonly Draft[], at: number, as: string): Repetition | undefined {
  for (let length = 1; length <= longestBody; length++) {
    for (const keyOf of [rowOf, ownName]) {
      const chunks = chunksAt(drafts, at, length, keyOf);
      if (chunks.length < fewest) continue;
      const rows = chunks.map(({ row }) => row);
      const body = Array.from({ length }, (_, index) =>
        bodyNode(
          chunks.flatMap(({ drafts: own }) => own[index] ?? []),
          rows,
          as,
        ),
      );
      if (body.every((draft) => draft !== undefined)) return { body, rows };
    }
  }
  return undefined;
}

interface Chunk {
  readonly row: string;
  readonly drafts: readonly Draft[];
}

function chunksAt(drafts: readonly Draft[], at: number, length: number, keyOf: (draft: Draft) => string | undefined): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let from = at; from + length <= drafts.length; from += length) {
    const own = drafts.slice(from, from + length);
    const row = own.map(keyOf).find((key) => key !== undefined);
    if (row === undefined || chunks.some((chunk) => plain(chunk.row) === plain(row))) break;
    const first = chunks[0];
    if (first && shapeOf(own, row) !== shapeOf(first.drafts, first.row)) break;
    chunks.push({ row, drafts: own });
  }
  return chunks;
}

function rowOf({ type }: Draft): string | undefined {
  return type.type === 'Act' ? type.target?.row?.[0] : undefined;
}

function ownName({ type }: Draft): string | undefined {
  return type.type === 'Act' && type.target?.row === undefined ? type.target?.name : undefined;
}

/** What has to be the same in each, with its row as a mark. */
function shapeOf(drafts: readonly Draft[], row: string): string {
  return JSON.stringify(
    drafts.map(({ type, deeds }) => {
      if (type.type !== 'Act') return { type: type.type, deeds: deeds.length, own: JSON.stringify(type) };
      const { deed, target } = actWith(type, [valueOf(row, 'row')]);
      return { deed, role: target?.role, name: target?.name, row: target?.row };
    }),
  );
}

function valueOf(text: string, name: string): Value {
  return { name, title: name, text, type: 'text', description: '' };
}

/** loops-1. */
function bodyNode(variants: readonly Draft[], rows: readonly string[], as: string): Draft | undefined {
  const [first] = variants;
  const acts = variants.flatMap(({ type, deeds: [deed] }, index) => {
    const row = rows[index] ?? '';
    return type.type === 'Act' ? { act: type, own: actWith(type, [valueOf(row, as)]), deed, row } : [];
  });
  const [recorded] = acts;
  if (!first || !recorded || acts.length < variants.length) return undefined;
  const { deed: done, screen } = recorded.own;
  const target = recorded.own.target && commonTarget(acts.flatMap(({ own }) => own.target ?? []));
  const isFound = acts.every(({ act, deed, row }) => {
    if (!target || !act.target || !deed) return target === undefined;
    const filled = fill(target, { [as]: row });
    if ('problem' in filled) return false;
    const [now, then] = [findTarget(filled.value, deed.before.controls), findTarget(act.target, deed.before.controls)];
    return 'control' in now && 'control' in then && now.control === then.control;
  });
  if (!isFound) return undefined;
  const isEverywhere = acts.every(({ deed, row }) => {
    const filled = screen && fill(screen, { [as]: row });
    return deed !== undefined && filled !== undefined && 'value' in filled && matchScreen(filled.value, deed.before).isSame;
  });
  return {
    ...first,
    deeds: variants.flatMap(({ deeds }) => deeds),
    type: { type: 'Act', deed: done, target, screen: isEverywhere ? screen : undefined },
  };
}

/** What all of them have. */
function commonTarget(targets: readonly Target[]): Target | undefined {
  const [first, ...others] = targets;
  if (!first) return undefined;
  const isCommon = (key: string, value: unknown): boolean =>
    key !== 'place' && others.every((other) => JSON.stringify(Reflect.get(other, key)) === JSON.stringify(value));
  return Object.fromEntries(Object.entries(first).filter(([key, value]) => key === 'role' || isCommon(key, value))) as Target;
}
