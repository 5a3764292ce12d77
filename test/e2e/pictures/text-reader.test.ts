import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { isAlive } from '../../../src/adapters/process-kit/process-marks.js';
import { hasEnglish, createTesseractTextReader } from '../../../src/adapters/tesseract/tesseract-text-reader.js';
import type { Bounds } from '../../../src/domain/ui/geometry.js';
import type { ReadText, TextReader } from '../../../src/ports/pictures.js';
import { orderDesk } from '../../support/order-desk.js';
import { picture } from '../../support/picture.js';
import { screenshotOf, type Screenshot } from '../../support/screenshot.js';
import { until } from '../../support/until.js';

let folder = '';
let desk: Screenshot;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steadyhand-text-'));
  desk = await screenshotOf(orderDesk, { folder });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const systemHasTesseract = await hasEnglish('tesseract');
if (!systemHasTesseract)
  console.log('No `tesseract` with English on the PATH: of the two readers only tesseract.js is tested on real pictures.');

/** What is tested, by the program that the reader runs. */
const readers: readonly (readonly [string, string])[] = [
  ['tesseract.js', 'no-such-tesseract'],
  ...(systemHasTesseract ? [["the system's tesseract", 'tesseract'] as const] : []),
];

describe.each(readers)('with %s', (_, systemProgram) => {
  let reader: TextReader;
  beforeAll(() => {
    reader = createTesseractTextReader({ systemProgram });
  });
  afterAll(() => reader.close());

  test('at least 85 % of the words of a screenshot are read where they are, on dark and light background', async () => {
    const words = (await reader.read(desk.png)).flatMap((line) => line.words);
    const missed = desk.words.filter(({ text, bounds }) => !words.some((word) => word.text === text && holds(word, bounds)));
    // Lists the missed words.
    expect(missed.map(({ text }) => text).slice(desk.words.length * 0.15)).toEqual([]);
    // A single round capital is often read as a small letter.
    const sideBar = words.filter(({ bounds }) => bounds.x < 220).map(({ text }) => text.toLowerCase());
    expect(sideBar).toEqual(['harbour', 'desk', 'overview', 'orders', 'customers', 'warehouse', 'invoices', 'reports', 'settings']);
    expect(words.every(({ confidence }) => confidence >= 0.3 && confidence <= 1)).toBe(true);
  });

  test('the words of a label are on one line', async () => {
    const lines = (await reader.read(desk.png)).map(({ text }) => text);
    expect(lines).toEqual(expect.arrayContaining(['Orders waiting', 'Delete selected', 'Oliver Kane', 'Waiting for payment']));
    expect(lines.indexOf('Oliver Kane')).toBeLessThan(lines.indexOf('Mechanical keyboard'));
    expect(lines.indexOf('Mechanical keyboard')).toBeLessThan(lines.indexOf('Maria Lindholm'));
  });

  test('an empty picture has no lines', async () => {
    expect(await reader.read(await picture(640, 400))).toEqual([]);
    expect(await reader.read(await picture(1, 1))).toEqual([]);
  });

  test('bytes that are not a picture, or half of one, are reported', async () => {
    await expect(reader.read(Buffer.from('no picture'))).rejects.toMatchObject({
      code: 'picture-unreadable',
      message: 'The picture is not a PNG.',
    });
    await expect(reader.read(desk.png.subarray(0, desk.png.length / 2))).rejects.toMatchObject({
      code: 'picture-unreadable',
      message: expect.stringMatching(/^The picture is a broken PNG: .+\.$/),
    });
  });

  test('an aborted reading ends, and the next picture is read', async () => {
    const given = new AbortController();
    const lost = reader.read(desk.png, given.signal);
    given.abort(new Error('enough'));
    await expect(lost).rejects.toThrow('enough');
    expect(
      (await reader.read(await sharp(desk.png).extract({ left: 240, top: 10, width: 300, height: 60 }).png().toBuffer())).map(
        ({ text }) => text,
      ),
    ).toContain('Orders waiting');
  });

  test('after close nothing is read', async () => {
    const own = createTesseractTextReader({ systemProgram });
    await own.close();
    await expect(own.read(desk.png)).rejects.toThrow('The text reader is closed.');
  });
});

describe('with a stand-in for tesseract', () => {
  const told = (): { readonly pid: number; readonly arguments: readonly string[]; readonly threads: string; readonly png: boolean } =>
    JSON.parse(readFileSync(join(folder, 'told.json'), 'utf8'));

  /** Takes a PNG as Tesseract does, prints how it was called, and then does what `then` says. */
  function standIn(then: string): string {
    const path = join(folder, 'stand-in');
    writeFileSync(
      path,
      `#!${process.execPath}
      const fs = require('node:fs');
      if (process.argv[2] === '--list-langs') { console.log('List of available languages (2):\\neng\\nosd'); process.exit(0); }
      const png = fs.readFileSync(0).subarray(1, 4).toString() === 'PNG';
      const told = { pid: process.pid, arguments: process.argv.slice(2), threads: process.env.OMP_THREAD_LIMIT, png };
      fs.writeFileSync('${folder}/told.part', JSON.stringify(told));
      fs.renameSync('${folder}/told.part', '${folder}/told.json');
      ${then}`,
    );
    chmodSync(path, 0o755);
    rmSync(join(folder, 'told.json'), { force: true });
    return path;
  }

  test('it gets a PNG and one thread, and its words come back in pixels of the picture', async () => {
    const row = ['5', '1', '1', '1', '1', '1', '200', '100', '80', '20', '91.5', 'Orders'].join('\\t');
    const reader = createTesseractTextReader({ systemProgram: standIn(`console.log('${row}')`) });
    const word = { text: 'Orders', bounds: { x: 100, y: 50, width: 40, height: 10 }, confidence: 0.915 };
    expect(await reader.read(desk.png)).toEqual([{ ...word, words: [word] }]);
    expect(told()).toMatchObject({ threads: '1', png: true, arguments: ['stdin', 'stdout', '-l', 'eng', '--psm', '11', 'tsv'] });
    await reader.close();
  });

  test('its failure is reported with its own message', async () => {
    const reader = createTesseractTextReader({
      systemProgram: standIn("console.error('first'); console.error('the last line'); process.exit(4)"),
    });
    await expect(reader.read(desk.png)).rejects.toThrow(/stand-in ended with 4: the last line$/);
    await reader.close();
  });

  test.each<[string, string]>([
    ['given up', 'enough'],
    ['closed', 'The text reader is closed.'],
  ])('it is ended when the reading is %s', async (how, message) => {
    const reader = createTesseractTextReader({ systemProgram: standIn('setTimeout(() => undefined, 30_000)') });
    const given = new AbortController();
    const lost = reader.read(desk.png, given.signal).catch((error: unknown) => error);
    const { pid } = await until(told, 'The program was started');
    if (how === 'closed') await reader.close();
    else given.abort(new Error('enough'));
    expect(await lost).toMatchObject({ message });
    await until(() => !isAlive(pid), 'The program ended');
    await reader.close();
  });
});

/** The centre of `bounds` is within what was read, and the left and right edges nearly match. */
function holds(read: ReadText, { x, y, width, height }: Bounds): boolean {
  const middle = y + height / 2;
  return (
    middle >= read.bounds.y &&
    middle <= read.bounds.y + read.bounds.height &&
    Math.abs(read.bounds.x - x) <= 4 &&
    Math.abs(read.bounds.x + read.bounds.width - x - width) <= 4
  );
}
