// What a policy could do on a screen, given the whole map of its application. The map is read once per loop, by one query with one row; what it says is in domain/explorer/known-graph.ts.
import { sql } from 'kysely';
import { defined } from '../../domain/collections.js';
import { isMove, mostActions, safeFrom, type Verb } from '../../domain/explorer/actions.js';
import type { Ranking } from '../../domain/explorer/agent-state.js';
import {
  coverageOf,
  filledFirst,
  knownGraph,
  revealedAgain,
  type StoredEdge,
  type StoredFacts,
  type StoredScreen,
} from '../../domain/explorer/known-graph.js';
import { chooseByPolicy, nearnessTo, waysFrom, wordsOf } from '../../domain/explorer/policies.js';
import type { RankingPlace, RankingQuery } from '../../ports/screen-graph.js';
import type { Database } from './database.js';
import { mostMissed } from './graph-actions.js';
import { knownKey } from './graph-entries.js';
import { freshOf, isShared, ownShare, promisesOf } from './graph-places.js';

/** Screens whose actions are weighed by what they promise: the nearest. */
const mostWeighed = 40;

export async function rank(db: Database, query: RankingQuery, place: RankingPlace): Promise<Ranking> {
  const { app, run, policy, draw, allowUnsafe } = query;
  const goal = policy === 'targeted' ? query.goal : '';
  const here = await knownKey(db, app, place.screen);
  const [stored, { screens, edges }, crowded, fresh] = await Promise.all([
    actionsOf(db, app, here, place, allowUnsafe),
    known(db, app, run, allowUnsafe),
    hasOthers(db, app, run),
    freshOf(db, app, allowUnsafe),
  ]);
  const nearness = goal === '' ? new Map<string, number>() : await nearnessOf(db, app, goal);
  const drawn = knownGraph({ screens, edges, here, actions: stored, nearness, fresh: fresh.screens });
  const near = waysFrom({ graph: drawn, here, actions: stored.filter(({ present }) => present) }, true)
    .map(({ screen }) => screen)
    .filter(({ key, open: due }) => key === here || due > 0)
    .sort((a, b) => Number(b.novel > 0) - Number(a.novel > 0))
    .slice(0, mostWeighed);
  const promises = await promisesOf(db, app, allowUnsafe, [...new Set([here, ...near.map(({ key }) => key)])]);
  const promiseOf = ({ novel, own, kind }: (typeof stored)[number]): number | undefined =>
    novel || (own && kind !== '') ? promises.of(here, kind) * (novel ? 1 : ownShare) : undefined;
  const all = filledFirst(
    stored.map((action): RankedAction => {
      const link = action.address === '' ? undefined : fresh.links.get(`${here} ${action.key}`);
      return { ...action, ...defined({ fresh: link, promise: promiseOf(action) }) };
    }),
  );
  const actions = all.filter(({ present }) => present);
  const graph = new Map(
    [...drawn].map(([key, screen]) => [key, promises.screens.has(key) ? { ...screen, promise: promises.screens.get(key) ?? 0 } : screen]),
  );
  const { chosen, open } = chooseByPolicy({ graph, here, actions, revealed: revealedAgain(all), policy, draw, goal, crowded });
  const action = actions.find(({ key }) => key === chosen?.action);
  const unsafe = actions.filter(({ safety, position }) => safety < safeFrom && position < mostActions).map(({ key }) => key);
  return {
    screen: place.screen,
    policy,
    tried: actions.filter(({ key, tried, position }) => tried && (position < mostActions || key === action?.key)).map(({ key }) => key),
    unsafe: unsafe.length > 0 ? unsafe : undefined,
    choice:
      action && chosen ? { ...chosen, action: { key: action.key, verb: action.verb, label: action.name, safety: action.safety } } : null,
    open,
    coverage_pct: coverageOf(screens),
  };
}

interface RankedAction extends StoredFacts {
  /** Like what was tried elsewhere, if at all, it belongs to this screen. */
  readonly own: boolean;
  readonly safety: number;
  readonly position: number;
}

/** All known actions of the screen; the ones present now in their order, those that may already have happened last. */
async function actionsOf(
  db: Database,
  app: string,
  here: string,
  place: RankingPlace,
  allowUnsafe: boolean,
): Promise<readonly RankedAction[]> {
  const rows = await db
    .selectFrom('actions')
    .leftJoin('addresses', (join) => join.onRef('addresses.app', '=', 'actions.app').onRef('addresses.address', '=', 'actions.address'))
    .leftJoin('action_keys', (join) => join.onRef('action_keys.app', '=', 'actions.app').onRef('action_keys.key', '=', 'actions.key'))
    .select([
      'actions.key',
      'actions.label',
      'actions.verb',
      'actions.safety',
      'actions.tries',
      'actions.unknowns',
      'actions.fleeting',
      'actions.missed',
      'actions.revealed_by as by',
      'action_keys.tries as anywhere',
      isShared(app).as('shared'),
      'actions.address',
      'actions.kind',
      'addresses.screen as leadsTo',
    ])
    .where('actions.app', '=', app)
    .where('actions.screen', '=', here)
    .execute();
  const position = new Map(place.present.map((key, index) => [key, index]));
  const appeared = new Set(place.appeared);
  return rows
    .map(({ key, label, verb, safety, tries, unknowns, fleeting, missed, by, anywhere, shared, address, kind, leadsTo }) => ({
      key,
      verb: verb as Verb,
      position: position.get(key) ?? 0,
      present: position.has(key),
      gone: missed >= mostMissed,
      by,
      safety,
      unknowns,
      tries,
      name: label,
      tried: tries > 0 || isMove(verb as Verb),
      allowed: allowUnsafe || safety >= safeFrom,
      novel: address === '' && anywhere === 0,
      own: address === '' && shared !== true && tries === 0,
      address,
      kind,
      leadsTo,
      fleeting,
      appeared: appeared.has(key) ? (true as const) : undefined,
    }))
    .sort((a, b) => a.unknowns - b.unknowns || a.position - b.position);
}

// ── The map ──────────────────────────────────────────────────────────────────

/** Whether another explorer has made a step in the last minute. */
async function hasOthers(db: Database, app: string, run: string): Promise<boolean> {
  const other = await db
    .selectFrom('runs')
    .innerJoin('observations', 'observations.run', 'runs.run')
    .select('runs.run')
    .where('runs.app', '=', app)
    .where('runs.run', '<>', run)
    .where('runs.ended_at', 'is', null)
    .where('observations.at', '>', sql<Date>`now() - interval '1 minute'`)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

async function known(
  db: Database,
  app: string,
  run: string,
  allowUnsafe: boolean,
): Promise<{ readonly screens: readonly StoredScreen[]; readonly edges: readonly StoredEdge[] }> {
  const unsafe = Number(allowUnsafe);
  // Thousands of rows are read faster as one text; keys and verbs contain no spaces.
  const { rows } = await sql<{ readonly screens: string | null; readonly edges: string | null }>`select
    (select string_agg(concat_ws(' ', key, found, tried, open_safe + ${unsafe} * open_unsafe, novel_safe + ${unsafe} * novel_unsafe, fleeting_safe + ${unsafe} * fleeting_unsafe,
        back_tried::int), e'\n')
      from screens where app = ${app}) as screens,
    (select string_agg(concat_ws(' ', from_screen, action, to_screen, edges.verb, edges.seen, edges.missed,
        (here.screen is not null and not ${has('here.seen', 'action')} and revealed_by is null)::int,
        case when from_screen <> to_screen and to_screen <> 'outside' and edges.verb not in ('back', 'home')
            and edges.run in (select run from runs where app = ${app} and ended_at <= (select started_at from runs where run = ${run}))
            and (here.screen is null
              or (${has('here.seen', 'action')} and not ${has('here.tried', 'action')})
              or (${has('here.seen', 'revealed_by')} and not ${has('here.tried', 'revealed_by')}))
          then 1 + (there.screen is null)::int else 0 end, revealed_by), e'\n')
      from edges left join actions on actions.app = edges.app and actions.screen = from_screen and actions.key = action
        left join sights here on here.app = edges.app and here.run = ${run} and here.screen = from_screen
        left join sights there on there.app = edges.app and there.run = ${run} and there.screen = to_screen
      where edges.app = ${app} and edges.verb <> 'wait' and edges.missed < ${mostMissed} and (${allowUnsafe} or edges.safety >= ${safeFrom})) as edges`.execute(
    db,
  );
  const [row] = rows;
  return {
    screens: fieldsOf(row?.screens).map(([key = '', ...counts]) => {
      const [found = 0, tried = 0, open = 0, novel = 0, fleeting = 0, backTried = 0] = counts.map(Number);
      return { key, found, tried, open, novel, fleeting, backTried: backTried === 1 };
    }),
    edges: fieldsOf(row?.edges).map(([from = '', action = '', to = '', verb = '', seen, missed, absent, again, by]) => ({
      from,
      action,
      to,
      verb,
      seen: Number(seen),
      missed: Number(missed),
      absent: absent === '1',
      again: again === '2' ? 'unseen' : again === '1' ? 'seen' : undefined,
      by,
    })),
  };
}

/** Whether a text of keys has that of a column. */
function has(text: string, key: string) {
  return sql`coalesce(position(' ' || ${sql.ref(key)} || ' ' in ' ' || ${sql.ref(text)} || ' ') > 0, false)`;
}

function fieldsOf(text: string | null | undefined): readonly (readonly string[])[] {
  return text ? text.split('\n').map((line) => line.split(' ')) : [];
}

/** Best match of a goal with a screen's title or its untried actions. Texts with none of its words are filtered out by the database. */
async function nearnessOf(db: Database, app: string, goal: string): Promise<ReadonlyMap<string, number>> {
  const words = wordsOf(goal);
  // Databases differ from JavaScript in folding non-ASCII letters.
  const anyWord = words.every((word) => /^[a-z0-9]+$/.test(word)) ? words.map((word) => `%${word}%`) : ['%'];
  const has = (column: string): ReturnType<typeof sql<boolean>> => sql<boolean>`${sql.ref(column)} ilike any(${anyWord}::text[])`;
  const [titles, labels] = await Promise.all([
    db.selectFrom('screens').select(['key as screen', 'title as text']).where('app', '=', app).where(has('title')).execute(),
    db
      .selectFrom('actions')
      .select(['screen', 'label as text'])
      .distinct()
      .where('app', '=', app)
      .where('tries', '=', 0)
      .where(has('label'))
      .execute(),
  ]);
  const best = new Map<string, number>();
  for (const { screen, text } of [...titles, ...labels]) best.set(screen, Math.max(best.get(screen) ?? 0, nearnessTo(goal, text)));
  return best;
}
