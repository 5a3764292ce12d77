// A statement in a read-only transaction of its own, which is rolled back.
import type { QueryConfig } from 'pg';
import { fillIn } from '../../domain/effect/effect-check.js';
import { isList, type Json } from '../../domain/run/json.js';

export interface SqlCheck {
  /** `postgres://…` */
  readonly database: string;
  readonly query: string;
  readonly values: readonly string[];
}

/** One row of one column: its value. Else a list of rows. */
export async function readBySql(
  { database, query, values }: SqlCheck,
  given: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<Json> {
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
