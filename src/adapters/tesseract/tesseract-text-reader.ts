// Tesseract's TSV: level, page, block, paragraph, line, word, left, top, width, height, confidence (0..100), text. Words are level 5.

import type { Bounds } from '../../domain/ui/geometry.js';
import type { ReadLine, ReadText, TextReader } from '../../ports/pictures.js';
import { createWorkerThread } from '../process-kit/worker-thread.js';
import sharp from 'sharp';
import { readGreyPng, type GreyPicture } from '../sharp/read-png.js';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

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

// Text recognition with Tesseract, English: the system's if installed, as it is faster, otherwise tesseract.js. Both read the same page and
// return the same format.

export interface TesseractTextReaderOptions {
  /** Name or path; used if it is installed and has English. */
  readonly systemProgram?: string;
}

export function createTesseractTextReader({ systemProgram = 'tesseract' }: TesseractTextReaderOptions = {}): TextReader {
  const thread = createWorkerThread<Uint8Array, string>(new URL('read-thread.js', import.meta.url), 'The text reader');
  const closing = new AbortController();
  let bySystem: Promise<boolean> | undefined;
  return {
    async read(picture, signal) {
      const ends = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
      ends.throwIfAborted();
      const page = await legiblePage(picture);
      bySystem ??= hasEnglish(systemProgram);
      const tsv = (await bySystem) ? await readBySystem(systemProgram, page, ends) : await thread.ask(page, ends);
      return readLines(tsv, pageScale);
    },
    async close() {
      closing.abort(new Error('The text reader is closed.'));
      await thread.close();
    },
  };
}

// The input that Tesseract reads best: dark letters on white, 30 px high. Tesseract separates ink from paper by one brightness, so of a
// screenshot with a dark side bar it reads only the light half (50 % of the words of an admin template's pages). The difference of each
// pixel from its background is dark on white everywhere, even for grey labels (95 %).

/** Scale of the page relative to the image. */
const pageScale = 2;

/** px of the halved image: wider than two strokes of a heading, narrower than a button. */
const groundWindow = 13;
const contrast = 2;

async function legiblePage(png: Uint8Array): Promise<Uint8Array> {
  const picture = await readGreyPng(png, 'The picture');
  const { width, height } = picture;
  const page = inkOf(picture, await groundOf(picture));
  return (
    sharp(page, { raw: { width, height, channels: 1 } })
      .resize({ width: width * pageScale, height: height * pageScale, kernel: 'cubic' })
      .toColourspace('b-w')
      // A plausible resolution keeps Tesseract from guessing one.
      .withMetadata({ density: 72 * pageScale })
      .png({ compressionLevel: 1 })
      .toBuffer()
  );
}

/** The median of each pixel's surroundings. Half the size is enough, in a fifth of the time. */
async function groundOf({ pixels, width, height }: GreyPicture): Promise<GreyPicture> {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const ground = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ ...half, fit: 'fill', kernel: 'nearest' })
    .median(Math.min(groundWindow, half.width, half.height))
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { pixels: ground, ...half };
}

function inkOf({ pixels, width, height }: GreyPicture, ground: GreyPicture): Uint8Array {
  const ink = new Uint8Array(pixels.length);
  const { abs, max } = Math;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const around = ground.pixels[(y >> 1) * ground.width + (x >> 1)] ?? 0;
      ink[at] = max(0, 255 - contrast * abs((pixels[at] ?? 0) - around));
    }
  }
  return ink;
}

// The system's Tesseract as a child process.

/** Whether it is installed and has English. */
export async function hasEnglish(program: string): Promise<boolean> {
  const languages = await promisify(execFile)(program, ['--list-langs']).catch(() => undefined);
  return languages !== undefined && `${languages.stdout}\n${languages.stderr}`.split(/\s+/).includes('eng');
}

/** TSV. */
async function readBySystem(program: string, page: Uint8Array, signal: AbortSignal): Promise<string> {
  // One thread: with several, most of the time is spent waiting for each other.
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
  const child = spawn(program, ['stdin', 'stdout', '-l', 'eng', '--psm', '11', 'tsv'], { env, signal, killSignal: 'SIGKILL' });
  // It may exit before it has read everything; its exit code says why.
  child.stdin.on('error', () => undefined).end(page);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const [tsv, complaint, [code]] = await ended.catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaint.trim().split('\n').at(-1)}`);
  return tsv;
}
