import { readLines } from '../../../src/adapters/tesseract/tesseract-text-reader.js';

const header = 'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext';

interface Word {
  readonly line: number;
  readonly at: readonly [left: number, top: number, width: number, height: number];
  readonly confidence?: number;
}

/** Tesseract's output: a row for the line before the rows of words. */
function tsv(words: Readonly<Record<string, Word>>): string {
  const rows = Object.entries(words).flatMap(([text, { line, at, confidence = 96.5 }], index) => [
    ['4', '1', '1', '1', line, '0', ...at, '-1', ''],
    ['5', '1', '1', '1', line, index + 1, ...at, confidence, text],
  ]);
  return [header, ...rows.map((row) => row.join('\t')), ''].join('\n');
}

const texts = (page: string): readonly string[] => readLines(page, 1).map(({ text }) => text);

test('words of a line stay together, in pixels of the picture', () => {
  const page = tsv({ Create: { line: 1, at: [201, 100, 80, 20] }, report: { line: 1, at: [290, 104, 61, 21], confidence: 80.5 } });
  const word = { text: 'Create', bounds: { x: 100, y: 50, width: 41, height: 10 }, confidence: 0.965 };
  const next = { text: 'report', bounds: { x: 145, y: 52, width: 31, height: 11 }, confidence: 0.805 };
  expect(readLines(page, 2)).toEqual([
    { text: 'Create report', bounds: { x: 100, y: 50, width: 76, height: 13 }, confidence: expect.closeTo(0.885), words: [word, next] },
  ]);
});

test('unlikely words are left out, and so is a line of nothing else', () => {
  const page = tsv({
    kept: { line: 1, at: [0, 0, 40, 10], confidence: 30 },
    doubted: { line: 1, at: [50, 0, 40, 10], confidence: 29.9 },
    '—': { line: 1, at: [100, 0, 40, 10] },
    '|': { line: 2, at: [0, 40, 5, 10] },
    '7': { line: 3, at: [0, 80, 5, 10] },
    größe: { line: 4, at: [0, 120, 5, 10] },
  });
  expect(texts(page)).toEqual(['kept', '7', 'größe']);
});

test('labels far apart on one line are separate lines', () => {
  const page = tsv({
    Export: { line: 1, at: [100, 100, 44, 13] },
    list: { line: 1, at: [149, 100, 20, 10] },
    Delete: { line: 1, at: [209, 100, 42, 10] },
    selected: { line: 1, at: [255, 100, 55, 10] },
  });
  expect(texts(page)).toEqual(['Export list', 'Delete selected']);
});

test('a border between two buttons that is read as a letter joins no words', () => {
  const page = tsv({
    Export: { line: 1, at: [0, 12, 44, 13] },
    list: { line: 1, at: [50, 12, 20, 13] },
    C: { line: 1, at: [80, 0, 13, 37], confidence: 55 },
    Delete: { line: 1, at: [100, 12, 40, 13] },
    all: { line: 1, at: [146, 15, 16, 10] },
  });
  expect(texts(page)).toEqual(expect.arrayContaining(['Export list', 'Delete all']));
});

test('lines are ordered from top to bottom, then from left to right', () => {
  const page = tsv({
    total: { line: 1, at: [300, 98, 50, 12] },
    below: { line: 2, at: [20, 130, 50, 10] },
    name: { line: 3, at: [20, 100, 50, 10] },
    item: { line: 4, at: [160, 103, 50, 8] },
    title: { line: 5, at: [20, 20, 200, 30] },
  });
  expect(texts(page)).toEqual(['title', 'name', 'item', 'total', 'below']);
});

test('a page without words has no lines', () => {
  expect(readLines(`${header}\n1\t1\t0\t0\t0\t0\t0\t0\t640\t400\t-1\t\n`, 2)).toEqual([]);
  expect(readLines('', 2)).toEqual([]);
});
