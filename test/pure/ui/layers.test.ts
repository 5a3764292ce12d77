import fc from 'fast-check';
import { isIn, type Bounds } from '../../../src/domain/ui/geometry.js';
import { aimAmong, shownThrough, type Layer } from '../../../src/domain/ui/layers.js';
import { same, seeded, walksOfEach } from '../../support/properties.js';

const box = (x: number, y: number, width: number, height: number): Bounds => ({ x, y, width, height });
const layer = (order: readonly number[], shown: Bounds, more: Partial<Layer> = {}): Layer => ({ order, shown, ...more });

const target = layer([0, 1], box(0, 0, 100, 40));
const middle = { x: 50, y: 20 };
const whole = box(-10, -10, 200, 200);

describe('HE2: where a control can be hit', () => {
  test.each<[string, readonly Layer[], ReturnType<typeof aimAmong>['status'] | { readonly x: number; readonly y: number }]>([
    ['nothing else', [], middle],
    ['itself', [target], middle],
    ['something drawn before it', [layer([0, 0], whole)], middle],
    ['something drawn before it, with more in it', [layer([0, 0, 5], whole)], middle],
    ['what it is in', [layer([0], whole)], middle],
    ['something later beside it', [layer([0, 2], box(100, 0, 50, 40))], middle],
    ['something later over its middle', [layer([0, 2], box(40, 10, 20, 20))], { x: 25, y: 20 }],
    ['something later over its left half', [layer([1], box(0, 0, 60, 40))], { x: 75, y: 20 }],
    ['something later over all of it', [layer([0, 2], whole)], 'covered'],
    ['two that together cover it', [layer([0, 2], box(0, 0, 50, 40)), layer([0, 3], box(50, 0, 50, 40))], 'covered'],
    ['a dialog beside it', [layer([1], box(500, 500, 10, 10), { modal: true })], 'covered'],
    ['a dialog that it is in', [layer([0], box(500, 500, 10, 10), { modal: true })], middle],
    ['a dialog before it', [layer([0, 0], whole, { modal: true })], middle],
    ['something pressed inside it', [layer([0, 1, 0], box(30, 0, 40, 40))], { x: 25, y: 20 }],
    ['something pressed that fills it', [layer([0, 1, 0], whole)], middle],
  ])('with %s', (_what, layers, wanted) => {
    const aim = aimAmong(target, layers);
    expect(aim.status === 'ready' ? aim.points[0] : aim.status).toEqual(wanted);
  });

  test('what covers it is the last drawn at its middle', () => {
    const layers = [layer([0, 2], whole), layer([0, 3], whole), layer([0, 4], box(0, 0, 5, 5))];
    expect(aimAmong(target, layers)).toMatchObject({ status: 'covered', by: { order: [0, 3] } });
  });

  test('nothing of it is left by what clips it', () => {
    expect(shownThrough([box(0, 0, 50, 50), box(10, 0, 50, 20)], target.shown)).toEqual(box(10, 0, 40, 20));
    expect(aimAmong(layer([0], shownThrough([box(0, 0, 50, 50), box(60, 0, 50, 50)], target.shown)), [])).toEqual({
      status: 'out-of-reach',
    });
  });

  test('whatever lies around it, a point is in it and under nothing that was drawn later', () => {
    const boxes = fc.record({
      x: fc.integer({ min: -20, max: 80 }),
      y: fc.integer({ min: -20, max: 80 }),
      width: fc.integer({ min: 1, max: 100 }),
      height: fc.integer({ min: 1, max: 100 }),
    });
    const layers = fc.array(fc.record({ order: fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }), shown: boxes }), { maxLength: 8 });
    fc.assert(
      fc.property(boxes, layers, (shown, others) => {
        const aim = aimAmong({ order: [1, 1], shown }, others);
        if (aim.status !== 'ready') return;
        const later = others.filter(({ order: [first = 0, second = -1] }) => first > 1 || (first === 1 && second > 1));
        for (const point of aim.points) {
          same(isIn(shown, point), true);
          same(
            later.some((each) => isIn(each.shown, point)),
            false,
          );
        }
      }),
      { ...seeded, numRuns: 33 * walksOfEach },
    );
  });
});
