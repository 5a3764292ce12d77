// The tables, in migrations that run once, never change, and leave a version before them working (docs/design/explorer.md §6).
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

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
