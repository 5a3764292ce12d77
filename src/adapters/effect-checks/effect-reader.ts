// Reads by HTTP, by SQL and by a tool of a server. Flows are read by workflows.
import { valueAt, fillIn } from '../../domain/effect/effect-check.js';
import { own } from '../../domain/collections.js';
import { type Json, isList, jsonOrText } from '../../domain/run/json.js';
import { EffectCheckError, type EffectReader } from '../../ports/effect-reader.js';
import type { ToolServers } from '../../ports/tool-servers.js';
import { limitedFetch } from '../model-kit/limited-fetch.js';
import type { QueryConfig } from 'pg';

export interface ReadCheck {
  readonly http?: HttpCheck | undefined;
  readonly sql?: SqlCheck | undefined;
  readonly tool?: ToolCheck | undefined;
  /** Where in what is read the value is; empty: all of it. */
  readonly value: string;
}

/** A value goes into the history. */
const largestValue = 8 * 1024;

export function createEffectReader(checks: Readonly<Record<string, ReadCheck>>, toolServers: () => ToolServers): EffectReader {
  return {
    async read({ check: name, with: values = {} }, timeoutMs) {
      const check = own(checks, name);
      if (!check) throw new EffectCheckError(`this worker has no effect check '${name}'`);
      const whole = await readBy(check, values, toolServers, timeoutMs).catch((error: unknown) => {
        throw error instanceof EffectCheckError ? error : new EffectCheckError(messageOf(error, timeoutMs), { cause: error });
      });
      const value = valueAt(whole, check.value);
      if (value === undefined) throw new EffectCheckError(`there is no '${check.value}' in what was read`);
      if (JSON.stringify(value).length > largestValue)
        throw new EffectCheckError(`what was read is longer than ${largestValue / 1024} KB; name the part that matters as its "value"`);
      return value;
    },
  };
}

async function readBy(
  { http, sql, tool }: ReadCheck,
  values: Readonly<Record<string, string>>,
  toolServers: () => ToolServers,
  timeoutMs: number,
): Promise<Json> {
  if (http) return readByHttp(http, values, AbortSignal.timeout(timeoutMs));
  if (sql) return readBySql(sql, values, timeoutMs);
  if (!tool) throw new EffectCheckError('it is read by a flow, and by no activity');
  const servers = toolServers();
  try {
    return await readByTool(tool, values, servers, timeoutMs);
  } finally {
    await servers.close();
  }
}

function messageOf(error: unknown, timeoutMs: number): string {
  const { name, message = String(error), cause } = error as Partial<Error>;
  if (name === 'TimeoutError') return `no answer within ${timeoutMs} ms`;
  // `fetch failed` says why in its cause only.
  const why = (cause as Partial<Error> | undefined)?.message;
  return why === undefined || why === '' ? message : `${message}: ${why}`;
}

interface HttpCheck {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export async function readByHttp(
  { url, headers = {} }: HttpCheck,
  values: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Json> {
  const address = fillIn(url, values, encodeURIComponent);
  if (dotSteps(address) !== dotSteps(fillIn(url, values, () => 'x')))
    throw new EffectCheckError(`what is filled into ${url} would lead elsewhere: ${JSON.stringify(values).slice(0, 200)}`);
  const response = await limitedFetch(address, { headers: { accept: 'application/json', ...headers }, signal });
  if (!response.ok) throw new EffectCheckError(`${new URL(address).origin} answers ${response.status} ${response.statusText}`.trim());
  const body = await response.text();
  try {
    return JSON.parse(body) as Json;
  } catch (error) {
    throw new EffectCheckError(`${new URL(address).origin} does not answer with JSON`, { cause: error });
  }
}

/** `.` and `..` lead to another place than they name, and encoding leaves them. */
function dotSteps(address: string): number {
  const [path = ''] = address.split(/[?#]/);
  return path.split('/').filter((step) => /^(?:\.|%2e){1,2}$/i.test(step)).length;
}

// A statement in a read-only transaction of its own, which is rolled back.

interface SqlCheck {
  /** `postgres://…` */
  readonly database: string;
  readonly query: string;
  readonly values: readonly string[];
}

/** One row of one column: its value. Else a list of rows. */
async function readBySql({ database, query, values }: SqlCheck, given: Readonly<Record<string, string>>, timeoutMs: number): Promise<Json> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: database,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs,
  });
  // A connection that breaks fails the query; without a listener it would end the process, too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('begin transaction read only');
    // One statement only, whatever the text holds: that is how the extended protocol works.
    const asked: QueryConfig & { readonly queryMode: 'extended' } = {
      text: query,
      values: values.map((value) => fillIn(value, given)),
      queryMode: 'extended',
    };
    const { rows } = await client.query<Record<string, unknown>>(asked);
    await client.query('rollback');
    return valueOf(JSON.parse(JSON.stringify(rows)) as Json);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PostgreSQL's counts are 64 bits long, and come as texts. */
function valueOf(rows: Json): Json {
  if (!isList(rows) || rows.length !== 1) return rows;
  const [row] = rows;
  const cells = typeof row === 'object' && row !== null ? Object.values(row) : [];
  const [cell = null] = cells;
  if (cells.length !== 1) return rows;
  return typeof cell === 'string' && /^-?\d{1,15}$/.test(cell) ? Number(cell) : (cell as Json);
}

interface ToolCheck {
  readonly server: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, Json>>;
}

/** Only of a tool that its server declares to change nothing. */
async function readByTool(
  { server, name, arguments: given }: ToolCheck,
  values: Readonly<Record<string, string>>,
  servers: ToolServers,
  timeoutMs: number,
): Promise<Json> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { tools, unavailable } = await servers.list(signal, `${server}/${name}`);
  const tool = tools.find((one) => one.server === server && one.name === name);
  if (!tool) throw new EffectCheckError(unavailable[0]?.message ?? `the tool server '${server}' has no tool '${name}'`);
  if (!tool.readOnly)
    throw new EffectCheckError(
      `the tool '${name}' of '${server}' is not declared to change nothing (readOnlyHint), so a check does not call it`,
    );
  const reply = await servers.call(tool, filled(given, values) as Readonly<Record<string, unknown>>, { signal, timeoutMs });
  if (reply.isError) throw new EffectCheckError(`the tool '${name}' failed: ${reply.text.slice(0, 200)}`);
  return (reply.structured as Json | undefined) ?? jsonOrText(reply.text);
}

function filled(value: Json, values: Readonly<Record<string, string>>): Json {
  if (typeof value === 'string') return fillIn(value, values);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((entry) => filled(entry, values));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, filled(entry, values)]));
}
