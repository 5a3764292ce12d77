import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { areaOf, contains, grownBy, overlapOf, type Bounds } from '../../../src/domain/ui/geometry.js';
import { shareCovered } from '../../../bench/lib/label-coverage.js';
import { placeLabels, type LabelPlace, type LabelScene } from '../../../src/domain/ui/label-places.js';
import { calendar, form, palette, picture, sceneOf, table, tagOf } from '../../support/label-scenes.js';
import { holds } from '../../support/properties.js';

const screen = { x: 0, y: 0, ...picture };

function placesOf(scene: LabelScene): readonly LabelPlace[] {
  return placeLabels(scene).map((place) => {
    if (!place) throw new Error('A label has no place.');
    return place;
  });
}

function coveredIn(scene: LabelScene): number {
  const places = placesOf(scene);
  const labelled = scene.targets.map(({ bounds }, at) => ({ bounds, label: places[at]?.box ?? bounds }));
  return shareCovered(labelled, picture);
}

/** Pairs of labels that overlap, and labels over a text or over a control that has none inside it, their own aside. */
function hiddenIn({ targets, others }: LabelScene, places: readonly LabelPlace[]): readonly string[] {
  const all = [...targets.map(({ bounds }) => bounds), ...others];
  const leaves = all.filter((one) => !all.some((other) => areaOf(other) < areaOf(one) && contains(one, other)));
  return places.flatMap(({ box }, at) => [
    ...(contains(screen, box) ? [] : [`label ${at + 1} leaves the picture`]),
    ...places.slice(at + 1).flatMap((other, next) => (overlapOf(other.box, box) > 0 ? [`labels ${at + 1} and ${at + next + 2}`] : [])),
    ...leaves
      .filter((leaf) => overlapOf(leaf, box) > 0 && !isOwn(leaf, targets[at]?.bounds))
      .map((leaf) => `label ${at + 1} over ${JSON.stringify(leaf)}`),
  ]);
}

function isOwn(leaf: Bounds, own: Bounds | undefined): boolean {
  if (!own) return false;
  return [leaf.x - own.x, leaf.y - own.y, (leaf.width - own.width) / 2, (leaf.height - own.height) / 2].every((by) => Math.abs(by) <= 1);
}

const scenes = {
  'a palette of 120 swatches that touch each other': palette(12, 10),
  'a palette of 300': palette(25, 12),
  'a calendar': calendar,
  'a table of 28 rows that can be clicked, with controls in them': table,
  'a form of 300 controls': form,
};

describe.each(Object.entries(scenes))('HE24: on %s', (_name, scene) => {
  test('HE24: labels hide no text, no control of others and no label', () => {
    expect(hiddenIn(scene, placesOf(scene))).toEqual([]);
  });

  test('HE24: at most 2 % of the controls have more than a fifth under labels of others', () => {
    expect(coveredIn(scene)).toBeLessThanOrEqual(0.02);
  });

  test('HE24: the same screen is labelled the same again', () => {
    expect(placesOf(scene)).toEqual(placesOf(scene));
  });
});

describe('HE24: the place of a label', () => {
  const button = { x: 300, y: 300, width: 80, height: 30 };
  const around = [
    { x: 200, y: 270, width: 280, height: 28 },
    { x: 200, y: 332, width: 280, height: 28 },
  ];

  test('HE24: is above the control where nothing is in the way', () => {
    expect(placesOf(sceneOf([button]))).toEqual([{ box: { x: 300, y: 287, ...tagOf(1) } }]);
  });

  test('HE24: is at another side where a text is above and below', () => {
    expect(placesOf(sceneOf([button], around))).toEqual([{ box: { x: 290, y: 309, ...tagOf(1) } }]);
  });

  test('HE24: is in the control, over its edge, where all sides are taken and that hides nothing', () => {
    const sides = [
      { x: 200, y: 298, width: 97, height: 34 },
      { x: 383, y: 298, width: 97, height: 34 },
    ];
    const [place] = placesOf(sceneOf([button], [...around, ...sides]));
    expect(place?.leader).toBeUndefined();
    expect(overlapOf(place?.box ?? button, button)).toBeGreaterThan(0);
    expect(hiddenIn(sceneOf([button], [...around, ...sides]), [place ?? { box: button }])).toEqual([]);
  });

  test('HE24: is further away with a line into the control where the control is too small', () => {
    const swatches = palette(3, 3);
    const middle = placesOf(swatches)[4];
    const point = { ...(middle?.leader?.to ?? { x: 0, y: 0 }), width: 0, height: 0 };
    expect(contains(grownBy(-4, swatches.targets[4]?.bounds ?? button), point)).toBe(true);
    expect(contains(middle?.box ?? button, { ...(middle?.leader?.from ?? { x: 0, y: 0 }), width: 0, height: 0 })).toBe(true);
  });

  test('HE24: is off a control that lies inside', () => {
    const card = { x: 0, y: 0, width: 1280, height: 800 };
    const filling = Array.from({ length: 6 }, (_, row) => ({ x: 0, y: row * 20, width: 1280, height: 20 }));
    const scene = sceneOf([card, ...filling]);
    expect(hiddenIn(scene, placesOf(scene))).toEqual([]);
  });

  test('HE24: keeps off what the picture shows, whether or not a list tells of it', () => {
    const shown = { x: 0, y: 250, width: 1280, height: 50 };
    const [place] = placesOf({ ...sceneOf([button]), ink: (box) => overlapOf(box, shown) / areaOf(box) });
    expect(overlapOf(place?.box ?? shown, shown)).toBe(0);
  });

  test('HE24: has its line where nothing is to be read, though the way is longer', () => {
    const swatch = { x: 600, y: 400, width: 8, height: 8 };
    const around = [-8, 0, 8].flatMap((right) => [-8, 0, 8].map((down) => ({ ...swatch, x: 600 + right, y: 400 + down })));
    const ring = { x: 560, y: 360, width: 88, height: 88 };
    // Nothing is written below, and what stands at the sides goes on further than above.
    const written = [
      { ...ring, height: 32 },
      { x: 440, y: 360, width: 152, height: 56 },
      { x: 616, y: 360, width: 152, height: 56 },
    ];
    const wall = { x: 440, y: 416, width: 328, height: 44 };
    const scene = {
      ...sceneOf([swatch], [...around, wall]),
      ink: (box: Bounds) => written.reduce((sum, each) => sum + overlapOf(box, each) / areaOf(box), 0),
    };
    const [place] = placesOf(scene);
    expect(place?.leader).toBeDefined();
    expect(place?.box.y).toBeGreaterThan(460);
  });

  test('HE24: is where it hides the least when there is no room at all', () => {
    const scene = sceneOf(
      Array.from({ length: 64 * 40 }, (_, at) => ({ x: (at % 64) * 20, y: Math.floor(at / 64) * 20, width: 20, height: 20 })).slice(
        0,
        2_560,
      ),
    );
    const places = placesOf({
      ...scene,
      targets: scene.targets.filter((_, at) => at % 64 === 30 && at % 5 === 0),
      others: scene.targets.map(({ bounds }) => bounds),
    });
    expect(places.every(({ box }) => contains(screen, box))).toBe(true);
  });

  test('HE24: does not exist for a control outside the picture', () => {
    expect(placeLabels(sceneOf([{ x: 1300, y: 10, width: 20, height: 20 }]))).toEqual([undefined]);
  });
});

describe('HE24: on any screen with room at its right', () => {
  const boxes = fc.array(
    fc.record({
      x: fc.integer({ min: -20, max: 700 }),
      y: fc.integer({ min: -20, max: 780 }),
      width: fc.oneof(fc.integer({ min: 3, max: 40 }), fc.integer({ min: 3, max: 300 })),
      height: fc.oneof(fc.integer({ min: 3, max: 30 }), fc.integer({ min: 3, max: 200 })),
    }),
    { maxLength: 120 },
  );

  test('HE24: no label leaves the picture, covers a text or a control without others inside, or overlaps another', () => {
    holds(fc.tuple(boxes, boxes), ([targets, others]) => {
      const scene = sceneOf(targets, others);
      const seen = placeLabels(scene).flatMap((place, at) => (place ? [{ place, target: scene.targets[at] }] : []));
      const within = {
        ...scene,
        targets: seen.flatMap(({ target }) => (target ? [{ ...target, bounds: clipped(target.bounds) }] : [])),
        others: others.map(clipped).filter((box) => areaOf(box) > 0),
      };
      expect(
        hiddenIn(
          within,
          seen.map(({ place }) => place),
        ),
      ).toEqual([]);
    });
  });
});

function clipped({ x, y, width, height }: Bounds): Bounds {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  return { x: left, y: top, width: Math.max(0, Math.min(1280, x + width) - left), height: Math.max(0, Math.min(800, y + height) - top) };
}

test('HE24: a control counts as covered when labels of others hide more than a fifth of what is seen of it', () => {
  const bounds = { x: -50, y: 0, width: 100, height: 10 };
  const label = { x: 0, y: 0, width: 10, height: 10 };
  const away = { x: 500, y: 500, width: 10, height: 10 };
  const other = { x: 600, y: 600, width: 10, height: 10 };
  const shareOf = (own: Bounds, others: Bounds): number =>
    shareCovered(
      [
        { bounds, label: own },
        { bounds: other, label: others },
      ],
      picture,
    );
  expect(shareOf(label, away)).toBe(0);
  expect(shareOf(away, label)).toBe(0);
  expect(shareOf(away, { ...label, width: 11 })).toBe(0.5);
  expect(shareCovered([], picture)).toBe(0);
});
