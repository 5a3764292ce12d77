// The tables, in migrations that run once, never change, and leave a version before them working (docs/design/explorer.md §6).

import { sql, Kysely, PGliteDialect, PostgresDialect, type Generated } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { ScreensUnavailableError } from '../../ports/run-records.js';
import { loadOptional } from '../process-kit/programs.js';
import { makeFolder } from '../filesystem/files.js';

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-screens': {
    async up(db) {
      for (const statement of screens) await sql.raw(statement).execute(db);
    },
  },
  '0002-counted': {
    async up(db) {
      for (const statement of counted) await sql.raw(statement).execute(db);
    },
  },
  '0003-roles': {
    async up(db) {
      await sql`alter table actions add column role text not null default ''`.execute(db);
    },
  },
  '0004-unchecked': {
    async up(db) {
      for (const statement of unchecked) await sql.raw(statement).execute(db);
    },
  },
  '0005-facts': {
    async up(db) {
      await sql`alter table variants add column headings text not null default '[]', add column address text not null default ''`.execute(
        db,
      );
    },
  },
  '0006-places': {
    async up(db) {
      for (const statement of places) await sql.raw(statement).execute(db);
    },
  },
  '0007-looks': {
    async up(db) {
      await sql`alter table observations add column look_before text not null default '', add column look_after text not null default ''`.execute(
        db,
      );
    },
  },
  '0008-records': {
    // It made tables for records of runs, which are kept where the artifacts are. A database that has it knows it by its name.
    async up() {},
  },
  '0009-told': {
    async up(db) {
      await sql.raw(told).execute(db);
    },
  },
  '0010-removers': {
    async up(db) {
      await sql`create table removers (app text not null, action text not null, primary key (app, action))`.execute(db);
    },
  },
  '0011-sights': {
    async up(db) {
      await sql.raw(sights).execute(db);
    },
  },
  '0012-shared': {
    async up(db) {
      await sql`alter table action_keys add column places integer not null default 0`.execute(db);
    },
  },
};

const screens = [
  `create table screens (
    app text not null, key text not null, found integer generated always as identity, title text not null, screenshot text not null, run text not null,
    tried integer not null, open_safe integer not null, open_unsafe integer not null, primary key (app, key))`,
  `create table variants (
    app text not null, screen text not null, key text not null, screenshot text not null, primary key (app, screen, key),
    foreign key (app, screen) references screens (app, key))`,
  `create table actions (
    app text not null, screen text not null, key text not null, position integer not null, verb text not null, label text not null,
    safety real not null, tries integer not null, unknowns integer not null, primary key (app, screen, key),
    foreign key (app, screen) references screens (app, key))`,
  `create table action_keys (app text not null, key text not null, tries integer not null, primary key (app, key))`,
  `create index actions_untried on actions (app, key) where tries = 0`,
  `create table edges (
    app text not null, from_screen text not null, action text not null, to_screen text not null, seen integer not null, run text not null,
    primary key (app, from_screen, action, to_screen))`,
  `create table observations (
    run text not null, loop integer not null, app text not null, from_screen text, action text, to_screen text, variant text,
    unknown boolean not null, nodes_added integer not null, edges_added integer not null, older boolean not null,
    at timestamptz not null default now(), primary key (run, loop))`,
  `create table runs (
    run text not null primary key, app text not null, policy text not null, seed double precision not null, started_at timestamptz not null default now(),
    ended_at timestamptz, stop_reason text, summary text)`,
  `create index runs_of_app on runs (app, started_at)`,
  `create table decision_cache (key text not null primary key, value text not null, expires_at timestamptz not null)`,
];

/** Counts that ranking would otherwise compute in each loop are stored and updated on change. */
const counted = [
  `alter table screens add column novel_safe integer not null default 0, add column novel_unsafe integer not null default 0,
    add column fleeting_safe integer not null default 0, add column fleeting_unsafe integer not null default 0,
    add column place text not null default '', add column structure text not null default '',
    add column back_tried boolean not null default false`,
  `create index screens_of_place on screens (app, place)`,
  `create table likenesses (app text not null, key text not null, screen text not null, primary key (app, key))`,
  `alter table actions add column missed integer not null default 0, add column fleeting boolean not null default false,
    add column revealed_by text`,
  `alter table edges add column verb text not null default 'wait', add column safety real not null default 0,
    add column missed integer not null default 0`,
  `update edges set verb = actions.verb, safety = actions.safety from actions
    where actions.app = edges.app and actions.screen = edges.from_screen and actions.key = edges.action`,
  `update screens set back_tried = true from actions
    where actions.app = screens.app and actions.screen = screens.key and actions.verb = 'back' and actions.tries > 0`,
  `update screens set novel_safe = found.safe, novel_unsafe = found.unsafe from (
    select actions.app, actions.screen, count(*) filter (where safety >= 0.5) as safe, count(*) filter (where safety < 0.5) as unsafe
    from actions join action_keys using (app, key)
    where actions.tries = 0 and action_keys.tries = 0 and verb not in ('back', 'home', 'wait') group by actions.app, actions.screen) as found
    where screens.app = found.app and screens.key = found.screen`,
];

/**
 * Screens are written before their actions. The foreign keys made each row check its screen with a query plan from when the table was
 * small, since nothing runs ANALYZE in PGlite: 45 ms per new screen at 5,000 screens.
 */
const unchecked = [
  `alter table actions drop constraint actions_app_screen_fkey`,
  `alter table variants drop constraint variants_app_screen_fkey`,
];

/** Addresses that links lead to, whether they have been visited, and what kinds of actions have found. */
const places = [
  `alter table screens add column at text not null default '', add column headings text not null default '[]'`,
  `alter table actions add column address text not null default '', add column kind text not null default '',
    add column finds integer not null default 0`,
  `create index actions_by_address on actions (app, address) where address <> ''`,
  `create table addresses (
    app text not null, address text not null, pattern text not null, screen text, tries integer not null, visited boolean not null,
    found boolean not null, primary key (app, address))`,
  `create index addresses_unseen on addresses (app) where not visited`,
  `create table kinds (app text not null, kind text not null, tries integer not null, finds integer not null, primary key (app, kind))`,
];

/** What the browser told of its pages, by run; the numbers have its order. */
const told = `create table told (
  app text not null, run text not null, screen text not null, text text not null, number bigint generated always as identity,
  primary key (app, run, screen, text))`;

/** What each run saw of a screen, and tried there: keys of actions, separated by spaces. */
const sights = `create table sights (
  app text not null, run text not null, screen text not null, seen text not null, steady text not null, tried text not null,
  primary key (app, run, screen))`;

// One schema and one set of queries for two databases: PGlite in the process (the default), and a PostgreSQL server.

export interface Tables {
  readonly screens: {
    app: string;
    key: string;
    found: Generated<number>;
    title: string;
    screenshot: string;
    run: string;
    tried: number;
    open_safe: number;
    open_unsafe: number;
    novel_safe: number;
    novel_unsafe: number;
    fleeting_safe: number;
    fleeting_unsafe: number;
    place: string;
    /** Separated by spaces. */
    structure: string;
    back_tried: boolean;
    /** Digest of the words of its address. */
    at: Generated<string>;
    /** Of its first look: a JSON array of stems. */
    headings: Generated<string>;
  };
  readonly variants: {
    app: string;
    screen: string;
    key: string;
    screenshot: string;
    /** A JSON array of texts. */
    headings: Generated<string>;
    address: Generated<string>;
  };
  /** For each similar structure, the key under which it was entered. */
  readonly likenesses: { app: string; key: string; screen: string };
  readonly actions: {
    app: string;
    screen: string;
    key: string;
    position: number;
    verb: string;
    label: string;
    safety: number;
    tries: number;
    unknowns: number;
    missed: number;
    fleeting: boolean;
    /** The action that revealed it on the screen. */
    revealed_by: string | null;
    role: Generated<string>;
    /** Where a link leads, a digest. */
    address: Generated<string>;
    kind: Generated<string>;
    /** How often it found something. */
    finds: Generated<number>;
  };
  /** Pages of the application that are linked or have been visited. `found`: the first visit found a screen. */
  readonly addresses: {
    app: string;
    address: string;
    pattern: string;
    screen: string | null;
    tries: number;
    visited: boolean;
    found: boolean;
  };
  readonly kinds: { app: string; kind: string; tries: number; finds: number };
  /** Whether an action was tried on any screen, and at how many places it stands. */
  readonly action_keys: { app: string; key: string; tries: number; places: Generated<number> };
  readonly edges: {
    app: string;
    from_screen: string;
    action: string;
    to_screen: string;
    seen: number;
    run: string;
    /** The verb of the action. */
    verb: string;
    safety: number;
    missed: number;
  };
  readonly observations: {
    run: string;
    loop: number;
    app: string;
    from_screen: string | null;
    action: string | null;
    to_screen: string | null;
    variant: string | null;
    unknown: boolean;
    nodes_added: number;
    edges_added: number;
    older: boolean;
    at: Generated<Date>;
    /** Perceptions around the action; empty: not known. */
    look_before: Generated<string>;
    look_after: Generated<string>;
  };
  readonly runs: {
    run: string;
    app: string;
    policy: string;
    seed: number;
    started_at: Generated<Date>;
    ended_at: Date | null;
    stop_reason: string | null;
    summary: string | null;
  };
  readonly told: { app: string; run: string; screen: string; text: string; number: Generated<string> };
  /** `steady`: what was there whenever the run arrived. */
  readonly sights: { app: string; run: string; screen: string; seen: string; steady: string; tried: string };
  /** Actions, or what actions have in common, that made rows vanish. */
  readonly removers: { app: string; action: string };
  readonly decision_cache: { key: string; value: string; expires_at: Date };
}

export type Database = Kysely<Tables>;

export interface DatabaseOptions {
  /** PGlite's folder; absent: in memory. */
  readonly folder?: string;
  /** `postgres://…`: a server instead of PGlite. */
  readonly url?: string;
}

/** Runs all migrations. Throws `ScreensUnavailableError`. */
export async function openDatabase({ folder, url }: DatabaseOptions): Promise<Database> {
  const db = url === undefined ? await embedded(folder) : await onServer(url);
  const error = await migrate(db).catch((thrown: unknown) => thrown);
  if (error === undefined) return db;
  await db.destroy().catch(() => undefined);
  throw new ScreensUnavailableError(`The database of screens cannot be used: ${messageOf(error)}`, { cause: error });
}

/** Resolves with what failed. */
async function migrate(db: Database): Promise<unknown> {
  const known = { ...migrations, ...(await laterMigrations(db)) };
  const { error } = await new Migrator({ db, provider: { getMigrations: () => Promise.resolve(known) } }).migrateToLatest();
  return error;
}

/** Those of a later version: hosts of two versions share a database during a deploy, and what the later one has added is in nobody's way. */
async function laterMigrations(db: Database): Promise<Readonly<Record<string, Migration>>> {
  const { rows: tables } = await sql<{ table: string | null }>`select to_regclass('kysely_migration')::text as table`.execute(db);
  if (typeof tables[0]?.table !== 'string') return {};
  const last = Object.keys(migrations).sort().at(-1) ?? '';
  const { rows } = await sql<{ name: string }>`select name from kysely_migration where name > ${last}`.execute(db);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: () => Promise.resolve() }]));
}

/** Opens it at the first use, and again after a failure. */
export function openedOnce(options: DatabaseOptions): { open(): Promise<Database>; close(): Promise<void> } {
  let opening: Promise<Database> | undefined;
  return {
    open: () =>
      (opening ??= openDatabase(options).catch((error: unknown) => {
        opening = undefined;
        throw error;
      })),
    close: async () => {
      const opened = await opening?.catch(() => undefined);
      await opened?.destroy();
    },
  };
}

async function embedded(folder: string | undefined): Promise<Database> {
  const { PGlite } = await loadOptional('The map of screens, without a DATABASE_URL,', () => import('@electric-sql/pglite'));
  if (folder !== undefined) await makeFolder(folder);
  return new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: await PGlite.create(folder) }) });
}

async function onServer(url: string): Promise<Database> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 5_000 });
  // A connection that breaks while it is idle is replaced at the next query; one that breaks between two queries of a transaction fails the second.
  // Without these listeners either would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Transient failures become `ScreensUnavailableError`. */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isPassing(error)) throw new ScreensUnavailableError(`The database of screens failed: ${messageOf(error)}`, { cause: error });
    throw error;
  }
}

/**
 * SQLSTATE classes: connections (08), serialization and deadlocks (40), resources (53), an operator's shutdown (57P). All socket errors.
 */
function isPassing(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^(08|40|53|57P)/.test(code) || /^E[A-Z]+$/.test(code) || /connection|timeout exceeded/i.test(messageOf(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
