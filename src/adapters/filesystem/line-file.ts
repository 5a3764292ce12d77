// Appends whole lines to a file. A line torn by a crash is one broken line: the next one starts on a new line.
import type { FileHandle } from 'node:fs/promises';

const newline = 0x0a;

/** Where a file ends, in bytes; `torn`: its last line has no end. */
export interface FileEnd {
  readonly size: number;
  readonly torn: boolean;
}

export async function endOf(file: FileHandle): Promise<FileEnd> {
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

export async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length;) written += (await file.write(bytes, written)).bytesWritten;
}

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0];
}
