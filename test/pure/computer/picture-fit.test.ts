import { longestSideThatFits, tokensOfPatches } from '../../../src/domain/computer/picture-places.js';
import type { Size } from '../../../src/domain/ui/geometry.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import { picture } from '../../support/picture.js';

const size = (width: number, height: number): Size => ({ width, height });

test.each([
  [size(28, 28), 1],
  [size(29, 28), 2],
  [size(1_280, 800), 46 * 29],
  [size(1_092, 1_092), 39 * 39],
])('FL22: a picture of %j is so many patches', (of, tokens) => {
  expect(tokensOfPatches(of)).toBe(tokens);
});

test.each([
  // As they are.
  [size(640, 400), 640],
  [size(1_280, 800), 1_280],
  [size(1_280, 720), 1_280],
  [size(1_024, 768), 1_024],
  // By the long side alone, and by tokens.
  [size(3_136, 700), 1_568],
  [size(1_920, 1_080), 1_456],
  [size(2_560, 1_600), 1_388],
  [size(1_280, 1_024), 1_225],
  [size(1_024, 1_280), 1_225],
  [size(1, 1), 1],
  [size(10_000, 1), 1_568],
])('FL22: a picture of %j fits with a side of %i px, and not with one more', async (of, side) => {
  expect(longestSideThatFits(of)).toBe(side);
  const images = createSharpImages();
  const sent = await images.size(await images.shrink(await picture(of.width, of.height), side));
  expect(tokensOfPatches(sent)).toBeLessThanOrEqual(1_568);
  expect(Math.max(sent.width, sent.height)).toBe(side);
  if (side === Math.max(of.width, of.height) || side === 1_568) return;
  const scale = (side + 1) / Math.max(of.width, of.height);
  expect(tokensOfPatches(size(Math.ceil(of.width * scale), Math.ceil(of.height * scale)))).toBeGreaterThan(1_568);
});
