// What is wrong with the configuration: with a file that cannot be read, or with a field, by where it was written, its value, and what is allowed.
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { z } from 'zod';
import { withoutLogin } from '../domain/checks/login-in-address.js';
import { configSchema } from './config.schema.js';
import { SteadyhandError } from '../domain/errors/errors.js';
import { finite } from '../domain/text/measures.js';
import { largestWritten, seen, tooLarge, WrittenFileError } from '../domain/text/written-file.js';

export class ConfigError extends SteadyhandError {
  readonly code = 'config-invalid';
  override readonly name = 'ConfigError';
}

/** `name`: what to call the file. Throws `ConfigError`. */
export function readWritten<T>(path: string, read: (bytes: Uint8Array) => T, name = path): T {
  try {
    return read(readRegular(path));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(error instanceof WrittenFileError ? `${error.in(name)}.` : `${name} cannot be read: ${why}.`, { cause: error });
  }
}

/** As `readWritten`; undefined where nothing has that name. A link that leads nowhere is not nothing: it was meant to be a file. */
export function readIfThere<T>(path: string, read: (bytes: Uint8Array) => T): T | undefined {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readWritten(path, read);
}

/** Whoever opens a pipe waits for its other end, and some devices have no end. */
export function readRegular(path: string): Uint8Array {
  if (path === devNull) return new Uint8Array();
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const about = fstatSync(file);
    if (!about.isFile()) throw new Error(`it is ${about.isDirectory() ? 'a folder' : 'no regular file'}`);
    if (about.size > largestWritten) throw tooLarge();
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

export interface Origin {
  readonly fileName: string;
  /** The configuration that was parsed. */
  readonly root: unknown;
  /** Which variable set which field (path with dots). */
  readonly sources: ReadonlyMap<string, string>;
}

/** `STEADYHAND_SLOTS is "many"; expected number.` */
function describeIssue(issue: z.core.$ZodIssue, { fileName, root, sources }: Origin): string {
  if (issue.code === 'unrecognized_keys') {
    return `${fileName}: ${named([...issue.path, issue.keys[0] ?? ''])} is not a field; allowed there: ${fieldsAt(issue.path).join(', ')}.`;
  }
  if (issue.code === 'invalid_key') {
    const [inner = issue] = issue.issues;
    return `${fileName}: ${named(issue.path.slice(0, -1))} has the name ${show(issue.path.at(-1))}; ${expectation(inner)}.`;
  }
  const field = named(issue.path);
  const variable = [...sources].find(([source]) => field === source || field.startsWith(`${source}.`))?.[1];
  const value = isSensitive(field) ? '•••' : show(valueAt(root, issue.path));
  return `${variable ?? `${fileName}: ${field}`} is ${value}; ${expectation(issue)}.`;
}

/** What is wrong with the first of them, and how many there are. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], origin: Origin): string {
  const told = issues.slice(0, mostTold).map((issue) => describeIssue(issue, origin));
  return [...told, ...(issues.length > mostTold ? [`… and ${issues.length - mostTold} more.`] : [])].join('\n');
}

const mostTold = 20;

/** As far as it helps to find it; nobody would see a character without width. */
function named(path: readonly PropertyKey[]): string {
  const name = seen(path.join('.'));
  return name.length > 120 ? `${name.slice(0, 117)}…` : name;
}

/** Without a login or a query, which may prove who asks. */
function shown(text: string): string {
  return withoutLogin(text).replace(/(:\/\/[^\s?]*)\?\S+/g, '$1?•••');
}

export function show(value: unknown): string {
  const json =
    value === undefined
      ? 'missing'
      : seen(JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? shown(each) : finite(each))));
  return json.length > 80 ? `${json.slice(0, 77)}…` : json;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `allowed: ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_type':
      return issue.message.startsWith('expected') ? issue.message : `expected ${issue.expected}`;
    case 'invalid_union':
      return issue.message.startsWith('expected') ? issue.message : issue.errors.flat().map(expectation).join(', or ');
    default:
      return issue.message.replace(/^(Invalid \w+|Too small|Too big): /, '');
  }
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema;
  readonly items?: JsonSchema;
}

/** Names of the fields that an object of the configuration may have. */
function fieldsAt(path: readonly PropertyKey[]): readonly string[] {
  const document = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const schema = path.reduce<JsonSchema | undefined>(
    (at, key) => at?.properties?.[String(key)] ?? at?.items ?? at?.additionalProperties,
    document,
  );
  return Object.keys(schema?.properties ?? {}).filter((name) => !isSensitive([...path, name].join('.')));
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), root);
}

/** Fields that hold a secret: their values are never shown, nor their names, since they do not belong in a file. */
function isSensitive(field: string): boolean {
  return (
    field === 'model.apiKey' ||
    field === 'model.anthropic.apiKey' ||
    /^model\.(anthropic\.)?headers\./.test(field) ||
    field === 'encryptionKeys.value' ||
    /^secrets\..*value$/.test(field) ||
    /^notify\.\d+\.(webhook|slack|headers\.)/.test(field)
  );
}
