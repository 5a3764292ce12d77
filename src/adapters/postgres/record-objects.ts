// Records of runs in the database of DATABASE_URL (FL2).
//
// recordobjects-1. Lines are rows, numbered by the database: hosts that append at once need no turn.
// recordobjects-2. It is opened at the first use, and again after a failure: a database that is away when a worker starts is waited for like any store.
import { ScreensUnavailableError, StoreUnavailableError } from '../../ports/store-errors.js';
import type { Lines, Objects } from '../objects/objects.js';
import type { Database } from './database.js';

export interface RecordDatabase {
  readonly objects: Objects;
  readonly lines: Lines;
  /** Throws `StoreUnavailableError`. */
  check(): Promise<void>;
  close(): Promise<void>;
}

type Sql = (typeof import('kysely'))['sql'];

/** Opens nothing yet; the query builder, of hundreds of modules, is loaded at the first use. */
export function createRecordDatabase(url: string): RecordDatabase {
  const address = addressOf(url);
  let loaded: ReturnType<typeof load> | undefined;

  async function load() {
    const { sql } = await import('kysely');
    const { isPassing, messageOf, openedOnce } = await import('./database.js');
    return { sql, isPassing, messageOf, database: openedOnce({ url }) };
  }

  async function asking<T>(work: (db: Database, sql: Sql) => Promise<T>): Promise<T> {
    const { sql, isPassing, messageOf, database } = await (loaded ??= load());
    try {
      return await work(await database.open(), sql);
    } catch (error) {
      const cause = error instanceof ScreensUnavailableError ? error.cause : isPassing(error) ? error : undefined;
      if (cause === undefined) throw error;
      throw new StoreUnavailableError(`The records in ${address} cannot be used: ${messageOf(cause)}.`, { cause });
    }
  }

  return {
    objects: {
      addressOf: (key) => `${address}#${key}`,
      get: (key) => asking((db) => db.selectFrom('record_objects').select('bytes').where('key', '=', key).executeTakeFirst()),
      put: (key, bytes) =>
        asking((db) =>
          db
            .insertInto('record_objects')
            .values({ key, bytes: Buffer.from(bytes) })
            .onConflict((conflict) => conflict.column('key').doUpdateSet(({ ref }) => ({ bytes: ref('excluded.bytes') })))
            .execute(),
        ),
      copy: (from, to) =>
        asking(async (db, sql) => {
          const { rows } = await sql<{ key: string }>`
            insert into record_objects (key, bytes) select ${to}, bytes from record_objects where key = ${from}
            on conflict (key) do update set bytes = excluded.bytes returning key`.execute(db);
          return rows.length > 0;
        }),
      names: (below) =>
        asking(async (db, sql) => {
          const { rows } = await sql<{ name: string }>`
            select distinct substring(rest for strpos(rest || '/', '/')) as name
            from (
              select substring(key from length(${below}) + 1) as rest
              from (select key from record_objects union all select prefix from record_streams) as known
              where key >= ${below} and key < ${`${below.slice(0, -1)}0`}
            ) as below order by name`.execute(db);
          return rows.map(({ name }) => name);
        }),
    },
    lines: {
      async append(prefix, lines) {
        if (lines.length === 0) return;
        await asking((db, sql) =>
          sql`
            with stream as (insert into record_streams (prefix) values (${prefix}) on conflict do nothing)
            insert into record_lines (prefix, line)
            select ${prefix}, line from unnest(${lines}::text[]) with ordinality as given (line, place) order by place`.execute(db),
        );
      },
      read: (prefix) =>
        asking(async (db) => {
          const rows = await db.selectFrom('record_lines').select('line').where('prefix', '=', prefix).orderBy('number').execute();
          return rows.map(({ line }): unknown => JSON.parse(line));
        }),
    },
    check: () => asking(async (db, sql) => void (await sql`select 1`.execute(db))),
    close: async () => (await loaded)?.database.close(),
  };
}

/** Without the password. */
function addressOf(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
