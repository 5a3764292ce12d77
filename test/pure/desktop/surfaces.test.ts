import { onScreen, onSurface, placingOf, pointsAround, windowsOf } from '../../../src/adapters/desktop/surfaces.js';

const box = { x: 0, y: 0, width: 400, height: 300 };
const none = { left: 0, right: 0, top: 0, bottom: 0 };
const place = (title: string, x: number, width: number, height: number, shadow = none) => ({
  title,
  bounds: { x, y: 50, width, height },
  shadow,
});
const button = { x: 10, y: 20, width: 30, height: 40 };

describe('HE2: a surface stands where its window is on the display', () => {
  test.each([
    ['as it is told', box, place('', 100, 400, 300), { x: 110, y: 70, width: 30, height: 40 }, 0],
    [
      'in a shadow',
      box,
      place('', 100, 460, 350, { left: 30, right: 30, top: 10, bottom: 40 }),
      { x: 140, y: 80, width: 30, height: 40 },
      0,
    ],
    ['in a border of six pixels', box, place('', 100, 412, 312), { x: 116, y: 76, width: 30, height: 40 }, 6],
    ['twice as large', box, place('', 100, 800, 600), { x: 120, y: 90, width: 60, height: 80 }, 0],
    [
      'a pop-up that is told where its button is',
      { ...box, x: 7, y: 8 },
      place('', 100, 400, 300),
      { x: 103, y: 62, width: 30, height: 40 },
      0,
    ],
  ])('%s', (_what, told, seen, wanted, doubt) => {
    const placing = placingOf(told, seen);
    if (!placing) throw new Error('no place');
    expect(onScreen(placing, button)).toEqual(wanted);
    expect(onSurface(placing, wanted)).toEqual({ x: button.x, y: button.y });
    expect(placing.doubt.x).toBe(doubt);
  });

  test('nowhere, where no window has its size, or two have', () => {
    const seen = new Map([
      [1, place('One', 0, 400, 300)],
      [2, place('Two', 0, 400, 300)],
      [3, place('Two', 0, 100, 100)],
    ]);
    const told = ['Two', 'Other'].map((name) => ({ name, box }));
    expect(windowsOf([...told, { name: 'Two', box: { ...box, width: 90, height: 90 } }], seen)).toEqual([2, undefined, 3]);
    expect(placingOf(box, place('', 0, 399, 300))).toBeUndefined();
    expect(placingOf(box, place('', 0, 500, 300))).toBeUndefined();
  });
});

test('HE2: a point of a surface that may begin elsewhere is at all four corners of the doubt', () => {
  const placing = { scale: 1, origin: { x: 0, y: 0 } };
  expect(pointsAround({ x: 50, y: 60 }, { ...placing, doubt: { x: 0, y: 0 } })).toEqual([{ x: 50, y: 60 }]);
  expect(pointsAround({ x: 50, y: 60 }, { ...placing, doubt: { x: 5, y: 6 } })).toEqual([
    { x: 45, y: 54 },
    { x: 45, y: 66 },
    { x: 55, y: 54 },
    { x: 55, y: 66 },
  ]);
});
