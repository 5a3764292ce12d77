// What a Temporal server keeps of its workflows: rows and bytes of its databases. A development server's file has bytes only.
import { stat } from 'node:fs/promises';
import pg from 'pg';
import type { DevServer } from './temporal-server.js';

export interface Rows {
  readonly bytes: number;
  /** Absent on a development server. */
  readonly rows?: number;
  /** Of open workflows in the namespace of the tests. */
  readonly open?: { readonly timers: number; readonly activities: number };
}

const databases = ['temporal', 'temporal_visibility'];

export async function rowsOf({ database, dbFilename }: DevServer): Promise<Rows> {
  if (database === undefined) {
    const sizes = ['', '-wal'].map((end) =>
      stat(`${dbFilename}${end}`).then(
        ({ size }) => size,
        () => 0,
      ),
    );
    return { bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
  }
  const counted = await Promise.all(databases.map((name) => withDatabase(database.url(name), countAll)));
  const open = await withDatabase(database.url('temporal'), async (ask) => {
    // A workflow that has ended leaves its rows until its retention is over.
    const running = `JOIN current_executions USING (shard_id, namespace_id, workflow_id, run_id)
      WHERE state IN (1, 2) AND namespace_id = (SELECT id FROM namespaces WHERE name = 'default')`;
    const [timers, activities] = await Promise.all(
      ['timer_info_maps', 'activity_info_maps'].map((table) => ask(`SELECT count(*) AS value FROM ${table} ${running}`)),
    );
    return { timers: timers?.[0] ?? NaN, activities: activities?.[0] ?? NaN };
  });
  return {
    rows: counted.reduce((sum, { rows }) => sum + rows, 0),
    bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
    open,
  };
}

type Ask = (sql: string) => Promise<readonly number[]>;

async function withDatabase<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (sql) => (await client.query<{ value: string }>(sql)).rows.map(({ value }) => Number(value)));
  } finally {
    await client.end();
  }
}

async function countAll(ask: Ask): Promise<{ readonly rows: number; readonly bytes: number }> {
  // Exact counts, table by table, in one statement.
  const each = `(xpath('/row/c/text()', query_to_xml(format('SELECT count(*) AS c FROM %I.%I', schemaname, relname), false, true, '')))[1]::text::bigint`;
  const [rows = 0] = await ask(`SELECT sum(${each}) AS value FROM pg_stat_user_tables`);
  const [bytes = 0] = await ask('SELECT pg_database_size(current_database()) AS value');
  return { rows, bytes };
}
