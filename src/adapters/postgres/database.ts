// One schema and one set of queries for two databases: PGlite in the process (the default), and a PostgreSQL server.
import { mkdir } from 'node:fs/promises';
import { Kysely, PGliteDialect, PostgresDialect, sql, type Generated } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { ScreensUnavailableError } from '../../ports/store-errors.js';
import { loadOptional } from '../process-kit/optional-package.js';
import { migrations } from './migrations.js';

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
  /** Whether an action was tried on any screen. */
  readonly action_keys: { app: string; key: string; tries: number };
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
  if (folder !== undefined) await mkdir(folder, { recursive: true });
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
export function isPassing(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^(08|40|53|57P)/.test(code) || /^E[A-Z]+$/.test(code) || /connection|timeout exceeded/i.test(messageOf(error));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
