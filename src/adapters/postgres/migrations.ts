// The tables, in steps that are taken once and never changed (spec/explorer.md §6).
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-screens': {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  },
};

const statements = [
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
