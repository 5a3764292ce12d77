// The screen graph in the embedded database and on a real server.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { createPostgresScreenGraph } from '../../src/adapters/postgres/screen-store.js';
import { openDatabase, type Tables, migrations } from '../../src/adapters/postgres/database.js';
import { named } from '../../src/client/screen-graph.js';
import type { ScreenGraph } from '../../src/ports/screen-graph.js';
import { ScreensUnavailableError } from '../../src/ports/run-records.js';
import { describeScreenGraph, screen } from '../conformance/screen-graph-conformance.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';

describeScreenGraph('PGlite', async () => createPostgresScreenGraph(await openDatabase({})));

describe('a map that was made before screens had names', () => {
  const folder = temporaryFolder();

  test('E71: is read, and its screens are called by their titles', async () => {
    const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0005'));
    const old = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: await PGlite.create(folder()) }) });
    await new Migrator({ db: old, provider: { getMigrations: () => Promise.resolve(earlier) } }).migrateToLatest();
    await sql`insert into screens (app, key, title, screenshot, run, tried, open_safe, open_unsafe) values ('old', 'a', 'Shop', 'sha256:0', 'r', 0, 0, 0)`.execute(
      old,
    );
    await sql`insert into variants (app, screen, key, screenshot) values ('old', 'a', 'a-1', 'sha256:0')`.execute(old);
    await old.destroy();
    const graph = createPostgresScreenGraph(await openDatabase({ folder: folder() }));
    expect(named(await graph.read('old')).screens).toMatchObject([{ name: 'Shop', headings: [], address: '', layered: false }]);
    await graph.close();
  });
});

describe('a database that a later version has made', () => {
  const folder = temporaryFolder();
  const reopened = async (name: string) => {
    const db = await openDatabase({ folder: folder() });
    await sql`alter table screens add column later text not null default ''`.execute(db);
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2027-01-01T00:00:00Z')`.execute(db);
    await db.destroy();
    return openDatabase({ folder: folder() });
  };

  test('FL3: is used as it is: two versions share it during a deploy', async () => {
    const graph = createPostgresScreenGraph(await reopened('9999-later'));
    expect(await graph.enter('app', 'run', screen('home', []))).toEqual({ added: 1 });
    expect((await graph.read('app')).screens).toMatchObject([{ key: 'home' }]);
    await graph.close();
  });

  test('one that is not a later one is refused', async () => {
    await expect(reopened('0003-foreign')).rejects.toThrow('The database of screens cannot be used: corrupted migrations');
  });
});

const server = await startPostgres();
if (server) onServer(server);
else test.skip('the graph of screens in PostgreSQL (there is no server, for the reason printed above)', () => undefined);

function onServer(postgres: PostgresServer): void {
  afterAll(() => postgres.close());
  describeScreenGraph('PostgreSQL', async () => createPostgresScreenGraph(await openDatabase({ url: postgres.url })));

  describe('a server that drops its connections', () => {
    let graph: ScreenGraph;
    beforeAll(async () => {
      graph = createPostgresScreenGraph(await openDatabase({ url: postgres.url }));
    });
    afterAll(() => graph.close());

    test('E49: queries in flight are retried when it is back, and nothing is entered twice', async () => {
      const home = screen('home', [{ key: 'a', verb: 'tap', label: 'a', safety: 1, fleeting: false }]);
      const step = {
        app: 'broken',
        run: 'r',
        loop: 1,
        from: { key: 'home', variant: 'home-1' },
        action: 'a',
        to: screen('next', []),
        unknown: false,
        givenUp: [],
      };
      await graph.enter('broken', 'r', home);
      const first = await graph.persist(step);
      await postgres.stop();
      await expect(graph.persist(step)).rejects.toBeInstanceOf(ScreensUnavailableError);
      await expect(graph.enter('broken', 'r', home)).rejects.toBeInstanceOf(ScreensUnavailableError);
      await expect(openDatabase({ url: postgres.url })).rejects.toBeInstanceOf(ScreensUnavailableError);
      await postgres.start();
      expect(await graph.persist(step)).toEqual(first);
      expect(await graph.coverage('broken', false)).toMatchObject({ screens: 2, edges: 1 });
    });

    test('E49: a connection that breaks within a transaction fails it, and nothing else', async () => {
      const database = await openDatabase({ url: postgres.url });
      const broken = database.transaction().execute(async (open) => {
        await sql`select 1`.execute(open);
        await postgres.stop();
        // The server has gone; that the connection has is told a little later.
        await setImmediate();
        await sql`select 1`.execute(open);
      });
      await expect(broken).rejects.toThrow();
      await postgres.start();
      expect((await sql<{ one: number }>`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
      await database.destroy();
    });
  });
}
