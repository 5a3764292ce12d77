// Reads one file of a definition: its extension gives the format, and its size is checked before its text is read.
import { decode, ToonDecodeError } from '@toon-format/toon';
import { constants, open } from 'node:fs/promises';
import { Lexer, parseDocument, Parser } from 'yaml';
import { finding, type Finding, type Path } from '../../domain/procedure/finding.js';
import { deepestWritten, writtenJson, WrittenFileError, writtenText } from '../../domain/text/written-file.js';

/** In order of precedence: the first that exists is the definition. */
export const extensions = ['.toon', '.yaml', '.yml', '.json'] as const;

const formats: Readonly<Record<(typeof extensions)[number], Format>> = {
  '.toon': 'toon',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.json': 'json',
};

export async function readDocument(file: string): Promise<Decoded> {
  const extension = extensions.find((each) => file.endsWith(each));
  if (extension === undefined) return { findings: [unreadable(`its name must end in ${extensions.join(', ')}`)] };
  try {
    // Of a pipe, it would wait for the other end.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await handle.stat();
      if (!stat.isFile()) return { findings: [unreadable('it is not a file')] };
      if (stat.size > limits.bytes)
        return {
          findings: [finding('too-large', [], `it has ${stat.size} bytes; a definition has at most ${limits.bytes}`)],
        };
      return decodeBytes(await handle.readFile(), formats[extension]);
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { findings: [unreadable(error instanceof Error ? error.message : String(error))] };
  }
}

// Decodes a definition to plain JSON, or reports what is wrong with it. Nothing in it is executed, and nothing in it can crash the process:
//
// decode-1. Size is checked before a decoder sees the text. So is depth: most decoders recurse, and deep YAML does not throw but crashes the process.
// decode-2. The result is a tree of bounded size: no cycles, no multiplying aliases.
// decode-3. A key `__proto__` is refused: it would be a trap for any code that copies the object.

const limits = { bytes: 256 * 1024, depth: deepestWritten, values: 100_000, aliases: 50 } as const;

type Format = 'toon' | 'yaml' | 'json';

type Decoded = { readonly value: unknown } | { readonly findings: readonly Finding[] };

/** Throws on text that it cannot read, or returns findings. */
type Decoder = (text: string) => Decoded;

const decoders: Readonly<Record<Format, Decoder>> = {
  json: (text) => ({ value: writtenJson(text) }),
  toon: (text) => {
    // Two spaces are one level.
    const deepest = text.match(/^ +/gm)?.reduce((most, indent) => Math.max(most, indent.length), 0) ?? 0;
    return deepest > limits.depth * 2 ? tooDeep : { value: decode(text, { strict: true }) };
  },
  yaml: (text) => {
    if (isDeepYaml(text)) return tooDeep;
    const document = parseDocument(text, { logLevel: 'error' });
    const wrong = [...document.errors, ...document.warnings];
    if (wrong.length > 0) return { findings: wrong.map(({ message }) => unreadable(firstLine(message))) };
    return { value: document.toJS({ maxAliasCount: limits.aliases }) as unknown };
  },
};

const tooDeep: Decoded = { findings: [finding('too-large', [], `it is nested deeper than ${limits.depth}`)] };

function decodeBytes(bytes: Uint8Array, format: Format): Decoded {
  const decoded = attempt(bytes, format);
  if ('findings' in decoded) return decoded;
  const findings = oddities(decoded.value);
  return findings.length === 0 ? decoded : { findings };
}

function attempt(bytes: Uint8Array, format: Format): Decoded {
  try {
    return decoders[format](writtenText(bytes));
  } catch (error) {
    if (error instanceof ToonDecodeError && error.source !== undefined)
      return { findings: [unreadable(`${firstLine(error.message)}: ${JSON.stringify(error.source.trim().slice(0, 80))}`)] };
    if (error instanceof WrittenFileError) return { findings: [unreadable(placed(error))] };
    return { findings: [unreadable(firstLine(error instanceof Error ? error.message : String(error)))] };
  }
}

/** The lexer and the parser do not recurse; building values from their tokens does. */
function isDeepYaml(text: string): boolean {
  const parser = new Parser();
  for (const token of new Lexer().lex(text)) {
    for (const _ of parser.next(token));
    // Each level puts a collection on the stack, and sometimes the item in it.
    if (parser.stack.length > limits.depth * 2) return true;
  }
  return false;
}

/** decode-2, decode-3. Without recursion. */
function oddities(whole: unknown): readonly Finding[] {
  const findings: Finding[] = [];
  const rest: { readonly value: unknown; readonly path: Path }[] = [{ value: whole, path: [] }];
  for (let seen = 0, next = rest.pop(); next !== undefined; seen += 1, next = rest.pop()) {
    const { value, path } = next;
    if (seen > limits.values) return [finding('too-large', [], `it holds more than ${limits.values} values`)];
    if (path.length > limits.depth)
      return [finding('too-large', path.slice(0, 8), `it is nested deeper than ${limits.depth}, or contains itself`)];
    if (typeof value !== 'object' || value === null) continue;
    for (const key of Object.keys(value)) {
      if (key === '__proto__') findings.push(finding('unreadable', [...path, key], 'this name is not allowed'));
      rest.push({ value: Reflect.get(value, key), path: [...path, Array.isArray(value) ? Number(key) : key] });
    }
  }
  return findings;
}

/** As the other decoders name it. */
function placed({ place, message }: WrittenFileError): string {
  const [, line, column] = place.split(':');
  return line === undefined ? `it ${message}` : `line ${line}, column ${column}: it ${message}`;
}

function unreadable(message: string): Finding {
  return finding('unreadable', [], message);
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 200).replace(/:$/, '');
}
