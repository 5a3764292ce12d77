import { readFile, writeFile } from 'node:fs/promises';
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
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('usage', `${option} ${path} cannot be read (${error.code ?? error.message}): give the path of a JSON file.`);
  });
  const value = parseJson(path, text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandError('usage', `${path} holds ${nameOf(value)} where an object is expected, as in ${example}.`);
  return value as Readonly<Record<string, unknown>>;
}

/** Throws a usage error that names the position. `hint`: what to do about it. */
export function parseJson(path: string, text: string, hint?: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      'usage',
      `${path}${placeOf(message, text)} is not JSON: ${reasonOf(message)}${hint === undefined ? '' : `; ${hint}`}.`,
      { cause: error },
    );
  }
}

/** `:line:column`, from the offset in V8's message; the end of the text when it has none. */
function placeOf(message: string, text: string): string {
  const named = /at position (\d+)/.exec(message)?.[1];
  const offset = named === undefined ? offendingOffset(message, text) : Number(named);
  const lines = text.slice(0, offset).split('\n');
  return `:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

/** Node 20 names the position only for some errors: `Unexpected token '}', "{"a": }" is not valid JSON` has none for short texts. */
function offendingOffset(message: string, text: string): number {
  const token = /^Unexpected token '(.)'/u.exec(message)?.[1];
  if (token === undefined) return text.length;
  for (let offset = text.indexOf(token); offset >= 0; offset = text.indexOf(token, offset + 1)) {
    if (failsAt(text.slice(0, offset + 1), token)) return offset;
  }
  return text.length;
}

/** Whether this prefix of the text already fails at its last character: the shortest one that does ends at the culprit. */
function failsAt(prefix: string, token: string): boolean {
  try {
    JSON.parse(prefix);
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith(`Unexpected token '${token}'`);
  }
}

function reasonOf(message: string): string {
  return message.replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '').replace(/ (?:in JSON )?at position \d+.*$/s, '');
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
