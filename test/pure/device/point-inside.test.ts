import { pointInside } from '../../../src/adapters/device-kit/targets.js';

const page = { what: 'page', width: 800, height: 600 };

test.each([
  ['px', { x: 0, y: 599 }, { x: 0, y: 599 }],
  ['px', { x: 10.4, y: 10.6 }, { x: 10, y: 11 }],
  ['fraction', { x: 0, y: 1 }, { x: 0, y: 599 }],
  ['fraction', { x: 0.5, y: 0.5 }, { x: 400, y: 300 }],
] as const)('a point in %s, %j, is a whole px: %j', (unit, point, px) => {
  expect(pointInside(page, { point, unit })).toEqual(px);
});

test.each([
  ['px', { x: 800, y: 0 }],
  ['px', { x: 0, y: 599.6 }],
  ['px', { x: -1, y: 0 }],
  ['px', { x: Number.NaN, y: 0 }],
  ['fraction', { x: 0, y: 1.1 }],
] as const)('a point in %s, %j, is outside, and the error says of what', (unit, point) => {
  const message = `The point ${point.x}, ${point.y} (${unit}) is outside the page's 800 × 600 px.`;
  expect(() => pointInside(page, { point, unit })).toThrow(message);
});
