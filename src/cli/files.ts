import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { largestWritten, writtenJson, WrittenFileError } from '../domain/text/written-file.js';
import { CommandError } from './errors.js';

interface JsonFileOption {
  readonly option: string;
  readonly example: string;
}

const inputOption: JsonFileOption = { option: '--input', example: '{"request": "…", "device": {"kind": "web"}}' };

/** Throws a usage error that names the file and the position. */
export async function readJsonObject(
  path: string,
  { option, example }: JsonFileOption = inputOption,
): Promise<Readonly<Record<string, unknown>>> {
  const value = await readJson(path, 'a JSON file', `${option} ${path}`);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandError('usage', `${path} holds ${nameOf(value)} where an object is expected, as in ${example}.`);
  return value as Readonly<Record<string, unknown>>;
}

/** `what`: it should be; `given`: as the command was given it. Throws a usage error that names the file and the position. */
export async function readJson(path: string, what: string, given = path): Promise<unknown> {
  const bytes = await readUpTo(path, largestWritten).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('usage', `${given} cannot be read (${error.code ?? error.message}): give the path of ${what}.`);
  });
  return asUsage(path, () => writtenJson(bytes));
}

/** And one byte more, where there are more. Also of a pipe that the shell has opened; one by name is waited for without end. */
export async function readUpTo(path: string, most: number): Promise<Buffer> {
  if (!/^\/(?:dev|proc)\//.test(path) && (await stat(path)).isFIFO()) throw new Error('it is a pipe');
  return buffer(createReadStream(path, { end: most }));
}

/** `name`: what to call the text. `hint`: what to do about it. Throws a usage error that names the position. */
export function parseJson(name: string, text: string, hint?: string): unknown {
  return asUsage(name, () => writtenJson(text), hint);
}

function asUsage<T>(name: string, read: () => T, hint?: string): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WrittenFileError)) throw error;
    throw new CommandError('usage', `${error.in(name)}${hint === undefined ? '' : `; ${hint}`}.`, { cause: error });
  }
}

function nameOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

/** A new one is its user's alone: reports, maps and recorded runs show what a run saw. `option`: the one that gave the path. Throws a `CommandError` that names it. */
export async function writeNamedFile(path: string, content: string | Uint8Array, option: string): Promise<void> {
  await writeFile(path, content, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('refused', `${path} cannot be written (${error.code ?? error.message}): give ${option} another path.`);
  });
}
