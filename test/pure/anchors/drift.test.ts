// What a recorded control is found to be on pages that drift: the same one, or none.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { targetSchema } from '../../../src/domain/anchors/anchors.schema.js';
import { isField } from '../../../src/domain/guard/screen.js';
import { findTarget } from '../../../src/domain/anchors/find-target.js';
import { makeTarget } from '../../../src/domain/anchors/make-target.js';
import { plain } from '../../../src/domain/flow/find-text.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { drawPage, drifted, drifts, everyTitle, pages, without, type Drawn } from '../../support/drifting-page.js';
import { count, holdsOften } from '../../support/properties.js';

interface Recorded {
  readonly control: Control;
  readonly key: string;
  readonly target: ReturnType<typeof makeTarget>['target'];
  readonly isUnsure: boolean;
}

/** One of the controls that a run can act on. */
function recorded({ controls, keyOf }: Drawn, pick: number): Recorded | undefined {
  const there = controls.filter(({ visible, interactive }) => visible && interactive);
  const control = there[pick % Math.max(1, there.length)];
  return control && { control, key: keyOf.get(control) ?? '', ...makeTarget(controls, control) };
}

function found({ target }: Recorded, { controls, keyOf }: Drawn): string | undefined {
  const result = findTarget(target, controls);
  const key = 'control' in result ? keyOf.get(result.control) : undefined;
  count(key === undefined ? 'halted' : 'found');
  return key;
}

/** The texts of each row that it stands in. */
function rowsAround({ path }: Control, controls: readonly Control[]): readonly (readonly string[])[] {
  const rows = [...path.matchAll(/(?:li|div|tr)\[\d+\](?=\/)/g)].map(({ index, 0: { length } }) => path.slice(0, index + length));
  return rows.map((row) => controls.filter((each) => each.path.startsWith(`${row}/`)).map(({ name }) => name));
}

const recordings = fc.tuple(pages, fc.nat(1_000));

test('RP3: on its own screen a control is found, or a replay is said to halt there', () => {
  holdsOften(recordings, ([page, pick]) => {
    const drawn = drawPage(page);
    const it = recorded(drawn, pick);
    if (it) expect(found(it, drawn)).toBe(it.isUnsure ? undefined : it.key);
  });
});

test('RP3: what is written down finds the same as what was made', () => {
  holdsOften(fc.tuple(recordings, drifts()), ([[page, pick], drift]) => {
    const it = recorded(drawPage(page), pick);
    if (!it) return;
    const read = targetSchema.parse(JSON.parse(JSON.stringify(it.target)));
    expect(read).toEqual(it.target);
    const { controls } = drawPage(drifted(page, drift));
    expect(findTarget(read, controls)).toEqual(findTarget(it.target, controls));
  });
});

test('RP3, RP41: in another order, under other ids, behind a banner, with more rows: the same control or none', () => {
  holdsOften(fc.tuple(recordings, drifts()), ([[page, pick], drift]) => {
    const it = recorded(drawPage(page), pick);
    if (it) expect([it.key, undefined]).toContain(found(it, drawPage(drifted(page, drift))));
  });
});

test('RP3, RP41: where each row has a title of its own, order, ids, a notice in front and more rows stop nothing', () => {
  const distinct = pages.map((page) => {
    const words = [...everyTitle, 'Feed the cat', 'Pay the rent', 'Call home'];
    let at = 0;
    return {
      ...page,
      buttons: page.buttons.filter(({ name }) => name !== 'Delete'),
      fields: page.fields.map((field) => (field.named === 'none' ? { ...field, named: 'guessed' as const } : field)),
      groups: page.groups.map((group) => ({ ...group, things: group.things.map((each) => ({ ...each, title: words[at++] ?? '' })) })),
    };
  });
  const drift = drifts(['Salt', 'Oil']).map((each) => ({
    ...each,
    hides: false,
    banner: each.banner && { text: 'We use cookies', button: 'Accept' },
  }));
  holdsOften(fc.tuple(fc.tuple(distinct, fc.nat(1_000)), drift), ([[page, pick], change]) => {
    const it = recorded(drawPage(page), pick);
    if (it && !it.isUnsure) expect(found(it, drawPage(drifted(page, change)))).toBe(it.key);
  });
});

test('RP3, RP41: a control that was removed, alone or with its row, is found nowhere', () => {
  holdsOften(fc.tuple(recordings, drifts(), fc.boolean()), ([[page, pick], drift, isRow]) => {
    const it = recorded(drawPage(page), pick);
    if (it) expect(found(it, drawPage(drifted(without(page, it.key, isRow), drift)))).toBeUndefined();
  });
});

test('RP3, RP41: what is pressed has the recorded name, and what stood in a row stands in one with its texts', () => {
  holdsOften(fc.tuple(recordings, drifts(everyTitle), pages), ([[page, pick], drift, other]) => {
    const it = recorded(drawPage(page), pick);
    if (!it) return;
    for (const { controls } of [drawPage(drifted(page, drift)), drawPage(other)]) {
      const result = findTarget(it.target, controls);
      if (!('control' in result)) continue;
      expect(result.control.visible).toBe(true);
      expect(result.control.role).toBe(it.target.role);
      if (!isField(result.control)) expect(plain(result.control.name)).toBe(plain(it.target.name ?? ''));
      if (it.target.row) expect(rowsAround(result.control, controls)).toContainEqual(expect.arrayContaining([...it.target.row]));
    }
  });
});

test('RP3, RP41: of two rows that read the same, none is taken', () => {
  holdsOften(fc.tuple(recordings, fc.boolean()), ([[page, pick], hides]) => {
    const it = recorded(drawPage(page), pick);
    if (!it?.target.row || !it.key.startsWith('thing')) return;
    const own = it.key.replace(/ \w+$/, '');
    const groups = page.groups.map((group) => ({
      ...group,
      things: group.things.flatMap((each) =>
        each.key === own
          ? [
              { ...each, ...(hides ? { remove: 'hidden' as const } : {}) },
              { ...each, key: 'twin' },
            ]
          : [each],
      ),
    }));
    expect(found(it, drawPage({ ...page, groups }))).toBeUndefined();
  });
});
