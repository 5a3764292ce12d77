// Text recognition with Tesseract, English: the system's if installed, as it is faster, otherwise tesseract.js. Both read the same page and
// return the same format.
import type { TextReader } from '../../ports/text-reader.js';
import { createWorkerThread } from '../process-kit/worker-thread.js';
import { readLines } from './read-lines.js';
import sharp from 'sharp';
import { readGreyPng, type GreyPicture } from '../sharp/read-png.js';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

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
