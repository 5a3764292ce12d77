// Tesseract's TSV: level, page, block, paragraph, line, word, left, top, width, height, confidence (0..100), text. Words are level 5.
import type { Bounds } from '../../domain/ui/geometry.js';
import type { ReadLine, ReadText } from '../../ports/text-reader.js';

/** Below it are icons and rules mistaken for letters. */
const leastConfidence = 0.3;

/** Gap between two words of one line, as a multiple of their height. Buttons beside each other are further apart. */
const widestGap = 2;
/** As a multiple of a neighbour's height: anything taller is a border mistaken for a letter, not a word of that line. */
const tallest = 2.5;

/** `scale`: of the page that was read, relative to the image. The bounds are px of the image. */
export function readLines(tsv: string, scale: number): readonly ReadLine[] {
  const lines = new Map<string, ReadText[]>();
  for (const row of tsv.split('\n')) {
    const [level, page, block, paragraph, line, , left, top, width, height, confidence, ...text] = row.split('\t');
    const word = {
      text: text.join('\t').trim(),
      bounds: boundsOf([left, top, width, height].map((value) => Number(value) / scale)),
      confidence: Number(confidence) / 100,
    };
    if (level !== '5' || !(word.confidence >= leastConfidence) || !/[\p{L}\p{N}]/u.test(word.text)) continue;
    const place = [page, block, paragraph, line].join('.');
    lines.set(place, [...(lines.get(place) ?? []), word]);
  }
  return inReadingOrder([...lines.values()].flatMap(parted).map(lineOf));
}

function parted(words: readonly ReadText[]): readonly (readonly ReadText[])[] {
  const parts: ReadText[][] = [];
  for (const word of words) {
    const last = parts.at(-1)?.at(-1);
    if (last && belongTogether(last.bounds, word.bounds)) parts.at(-1)?.push(word);
    else parts.push([word]);
  }
  return parts;
}

function belongTogether(left: Bounds, right: Bounds): boolean {
  const [lower = 0, higher = 0] = [left.height, right.height].sort((a, b) => a - b);
  return right.x - left.x - left.width <= widestGap * higher && higher <= tallest * lower;
}

function lineOf(words: readonly ReadText[]): ReadLine {
  return {
    text: words.map(({ text }) => text).join(' '),
    bounds: around(words.map(({ bounds }) => bounds)),
    confidence: words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length,
    words,
  };
}

/** Top to bottom, and left to right within a row: a line belongs to a row when its middle is within the height of the row's first line. */
function inReadingOrder(lines: readonly ReadLine[]): readonly ReadLine[] {
  const rows: ReadLine[][] = [];
  for (const line of [...lines].sort((one, other) => middle(one) - middle(other))) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && middle(line) < first.bounds.y + first.bounds.height) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => row.sort((one, other) => one.bounds.x - other.bounds.x));
}

function middle({ bounds }: ReadLine): number {
  return bounds.y + bounds.height / 2;
}

/** Smallest box of whole pixels that contains it. */
function boundsOf([left = 0, top = 0, width = 0, height = 0]: readonly number[]): Bounds {
  const x = Math.floor(left);
  const y = Math.floor(top);
  return { x, y, width: Math.ceil(left + width) - x, height: Math.ceil(top + height) - y };
}

function around(boxes: readonly Bounds[]): Bounds {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
