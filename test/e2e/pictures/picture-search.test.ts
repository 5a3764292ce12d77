import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Region } from 'sharp';
import { createOpencvPictureSearch } from '../../../src/adapters/opencv/opencv-picture-search.js';
import type { Point } from '../../../src/domain/ui/geometry.js';
import type { PictureMatch, PictureSearch } from '../../../src/ports/pictures.js';
import { orderDesk } from '../../support/order-desk.js';
import { picture } from '../../support/picture.js';
import { screenshotOf, type Screenshot } from '../../support/screenshot.js';

const allScales = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2];
const everyScale = { threshold: 0.8, maxResults: 5, scales: allScales };

let folder = '';
let desk: Buffer;
let deleteButton: { readonly region: Region; readonly png: Buffer };
let search: PictureSearch;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steadyhand-pictures-'));
  const { png, words } = await screenshotOf(orderDesk, { folder });
  desk = png;
  const { x, y } = labelOf(words);
  const region = { left: Math.floor(x) - 16, top: Math.floor(y) - 9, width: 130, height: 34 };
  deleteButton = { region, png: await cut(desk, region) };
  search = createOpencvPictureSearch();
});

afterAll(async () => {
  await search.close();
  rmSync(folder, { recursive: true, force: true });
});

const cut = (png: Uint8Array, region: Region): Promise<Buffer> => sharp(png).extract(region).png().toBuffer();

/** `pieces` on a background of one colour. */
const laid = async (...pieces: readonly { readonly input: Buffer; readonly left: number; readonly top: number }[]): Promise<Buffer> =>
  sharp(await picture(640, 400))
    .composite([...pieces])
    .png()
    .toBuffer();

const labelOf = (words: Screenshot['words']): Point => words.find(({ text }) => text === 'Delete')?.bounds ?? { x: NaN, y: NaN };

const distance = (match: PictureMatch | undefined, { x, y }: Point): number =>
  Math.max(Math.abs((match?.bounds.x ?? NaN) - x), Math.abs((match?.bounds.y ?? NaN) - y));

const places = (matches: readonly PictureMatch[]): readonly (readonly [number, number])[] => matches.map(({ bounds: { x, y } }) => [x, y]);

test.each<Region>([
  { left: 0, top: 0, width: 160, height: 60 },
  { left: 1011, top: 333, width: 117, height: 23 },
  { left: 252, top: 91, width: 63, height: 17 },
  { left: 20, top: 60, width: 1260, height: 740 },
])('a piece of a screenshot is found where it was cut out: %j', async (region) => {
  const { left: x, top: y, width, height } = region;
  const [best] = await search.find(desk, await cut(desk, region), { threshold: 1, maxResults: 1 });
  expect(best).toEqual({ bounds: { x, y, width, height }, score: 1, scale: 1 });
});

test.each(allScales)('a picture shown at %d of its size is found with that scale', async (scale) => {
  const width = Math.round(deleteButton.region.width * scale);
  const height = Math.round(deleteButton.region.height * scale);
  const shown = await sharp(deleteButton.png).resize({ width, height, fit: 'fill' }).png().toBuffer();
  const matches = await search.find(await laid({ input: shown, left: 201, top: 97 }), deleteButton.png, everyScale);
  expect(matches).toMatchObject([{ scale, bounds: { width, height } }]);
  expect(distance(matches[0], { x: 201, y: 97 })).toBeLessThanOrEqual(1);
});

test('what a browser zooms is found at its zoom factor', async () => {
  const { png, words } = await screenshotOf(orderDesk, { folder, zoom: 1.5 });
  const { x, y } = labelOf(words);
  const matches = await search.find(png, deleteButton.png, everyScale);
  expect(matches).toMatchObject([{ scale: 1.5 }]);
  expect(distance(matches[0], { x: (x - 16) * 1.5, y: (y - 9) * 1.5 })).toBeLessThanOrEqual(2);
});

test('the scale is 1 unless others are given', async () => {
  const half = await sharp(deleteButton.png).resize({ width: 65 }).png().toBuffer();
  const shown = await laid({ input: half, left: 100, top: 100 });
  expect(await search.find(shown, deleteButton.png, { threshold: 0.8, maxResults: 1 })).toEqual([]);
  expect(await search.find(shown, deleteButton.png, { threshold: 0.8, maxResults: 1, scales: [] })).toEqual([]);
});

test('what is not in the picture is not found', async () => {
  const absent = await sharp({
    create: { width: 90, height: 34, channels: 3, background: 'white', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();
  expect(await search.find(desk, absent, everyScale)).toEqual([]);
});

test('several are found: best match first, no place twice, no more than asked for', async () => {
  const blurred = (sigma: number): Promise<Buffer> => sharp(deleteButton.png).blur(sigma).png().toBuffer();
  const shown = await laid(
    { input: await blurred(1.2), left: 40, top: 40 },
    { input: deleteButton.png, left: 300, top: 120 },
    { input: await blurred(0.7), left: 430, top: 300 },
  );
  const matches = await search.find(shown, deleteButton.png, { threshold: 0.7, maxResults: 10, scales: allScales });
  expect(places(matches)).toEqual([
    [300, 120],
    [430, 300],
    [40, 40],
  ]);
  expect(places(await search.find(shown, deleteButton.png, { threshold: 0.7, maxResults: 2 }))).toEqual([
    [300, 120],
    [430, 300],
  ]);
});

test('transparent parts of a template count as white', async () => {
  const icon = await sharp(
    Buffer.from('<svg width="30" height="30"><circle cx="15" cy="15" r="9" fill="none" stroke="black" stroke-width="4"/></svg>'),
  )
    .png()
    .toBuffer();
  const white = await sharp(await picture(200, 200, { r: 255, g: 255, b: 255 }))
    .composite([{ input: icon, left: 77, top: 31 }])
    .png()
    .toBuffer();
  expect(await search.find(white, icon, { threshold: 0.99, maxResults: 1 })).toMatchObject([{ bounds: { x: 77, y: 31 } }]);
});

describe('an impossible search', () => {
  const exact = { threshold: 0.9, maxResults: 1 };
  const refusal = (message: RegExp) => ({ code: 'picture-unreadable', message: expect.stringMatching(message) });

  test('a template of one colour', async () => {
    await expect(search.find(desk, await picture(40, 20), exact)).rejects.toMatchObject(refusal(/^The template is a single colour/));
  });

  test('a template larger than the picture', async () => {
    const small = await cut(desk, { left: 0, top: 0, width: 600, height: 33 });
    await expect(search.find(small, deleteButton.png, exact)).rejects.toMatchObject(
      refusal(/^The template \(130 × 34 px\) does not fit into the picture \(600 × 33 px\) at scale 1\.$/),
    );
    const { left, top } = deleteButton.region;
    const tight = await cut(desk, { ...deleteButton.region, left: left - 10, top: top - 2, width: 150, height: 38 });
    expect(await search.find(tight, deleteButton.png, { ...exact, scales: [2, 1] })).toMatchObject([{ bounds: { x: 10, y: 2 }, scale: 1 }]);
  });

  test('bytes that are not a picture, or half of one', async () => {
    const text = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await expect(search.find(text, deleteButton.png, exact)).rejects.toMatchObject(refusal(/^The picture is not a PNG\.$/));
    await expect(search.find(desk, new Uint8Array(), exact)).rejects.toMatchObject(refusal(/^The template is not a PNG\.$/));
    await expect(search.find(desk.subarray(0, desk.length / 2), deleteButton.png, exact)).rejects.toMatchObject(
      refusal(/^The picture is a broken PNG: .+\.$/),
    );
  });
});

test('an aborted search ends, and the next one runs', async () => {
  const given = new AbortController();
  const lost = search.find(desk, deleteButton.png, { ...everyScale, signal: given.signal });
  given.abort(new Error('enough'));
  await expect(lost).rejects.toThrow('enough');
  expect(await search.find(desk, deleteButton.png, { threshold: 0.9, maxResults: 3 })).toHaveLength(1);
});

test('concurrent searches get their own answers', async () => {
  const pieces = [0, 300, 700].map((left) => ({ left, top: 60, width: 200, height: 100 }));
  const found = await Promise.all(
    pieces.map(async (piece) => search.find(desk, await cut(desk, piece), { threshold: 0.99, maxResults: 1 })),
  );
  expect(found.map((matches) => places(matches)[0])).toEqual(pieces.map(({ left, top }) => [left, top]));
});

test('after close nothing is searched', async () => {
  const own = createOpencvPictureSearch();
  await own.close();
  await expect(own.find(desk, deleteButton.png, { threshold: 0.9, maxResults: 1 })).rejects.toThrow('The picture search is closed.');
});
