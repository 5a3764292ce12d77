import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const longest = 120;

/** Any id as one file name: `../`, slashes, dots and control characters become `%XX`; long names are cut and made unique by a hash. */
export function safeName(id: string): string {
  const escaped = escape(id);
  if (escaped.length <= longest && escaped !== '') return escaped;
  return `${escaped.slice(0, longest - 33)}~${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}

/** The original id; undefined for one that was cut. */
export function idOfSafeName(name: string): string | undefined {
  if (name.includes('~')) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

function escape(id: string): string {
  return [...Buffer.from(id, 'utf8')]
    .map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`))
    .join('');
}

/** A–Z a–z 0–9 - _ */
function isPlain(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x2d || byte === 0x5f
  );
}

// User-given names as recognisable file names. Unlike `safeName`, two texts may give the same name: callers that must distinguish them do
// so.
const longestBytes = 120;

/** Separators, what Windows forbids, control characters, lone surrogates, and marks that change the text direction. */
const unsafe = /[/\\:*?"<>|\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const reservedByWindows = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i;

/** A file name: never empty, a path or hidden, at most 120 bytes. Idempotent. */
export function readableName(text: string): string {
  const plain = text
    .normalize()
    .replace(unsafe, '_')
    .replace(/^[.\s]+/, '');
  const name = firstBytes(reservedByWindows.test(plain) ? `_${plain}` : plain, longestBytes).replace(/[.\s]+$/, '');
  return name === '' ? 'unnamed' : name;
}

/** Of a folder that people name in a shell: without white space, too. */
export function folderName(text: string): string {
  return readableName(text).replace(/\s+/g, '_');
}

/** Whole characters only. */
function firstBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let kept = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    kept += character;
  }
  return kept;
}

// Appends whole lines to a file. A line torn by a crash is one broken line: the next one starts on a new line.

const newline = 0x0a;

/** Where a file ends, in bytes; `torn`: its last line has no end. */
export interface FileEnd {
  readonly size: number;
  readonly torn: boolean;
}

async function endOf(file: FileHandle): Promise<FileEnd> {
  const { size } = await file.stat();
  return { size, torn: size > 0 && (await lastByte(file, size)) !== newline };
}

export function endOfBytes(bytes: Buffer): FileEnd {
  return { size: bytes.length, torn: bytes.length > 0 && bytes.at(-1) !== newline };
}

/**
 * Appends in one write, after a line break when the file's last line is torn. Returns the offset of the text in bytes. `end`: if it is known already. What a
 * failure leaves is a torn line: others may have added theirs after it.
 */
export async function appendLines(file: FileHandle, lines: readonly string[], end?: FileEnd): Promise<number> {
  const { size, torn } = end ?? (await endOf(file));
  const bytes = Buffer.from(`${torn ? '\n' : ''}${lines.join('\n')}\n`);
  await writeAll(file, bytes);
  return size + (torn ? 1 : 0);
}

/** Each line that is valid JSON, with its position; others are skipped. */
export function parseLines(bytes: Buffer): readonly { readonly value: unknown; readonly start: number; readonly end: number }[] {
  const parsed: { value: unknown; start: number; end: number }[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(newline, start);
    const end = found === -1 ? bytes.length : found;
    const value = parseJson(bytes.toString('utf8', start, end));
    if (found !== -1 && value !== undefined) parsed.push({ value, start, end });
    start = end + 1;
  }
  return parsed;
}

/** Undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length;) written += (await file.write(bytes, written)).bytesWritten;
}

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0];
}

/** With those above it, which get the same `mode`. Node's own `recursive` asks again for ever where the system says of a folder that is there that it is not (`/proc`). */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  if (await isFolder(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path), mode);
  await mkdir(path, { mode }).catch(async (error: unknown) => {
    if (!(await isFolder(path))) throw error;
  });
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/**
 * A file appears whole or not at all, also to concurrent readers. For files with one writer at a time: a killed process leaves one hidden
 * file behind, which the next writer replaces (with a name per attempt it would stay forever). `sync`: the file survives a power cut.
 */
export async function writeWhole(path: string, content: string | Uint8Array, { sync }: { readonly sync: boolean }): Promise<void> {
  const beside = join(dirname(path), `.${basename(path)}.part`);
  const file = await open(beside, 'w');
  try {
    await file.writeFile(content);
    if (sync) await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
}

/** Most at once: open folders, or requests. */
const atOnce = 16;

/** When this settles, also by a failure, all started work has settled: nobody writes any more once the turn is released. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    const some = items.slice(start, start + atOnce).map(work);
    await Promise.allSettled(some);
    done.push(...(await Promise.all(some)));
  }
  return done;
}
