// Effect checks as they are configured. Each reads in one way; what could write is refused here already.
import { z } from 'zod';
import { parametersIn } from '../domain/effect/effect-check.js';

const text = z.string().min(1);
const milliseconds = z.int().min(1).max(600_000);

const readingMs = 10_000;
/** A flow opens a device first. */
const flowMs = 120_000;

/** `$NAME`: a variable of the worker. */
const isReference = (value: string): boolean => /\$\w/.test(value);

const headers = z
  .record(text, z.string())
  .refine((given) => Object.entries(given).every(([name, value]) => !/auth|cookie|token|key|secret/i.test(name) || isReference(value)), {
    error: 'expected what proves who asks as $NAME, a variable of the worker, not in the file',
  })
  .readonly();

const httpSchema = z
  .strictObject({
    url: text.refine((url) => /^https?:\/\/[^/?#@{]+(?:[/?#]|$)/i.test(url) && URL.canParse(url), {
      error: 'expected an address that begins with http:// or https://, without a login, and with {{…}} in its path or query only',
    }),
    headers: headers.optional(),
    method: z.literal('GET').optional(),
  })
  .readonly();

const sqlSchema = z
  .strictObject({
    database: text.refine((url) => isReference(url) || (/^postgres(ql)?:\/\//.test(url) && !/\/\/[^/?#@]*:[^/?#@]*@/.test(url)), {
      error: 'expected $NAME, a variable of the worker, or an address such as postgres://user@host/database without a password',
    }),
    /** `$1`, `$2`, … are the values. */
    query: text
      .refine((query) => parametersIn(query).length === 0, { error: 'expected $1, $2, … for what is filled in, and {{…}} in "values"' })
      .refine(onlyReads, {
        error: 'expected one statement that only reads: SELECT, VALUES, TABLE or WITH … SELECT',
      }),
    values: z.array(z.string()).readonly().default([]),
  })
  .readonly();

const toolSchema = z
  .strictObject({ server: text, name: text, arguments: z.record(z.string(), z.json()).readonly().default({}) })
  .readonly();

const flowSchema = z
  .strictObject({
    /** Path of a document with `"reads": true`. */
    file: text,
    device: z
      .strictObject({
        kind: z.enum(['web', 'desktop', 'appium', 'stub', 'memory']).default('web'),
        url: text.optional(),
        app: text.optional(),
        capabilities: z.record(z.string(), z.json()).readonly().optional(),
      })
      .readonly(),
  })
  .readonly();

const ways = ['http', 'sql', 'tool', 'flow'] as const;

export const effectCheckSchema = z
  .strictObject({
    http: httpSchema.optional(),
    sql: sqlSchema.optional(),
    tool: toolSchema.optional(),
    flow: flowSchema.optional(),
    /** Where in what is read the value is: `orders.0.state`. */
    value: z.string().default(''),
    expect: z.union(
      [
        z.strictObject({ rises: z.number() }).readonly(),
        z.strictObject({ becomes: z.union([z.string(), z.number(), z.boolean()]) }).readonly(),
      ],
      { error: 'expected {"rises": 1} or {"becomes": "paid"}' },
    ),
    /** How long the system may need to note what was done. */
    settleMs: milliseconds.default(5_000),
    timeoutMs: milliseconds.optional(),
  })
  .refine((check) => ways.filter((way) => check[way] !== undefined).length === 1, { error: `expected one of ${ways.join(', ')}` })
  .transform(({ timeoutMs, ...check }) => ({ ...check, timeoutMs: timeoutMs ?? (check.flow ? flowMs : readingMs) }))
  .readonly();

export type ConfiguredCheck = z.output<typeof effectCheckSchema>;

/** What its uses have to fill in. A flow takes whatever is filled in as its variables. */
export function parametersOf({ http, sql, tool }: Pick<ConfiguredCheck, 'http' | 'sql' | 'tool'>): readonly string[] {
  return [...new Set(parametersIn(JSON.stringify([http?.url, sql?.values, tool?.arguments])))];
}

/**
 * For a clear word early. What it lets pass still cannot write: the statement runs in a read-only transaction.
 */
function onlyReads(query: string): boolean {
  const plain = query.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$/g, ' ');
  const [first, ...others] = plain.split(';').filter((statement) => statement.trim() !== '');
  if (first === undefined || others.length > 0) return false;
  return (
    /^[\s(]*(select|values|table|with)\b/i.test(first) && !/\b(insert|update|delete|merge|into|truncate|nextval|setval)\b/i.test(first)
  );
}
