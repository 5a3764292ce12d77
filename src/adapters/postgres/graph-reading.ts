// The map as people read it.
import { sql } from 'kysely';
import { safeFrom, type Verb } from '../../domain/explorer/actions.js';
import type { LookedStep } from '../../domain/explorer/screen-map.js';
import { isFilling } from '../../domain/explorer/path-flow.js';
import { lastingFacts } from '../../domain/explorer/screen-names.js';
import { isLayered } from '../../domain/explorer/signature.js';
import { grouped } from '../../domain/collections.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { Coverage, StoredGraph } from '../../ports/screen-graph.js';
import { comparedSights } from './graph-sights.js';
import type { Database } from './database.js';

export async function applications(db: Database): Promise<readonly string[]> {
  const found = await db.selectFrom('screens').select('app').distinct().orderBy('app').execute();
  return found.map(({ app }) => app);
}

export async function coverage(db: Database, app: string, allowUnsafe: boolean): Promise<Coverage> {
  const count = sql<number>`count(*)::int`.as('count');
  const [screens, variants, edges, actions] = await Promise.all([
    db.selectFrom('screens').select(count).where('app', '=', app).executeTakeFirstOrThrow(),
    db.selectFrom('variants').select(count).where('app', '=', app).executeTakeFirstOrThrow(),
    db.selectFrom('edges').select(count).where('app', '=', app).executeTakeFirstOrThrow(),
    db
      .selectFrom('actions')
      .select([count, sql<number>`(count(*) filter (where tries > 0))::int`.as('tried')])
      .where('app', '=', app)
      .where('verb', 'not in', ['back', 'home', 'wait'])
      .$if(!allowUnsafe, (query) => query.where('safety', '>=', safeFrom))
      .executeTakeFirstOrThrow(),
  ]);
  return { screens: screens.count, variants: variants.count, edges: edges.count, actions: actions.count, tried: actions.tried };
}

export async function readGraph(db: Database, app: string): Promise<StoredGraph> {
  const [runs, steps, screens, variants, actions, edges, told, sights, addresses] = await Promise.all([
    db
      .selectFrom('runs')
      .select(['run', 'started_at', 'stop_reason'])
      .where('app', '=', app)
      .orderBy('started_at')
      .orderBy('run')
      .execute(),
    db
      .selectFrom('observations')
      .select(['run', 'from_screen', 'action', 'to_screen', 'loop', 'unknown', 'look_before', 'look_after', 'at'])
      .where('app', '=', app)
      .orderBy('run')
      .orderBy('loop')
      .execute(),
    db.selectFrom('screens').selectAll().where('app', '=', app).orderBy('found').execute(),
    db.selectFrom('variants').select(['screen', 'screenshot', 'headings', 'address']).where('app', '=', app).orderBy('key').execute(),
    db.selectFrom('actions').selectAll().where('app', '=', app).orderBy('position').orderBy('key').execute(),
    db.selectFrom('edges').selectAll().where('app', '=', app).orderBy('from_screen').orderBy('action').orderBy('to_screen').execute(),
    db.selectFrom('told').select(['screen', 'run', 'text']).where('app', '=', app).orderBy('number').execute(),
    db.selectFrom('sights').selectAll().where('app', '=', app).orderBy('screen').execute(),
    db.selectFrom('addresses').select(['address', 'screen']).where('app', '=', app).where('screen', 'is not', null).execute(),
  ]);
  const stepsOf = grouped(steps, ({ run }) => run);
  const variantsOf = grouped(variants, ({ screen }) => screen);
  const actionsOfScreen = grouped(actions, ({ screen }) => screen);
  const toldOn = grouped(told, ({ screen }) => screen);
  const { before, taken } = waysTaken(steps, actionsOfScreen);
  const compared = comparedSights(sights, actions, new Map(addresses.map(({ address, screen }) => [address, screen ?? ''])));
  return {
    app,
    runs: runs.map(({ run, started_at, stop_reason: stopReason }) => ({
      run,
      startedAt: started_at.toISOString(),
      stopReason,
      edges: (stepsOf.get(run) ?? []).flatMap(({ from_screen: from, action, to_screen: to, at }) =>
        from === null || action === null || to === null || from === to ? [] : [{ from, action, to, at: at.toISOString() }],
      ),
      stays: (stepsOf.get(run) ?? []).flatMap(({ from_screen: from, action, to_screen: to, unknown }) =>
        from === null || action === null || from !== to || unknown ? [] : [{ from, action }],
      ),
      ...compared.get(run),
    })),
    screens: screens.map(({ key, title, found, run, screenshot, structure }) => ({
      key,
      title,
      ...lastingFacts(
        (variantsOf.get(key) ?? []).map(({ headings, address }) => ({ headings: JSON.parse(headings) as string[], address })),
      ),
      layered: isLayered(structure.split(' ')),
      found,
      run,
      screenshot: screenshot as ArtifactRef,
      variants: variantsOf.get(key)?.length ?? 0,
      pictures: [...new Set((variantsOf.get(key) ?? []).map((variant) => variant.screenshot as ArtifactRef))].filter(
        (picture) => picture !== screenshot,
      ),
      actions: (actionsOfScreen.get(key) ?? []).map((action) => ({
        key: action.key,
        verb: action.verb as Verb,
        label: action.label,
        safety: action.safety,
        tries: action.tries,
        role: action.role,
      })),
      notices: toldOn.has(key) ? (toldOn.get(key) ?? []).map(({ run: by, text }) => ({ run: by, text })) : undefined,
    })),
    edges: edges.map(({ from_screen: from, action, to_screen: to, seen, run }) => {
      const looked = taken.get(JSON.stringify([from, action, to]));
      return {
        ...{ from, action, to, seen, run, before: before.get(edgeKey({ run, from, action, to })) ?? [] },
        taken: looked,
      };
    }),
  };
}

interface Step {
  readonly run: string;
  readonly from_screen: string | null;
  readonly action: string | null;
  readonly to_screen: string | null;
  readonly unknown: boolean;
  readonly look_before: string;
  readonly look_after: string;
}

interface Done {
  readonly key: string;
  readonly verb: string;
  readonly role: string;
  readonly revealed_by: string | null;
  /** Undefined: it was not seen, or nobody knows whether it was done. */
  readonly looked: LookedStep | undefined;
}

interface WaysTaken {
  /** By run and edge. */
  readonly before: ReadonlyMap<string, readonly string[]>;
  /** By edge. */
  readonly taken: ReadonlyMap<string, readonly LookedStep[]>;
}

/**
 * For each step, what the run had done on that screen since it arrived and may have needed: values entered, and whatever revealed the
 * step's action. `before`: the first time that a run took it; `taken`: the last time that all of it was seen.
 */
function waysTaken(steps: readonly Step[], actionsOfScreen: ReadonlyMap<string, readonly Omit<Done, 'looked'>[]>): WaysTaken {
  const before = new Map<string, readonly string[]>();
  const taken = new Map<string, readonly LookedStep[]>();
  for (const [run, own] of grouped(steps, (step) => step.run)) {
    let since: readonly Done[] = [];
    for (const step of own) {
      const { from_screen: from, action, to_screen: to } = step;
      const known = from === null ? undefined : actionsOfScreen.get(from)?.find(({ key }) => key === action);
      if (from === null || to === null || !known) {
        since = [];
        continue;
      }
      const done = { ...known, looked: lookedStep(step) };
      const key = edgeKey({ run, from, action: done.key, to });
      const revealing = revealersOf(done, since);
      const needed = since.filter((one) => isFilling(one) || revealing.has(one.key));
      if (!before.has(key))
        before.set(
          key,
          needed.map((one) => one.key),
        );
      const looked = [...needed, done].flatMap((one) => one.looked ?? []);
      if (looked.length === needed.length + 1) taken.set(JSON.stringify([from, done.key, to]), looked);
      since = from === to ? [...since.filter((one) => one.key !== action), done] : [];
    }
  }
  return { before, taken };
}

function lookedStep({ action, unknown, look_before: before, look_after: after }: Step): LookedStep | undefined {
  return action === null || unknown || before === '' || after === ''
    ? undefined
    : { action, before: before as ArtifactRef, after: after as ArtifactRef };
}

/** The action that revealed it, the one that revealed that, and so on. */
function revealersOf({ revealed_by: by }: Pick<Done, 'revealed_by'>, among: readonly Done[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (let key = by; key !== null && !found.has(key); key = among.find((one) => one.key === key)?.revealed_by ?? null) found.add(key);
  return found;
}

function edgeKey({ run, from, action, to }: { readonly run: string; readonly from: string; readonly action: string; readonly to: string }) {
  return JSON.stringify([run, from, action, to]);
}
