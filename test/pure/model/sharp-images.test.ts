import sharp from 'sharp';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import type { Bounds } from '../../../src/domain/ui/geometry.js';
import { isWebp } from '../../../src/domain/ui/png.js';
import { picture } from '../../support/picture.js';

const images = createSharpImages();

async function pixelsOf(png: Uint8Array) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    size: [info.width, info.height],
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)],
  };
}

const plain = [250, 250, 250];
const white = [255, 255, 255];

test('HE24: marks are boxes coloured by role, with the label on a tag in the same colour that has a white edge', async () => {
  const marks = [
    { label: '1', role: 'button', bounds: { x: 20, y: 40, width: 60, height: 30 } },
    { label: '27', role: 'link', bounds: { x: 120, y: 40, width: 60, height: 30 } },
  ];
  const { at, size } = await pixelsOf(await images.annotate(await picture(200, 100), marks));
  expect(size).toEqual([200, 100]);
  const [button, link] = [at(20, 69), at(120, 69)];
  expect(button).not.toEqual(link);
  expect([button, link]).not.toContainEqual(plain);
  expect(at(50, 55)).toEqual(plain);
  expect([at(20, 30), at(21, 30)]).toEqual([white, button]);
  expect([at(22, 29), at(24, 29), at(26, 29)]).toEqual([button, white, button]);
});

test('HE24: a label keeps off what is around, and off what the picture shows', async () => {
  const bounds = { x: 60, y: 40, width: 60, height: 30 };
  const above = { x: 0, y: 0, width: 200, height: 38 };
  const mark = { label: '1', role: 'button', bounds };
  const plainPicture = await picture(200, 100);
  const { at } = await pixelsOf(await images.annotate(plainPicture, [mark], [above]));
  expect([at(61, 34), at(53, 50)]).toEqual([plain, [200, 30, 40]]);
  const striped = await images.annotate(
    plainPicture,
    Array.from({ length: 19 }, (_, line) => ({ label: '', role: 'odd', bounds: { x: 0, y: line * 2, width: 200, height: 1 } })),
  );
  expect((await pixelsOf(await images.annotate(striped, [mark]))).at(53, 50)).toEqual([200, 30, 40]);
});

test('HE24: a label without room is led to its control by a line that ends in a dot', async () => {
  const swatches = Array.from({ length: 9 }, (_, at) => ({
    label: String(at + 1),
    role: 'button',
    bounds: { x: 80 + (at % 3) * 16, y: 40 + Math.floor(at / 3) * 12, width: 16, height: 12 },
  }));
  const { at } = await pixelsOf(await images.annotate(await picture(200, 100), swatches));
  const red = (x: number, y: number) => String(at(x, y)) === '200,30,40';
  const inside = Array.from({ length: 8 * 14 }, (_, pixel) => [97 + (pixel % 14), 54 + Math.floor(pixel / 14)] as const);
  expect(inside.filter(([x, y]) => red(x, y)).length).toBeGreaterThanOrEqual(9);
});

test('HE24: on a large picture, which a model sees smaller, labels are larger', async () => {
  const mark = { label: '1', role: 'button', bounds: { x: 200, y: 200, width: 300, height: 100 } };
  const { at } = await pixelsOf(await images.annotate(await picture(2560, 1600), [mark]));
  expect([at(201, 176), at(202, 176)]).toEqual([white, [200, 30, 40]]);
});

test('marks at and beyond the edges are clipped', async () => {
  const marks = [
    { label: '500', role: 'button', bounds: { x: -10, y: -10, width: 30, height: 30 } },
    { label: '2', role: 'odd', bounds: { x: 190, y: 90, width: 50, height: 50 } },
    { label: '3', role: 'odd', bounds: { x: 900, y: 900, width: 50, height: 50 } },
  ];
  const { at } = await pixelsOf(await images.annotate(await picture(200, 100), marks));
  expect(at(19, 10)).not.toEqual(plain);
  expect(at(190, 95)).not.toEqual(plain);
  expect(at(199, 80)).not.toEqual(at(0, 60));
});

test('a picture without marks is unchanged', async () => {
  const png = await picture(10, 10);
  expect(await images.annotate(png, [])).toBe(png);
  expect(await images.blank(png, [])).toBe(png);
});

test('a blanked box is opaque grey, and its surroundings are unchanged', async () => {
  const { at } = await pixelsOf(await images.blank(await picture(50, 50), [{ x: 10.4, y: 10.4, width: 9.2, height: 9.2 }]));
  expect([at(10, 10), at(19, 19)]).toEqual([
    [128, 128, 128],
    [128, 128, 128],
  ]);
  expect([at(9, 10), at(20, 19)]).toEqual([plain, plain]);
});

test('a picture shrinks to its longest side, and is unchanged if it is small enough', async () => {
  const png = await picture(400, 100);
  expect((await pixelsOf(await images.shrink(png, 200))).size).toEqual([200, 50]);
  expect(await images.shrink(png, 400)).toBe(png);
});

test.each([
  [{ x: 10, y: 20, width: 30, height: 40 }, [30, 40]],
  [{ x: -10, y: -10, width: 30, height: 30 }, [20, 20]],
  [{ x: 90, y: 90, width: 30, height: 30 }, [10, 10]],
  [{ x: 500, y: 500, width: 30, height: 30 }, [1, 1]],
])('a cut of %j is clamped to the picture', async (box, size) => {
  expect((await pixelsOf(await images.crop(await picture(100, 100), box))).size).toEqual(size);
});

test('bytes that are not a picture are an error', async () => {
  await expect(
    images.annotate(new Uint8Array([1, 2, 3]), [{ label: '1', role: 'button', bounds: { x: 0, y: 0, width: 1, height: 1 } }]),
  ).rejects.toThrow();
});

test('80 marks on a noisy screenshot of 1280 × 800 are drawn at its size', async () => {
  const noise = await sharp({
    create: { width: 1280, height: 800, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 6 } },
  })
    .png()
    .toBuffer();
  const marks = Array.from({ length: 80 }, (_, index) => ({
    label: String(index + 1),
    role: index % 2 ? 'button' : 'link',
    bounds: { x: (index % 10) * 120, y: Math.floor(index / 10) * 95 + 20, width: 100, height: 40 },
  }));
  const plainPage = await picture(1280, 800);
  for (const png of [plainPage, noise]) {
    const { size } = await pixelsOf(await images.annotate(png, marks));
    expect(size).toEqual([1280, 800]);
  }
});

describe('LK3, HE13: whether two pictures show the same', () => {
  const box = { x: 20, y: 0, width: 96, height: 96 };
  const withNumber = async (label: string, bounds = { x: 60, y: 50, width: 30, height: 20 }) =>
    images.annotate(await picture(200, 100), [{ label, role: 'button', bounds }]);
  const alike = async (one: Uint8Array, other: Uint8Array, otherBox = box) =>
    images.alike({ png: one, box }, { png: other, box: otherBox });

  test('the same picture is, also at another place', async () => {
    const [one, moved] = [await withNumber('5'), await withNumber('5', { x: 66, y: 50, width: 30, height: 20 })];
    expect(await alike(one, one)).toBe(true);
    expect(await alike(one, moved, { ...box, x: 26 })).toBe(true);
  });

  test('a caret, one pixel wide, makes no difference', async () => {
    const one = await withNumber('5');
    expect(await alike(one, await images.blank(one, [{ x: 40, y: 20, width: 1, height: 16 }]))).toBe(true);
  });

  test.each([
    ['another digit', '5', '8'],
    ['a digit more', '5', '50'],
    ['two digits more', '5', '500'],
  ])('%s does', async (_what, was, is) => {
    expect(await alike(await withNumber(was), await withNumber(is))).toBe(false);
  });

  test('something that came does', async () => {
    expect(await alike(await picture(200, 100), await withNumber('1'))).toBe(false);
  });

  test('what lies outside one of them is not compared, and of nothing nothing is known', async () => {
    const png = await withNumber('5');
    const outside = { ...box, x: -80 };
    expect(await images.alike({ png, box: outside }, { png, box: outside })).toBe(true);
    expect(await images.alike({ png, box: { ...box, x: 300 } }, { png, box })).toBeUndefined();
  });
});

describe('HE35: where two pictures differ', () => {
  const isRed = { r: 200, g: 60, b: 60 };
  const filled = async (background: string | typeof isRed, width = 200) =>
    sharp({ create: { width, height: 100, channels: 3, background } })
      .png()
      .toBuffer();
  const changes = async (boxes: readonly Bounds[]) => {
    const one = await filled('white');
    return images.changes(one, await images.blank(one, boxes));
  };

  test('is told in small boxes', async () => {
    expect(await changes([{ x: 20, y: 40, width: 10, height: 10 }])).toEqual([
      { x: 16, y: 32, width: 16, height: 16 },
      { x: 16, y: 48, width: 16, height: 16 },
    ]);
  });

  test('is nowhere in the same picture, and none for a caret', async () => {
    expect(await changes([])).toEqual([]);
    expect(await changes([{ x: 40, y: 20, width: 1, height: 16 }])).toEqual([]);
  });

  test('is in a colour that is as bright, and all over in pictures of two sizes', async () => {
    expect(await images.changes(await filled(isRed), await filled({ r: 60, g: 129, b: 60 }))).not.toEqual([]);
    expect(await images.changes(await filled(isRed), await filled(isRed, 180))).toEqual([{ x: 0, y: 0, width: 180, height: 100 }]);
  });
});

test('RP3: one colour all over shows nothing; a number on it does', async () => {
  const blank = await picture(200, 100);
  const numbered = await images.annotate(blank, [{ label: '5', role: 'button', bounds: { x: 60, y: 50, width: 30, height: 20 } }]);
  const box = { x: 20, y: 0, width: 96, height: 96 };
  expect(await images.shows(blank, box)).toBe(false);
  expect(await images.shows(numbered, box)).toBe(true);
  expect(await images.shows(numbered, { ...box, x: 300 })).toBe(false);
});

test('FL6: a picture for people is WebP with the very same pixels', async () => {
  const marked = await images.annotate(await picture(320, 200), [
    { label: '7', role: 'button', bounds: { x: 20, y: 40, width: 60, height: 30 } },
  ]);
  const webp = await images.lossless(marked);
  expect((await sharp(webp).metadata()).format).toBe('webp');
  const [one, other] = await Promise.all([marked, webp].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer()));
  expect(other).toEqual(one);
  expect(isWebp(webp)).toBe(true);
  expect([isWebp(marked), isWebp(new Uint8Array())]).toEqual([false, false]);
});

test('HE30: what is drawn is the box around all that has not the colour of the corner', async () => {
  const white = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  expect(await images.drawn(white)).toBeUndefined();
  const red = async (width: number, height: number, left: number, top: number) => {
    const input = await sharp({ create: { width, height, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    return images.drawn(await sharp(white).composite([{ input, left, top }]).png().toBuffer());
  };
  expect(await red(30, 20, 50, 40)).toEqual({ x: 50, y: 40, width: 30, height: 20 });
  expect(await red(200, 10, 0, 90)).toEqual({ x: 0, y: 90, width: 200, height: 10 });
  expect(await red(100, 100, 100, 0)).toEqual({ x: 100, y: 0, width: 100, height: 100 });
});
