// What is wrong with the configuration: with a file that cannot be read, or with a field, by where it was written, its value, and what is allowed.
import { readFileSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { z } from 'zod';
import { withoutLogin } from '../domain/checks/login-in-address.js';
import { configSchema } from './config.schema.js';
import { SteadyhandError } from '../domain/errors/errors.js';
import { largestWritten, tooLarge, WrittenFileError } from '../domain/text/written-file.js';

export class ConfigError extends SteadyhandError {
  readonly code = 'config-invalid';
  override readonly name = 'ConfigError';
}

/** `name`: what to call the file. Throws `ConfigError`. */
export function readWritten<T>(path: string, read: (bytes: Uint8Array) => T, name = path): T {
  try {
    return read(bytesOf(path));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(error instanceof WrittenFileError ? `${error.in(name)}.` : `${name} cannot be read: ${why}.`, { cause: error });
  }
}

/** Whoever opens a pipe waits for its other end, and some devices have no end. */
function bytesOf(path: string): Uint8Array {
  if (path === devNull) return new Uint8Array();
  const about = statSync(path);
  if (!about.isFile()) throw new Error(`it is ${about.isDirectory() ? 'a folder' : 'no regular file'}`);
  if (about.size > largestWritten) throw tooLarge();
  return readFileSync(path);
}

export interface Origin {
  readonly fileName: string;
  /** The configuration that was parsed. */
  readonly root: unknown;
  /** Which variable set which field (path with dots). */
  readonly sources: ReadonlyMap<string, string>;
}

/** `STEADYHAND_SLOTS is "many"; expected number.` */
export function describeIssue(issue: z.core.$ZodIssue, { fileName, root, sources }: Origin): string {
  if (issue.code === 'unrecognized_keys') {
    return `${fileName}: ${[...issue.path, issue.keys[0]].join('.')} is not a field; allowed there: ${fieldsAt(issue.path).join(', ')}.`;
  }
  const field = issue.path.join('.');
  const variable = [...sources].find(([source]) => field === source || field.startsWith(`${source}.`))?.[1];
  const value = isSensitive(field) ? '•••' : show(valueAt(root, issue.path));
  return `${variable ?? `${fileName}: ${field}`} is ${value}; ${expectation(issue)}.`;
}

export function show(value: unknown): string {
  const json =
    value === undefined
      ? 'missing'
      : JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? withoutLogin(each) : each));
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
    case 'invalid_key':
      return 'expected a name of capital letters, digits and _';
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
    field.startsWith('model.headers.') ||
    field === 'encryptionKeys.value' ||
    /^secrets\..*value$/.test(field) ||
    /^notify\.\d+\.(webhook|slack|headers\.)/.test(field)
  );
}
