// Pages as they drift: the same things in another order, under other ids, with more around them. Each control is known by a key that outlives the drift.
import fc from 'fast-check';
import type { Control } from '../../src/domain/ui/control.js';

export interface Thing {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly isDone: boolean;
  /** Buttons that appear on hovering are not listed before. */
  readonly remove: 'shown' | 'hidden' | 'absent';
  /** A second field in its row. */
  readonly hasStar: boolean;
}

export interface DriftingPage {
  /** Elements that its rows are. */
  readonly shape: 'li' | 'div' | 'tr';
  /** Rows in a list of their own, inside of rows. */
  readonly groups: readonly { readonly key: string; readonly title: string; readonly things: readonly Thing[] }[];
  readonly fields: readonly { readonly key: string; readonly label: string; readonly named: 'given' | 'guessed' | 'none' }[];
  readonly buttons: readonly { readonly key: string; readonly name: string }[];
  readonly banner: { readonly text: string; readonly button: string } | undefined;
  /** Ids are drawn from it; 0: there are none. */
  readonly ids: number;
  /** Elements around everything. */
  readonly wraps: number;
}

export interface Drawn {
  readonly controls: readonly Control[];
  readonly keyOf: ReadonlyMap<Control, string>;
}

type Part = Pick<Control, 'role' | 'name' | 'path'> & Partial<Control> & { readonly key: string };

export function drawPage(page: DriftingPage): Drawn {
  const keyOf = new Map<Control, string>();
  const body = `body${'/div[1]'.repeat(page.wraps)}`;
  const controls = partsOf(page, body).map(({ key, ...part }, at): Control => {
    const control: Control = {
      id: `c${at}`,
      bounds: { x: 10, y: 20 * at, width: 100, height: 18 },
      enabled: true,
      visible: true,
      interactive: part.role !== 'text' && part.role !== 'heading',
      source: 'tree',
      ...part,
    };
    keyOf.set(control, key);
    return control;
  });
  return { controls, keyOf };
}

function partsOf(page: DriftingPage, body: string): readonly Part[] {
  const { banner, fields, buttons } = page;
  const at = (index: number): string => `${body}/div[${index}]`;
  return [
    ...(banner
      ? [
          { key: 'banner text', role: 'text', name: banner.text, path: `${body}/section[1]/text()[1]` },
          { key: 'banner button', role: 'button', name: banner.button, path: `${body}/section[1]/button[1]` },
        ]
      : []),
    { key: 'heading', role: 'heading', name: 'Things', path: `${at(1)}/h1[1]` },
    ...fields.flatMap((field, index) => fieldParts(page, field, `${at(2)}/p[${index + 1}]`)),
    ...rowParts(page, at(3)),
    ...buttons.map(({ key, name }, index) => ({ key, role: 'button', name, ...elementOf(page, `${at(4)}/button[${index + 1}]`, name) })),
  ];
}

function fieldParts(page: DriftingPage, { key, label, named }: DriftingPage['fields'][number], path: string): readonly Part[] {
  return [
    { key: `${key} label`, role: 'text', name: label, path: `${path}/label[1]/text()[1]` },
    {
      key,
      role: 'textbox',
      name: named === 'none' ? '' : label,
      ...(named === 'guessed' ? { guessed: true as const } : {}),
      ...elementOf(page, `${path}/input[1]`, label),
    },
  ];
}

function rowParts(page: DriftingPage, path: string): readonly Part[] {
  const { groups, shape } = page;
  if (groups.length === 1) return (groups[0]?.things ?? []).flatMap((thing, at) => thingParts(thing, `${path}/${shape}[${at + 1}]`));
  return groups.flatMap(({ key, title, things }, group) => [
    { key, role: 'text', name: title, path: `${path}/section[1]/${shape}[${group + 1}]/span[1]/text()[1]` },
    ...things.flatMap((thing, at) => thingParts(thing, `${path}/section[1]/${shape}[${group + 1}]/section[1]/${shape}[${at + 1}]`)),
  ]);
}

function thingParts({ key, title, note, isDone, remove, hasStar }: Thing, row: string): readonly Part[] {
  const state = { states: [isDone ? 'checked' : 'unchecked'] };
  return [
    { key: `${key} check`, role: 'checkbox', name: '✔', path: `${row}/input[1]`, ...state },
    { key: `${key} title`, role: 'text', name: title, path: `${row}/span[1]/text()[1]` },
    { key: `${key} note`, role: 'text', name: note, path: `${row}/span[2]/text()[1]` },
    ...(hasStar ? [{ key: `${key} star`, role: 'checkbox', name: 'Starred', path: `${row}/input[2]`, ...state }] : []),
    { key: `${key} open`, role: 'link', name: title, path: `${row}/a[1]` },
    ...(remove === 'absent'
      ? []
      : [{ key: `${key} remove`, role: 'button', name: 'Delete', path: `${row}/button[1]`, visible: remove === 'shown' }]),
  ];
}

/** A path begins with an id, where there is one. */
function elementOf({ ids }: DriftingPage, path: string, name: string): Pick<Control, 'path' | 'roots'> {
  if (ids === 0) return { path };
  const tag = /([^/[]+)\[\d+\]$/.exec(path)?.[1] ?? 'div';
  const own = `${tag}#${name.toLowerCase().replace(/\W+/g, '-')}${ids === 1 ? '' : `-${'abcdefghij'.charAt(ids)}`}`;
  return { path: own, roots: { [own]: path.slice(0, path.lastIndexOf('/')) } };
}

// ── Arbitrary pages, and drifts of them ──

const titles = ['Tea', 'Sugar', 'Walk the dog', 'Read a book'];
const notes = ['open', 'overdue', '3 left', '12 €'];
const names = ['Save', 'Cancel', 'Delete', 'Add'];
const labels = ['Name', 'Street', 'City'];

const thing = (keys: string, words: readonly string[]): fc.Arbitrary<Omit<Thing, 'key'> & { readonly keys: string }> =>
  fc.record({
    keys: fc.constant(keys),
    title: fc.constantFrom(...words),
    note: fc.constantFrom(...notes),
    isDone: fc.boolean(),
    remove: fc.constantFrom('shown' as const, 'shown' as const, 'hidden' as const, 'absent' as const),
    hasStar: fc.boolean(),
  });

const withKeys = (things: readonly (Omit<Thing, 'key'> & { readonly keys: string })[], group: number): readonly Thing[] =>
  things.map(({ keys, ...each }, at) => ({ ...each, key: `${keys} ${group}.${at}` }));

export const pages: fc.Arbitrary<DriftingPage> = fc
  .constantFrom('li' as const, 'div' as const, 'tr' as const)
  .chain((shape) =>
    fc.record({
      shape: fc.constant(shape),
      // A single `div` is not known to be a row.
      groups: fc.array(fc.array(thing('thing', titles), { minLength: shape === 'div' ? 2 : 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 2,
      }),
      fields: fc.uniqueArray(fc.constantFrom(...labels), { maxLength: 3 }),
      named: fc.constantFrom('given' as const, 'guessed' as const, 'none' as const),
      buttons: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
      ids: fc.nat(1),
    }),
  )
  .map(({ shape, groups, fields, named, buttons, ids }) => ({
    shape,
    groups: groups.map((things, at) => ({ key: `group ${at}`, title: `Group ${'AB'.charAt(at)}`, things: withKeys(things, at) })),
    fields: fields.map((label) => ({ key: `field ${label}`, label, named })),
    buttons: buttons.map((name) => ({ key: `button ${name}`, name })),
    banner: undefined,
    ids,
    wraps: 0,
  }));

export interface Drift {
  readonly order: number;
  readonly renewsIds: boolean;
  readonly wraps: number;
  readonly banner: DriftingPage['banner'];
  /** New rows; their titles may be those of others. */
  readonly rows: readonly (Omit<Thing, 'key'> & { readonly keys: string })[];
  readonly hides: boolean;
}

export const drifts = (words: readonly string[] = ['Rice', 'Salt']): fc.Arbitrary<Drift> =>
  fc.record({
    order: fc.nat(1_000),
    renewsIds: fc.boolean(),
    wraps: fc.nat(2),
    banner: fc.option(
      fc.record({ text: fc.constantFrom('We use cookies', 'Walk the dog'), button: fc.constantFrom('Accept', 'Delete', 'Save') }),
      {
        nil: undefined,
      },
    ),
    rows: fc.array(thing('new', words), { maxLength: 2 }),
    hides: fc.boolean(),
  });

export const everyTitle = [...titles, 'Rice'];

export function drifted(page: DriftingPage, { order, renewsIds, wraps, banner, rows, hides }: Drift): DriftingPage {
  return {
    ...page,
    wraps,
    banner,
    ids: page.ids === 0 || !renewsIds ? page.ids : 2 + (order % 7),
    groups: page.groups.map((group, at) => ({
      ...group,
      things: shuffled(
        [
          ...group.things.map((each): Thing => (hides && each.remove === 'shown' ? { ...each, remove: 'hidden' } : each)),
          ...withKeys(rows, at),
        ],
        order,
      ),
    })),
  };
}

/** Without the control of that key, or, if it stands in a row and `isRow`, without the row. */
export function without(page: DriftingPage, key: string, isRow: boolean): DriftingPage {
  const own = key.replace(/ \w+$/, '');
  return {
    ...page,
    fields: page.fields.filter((field) => field.key !== key),
    buttons: page.buttons.filter((button) => button.key !== key),
    groups: page.groups.map((group) => ({
      ...group,
      things: group.things.flatMap((each) => {
        if (each.key !== own) return [each];
        if (isRow) return [];
        if (key.endsWith(' remove')) return [{ ...each, remove: 'absent' as const }];
        return key.endsWith(' star') ? [{ ...each, hasStar: false }] : [];
      }),
    })),
  };
}

function shuffled<T>(list: readonly T[], order: number): readonly T[] {
  const rest = [...list];
  const result: T[] = [];
  for (let left = order; rest.length > 0; left = Math.floor(left / 2) + 7) result.push(...rest.splice(left % rest.length, 1));
  return result;
}
