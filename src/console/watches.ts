// What browsers look at: one watch for each thing, shared by all of them.
import type { Steadyhand } from '../client/steadyhand.js';
import type { EngineProgress } from '../client/engine-progress.js';
import type { FlowView } from '../client/library/flows.js';
import type { RunLine, RunView } from '../domain/report/console.js';
import { refusalOfError } from './bodies.js';
import { createInbox, readRun, type RunReading, type Watch, type Seen, createWatch } from './run-reading.js';
import type { Pictures } from './pictures.js';
import type { ListOptions } from '../client/runs.js';
import { runEngines, runStates } from '../domain/run/listed.js';
import { attributePair } from '../client/search-attributes.js';
import { InputError } from '../domain/errors/input-error.js';

export type Look = (tell: (seen: Seen<unknown>) => void) => () => void;

export interface Live {
  /** `inbox`, `hosts`, `runs`, `runs:<filter>`, `run:<id>`, `standing:<id>`, `flows`, `flow:<id>`; undefined: there is no such topic. */
  topic(name: string): Look | undefined;
  /** Of a run that somebody looks at. */
  reading(id: string): RunReading | undefined;
  /** Something was done to that run. */
  changed(run: string, asker?: string): void;
  /** Something was done to that flow of the library. */
  flowChanged(id: string): void;
}

const listed = 300;

export function createLive(steadyhand: Steadyhand, pictures: Pictures): Live {
  const inbox = createInbox(steadyhand, pictures);
  const inboxWatch = createWatch({ everyMs: 1_000, read: seen(() => inbox.read()) });
  const lists = createWatches<readonly RunLine[]>((filter) => ({
    everyMs: 3_000,
    read: async () => steadyhand.list({ ...listFilter(filter), limit: listed }),
  }));
  const standings = createWatches<EngineProgress>((id) => {
    const run = steadyhand.run(id);
    return { everyMs: 1_000, read: () => run.standing() };
  });
  const readings = new Map<string, { readonly reading: RunReading; readonly watch: Watch<RunView> }>();

  function runWatch(id: string): Watch<RunView> {
    const known = readings.get(id);
    if (known) return known.watch;
    const reading = readRun(steadyhand, pictures, id);
    const watch = createWatch({
      everyMs: 1_000,
      read: seen(() => reading.view()),
      left: () => {
        reading.stop();
        readings.delete(id);
      },
    });
    readings.set(id, { reading, watch });
    return watch;
  }

  const flows = createWatch({ everyMs: 3_000, read: seen(() => steadyhand.flows.list()) });
  const eachFlow = createWatches<FlowView>((id) => ({ everyMs: 2_000, read: () => readFlow(steadyhand, id) }));
  const hosts = createWatch({ everyMs: 3_000, read: seen(() => steadyhand.hosts()) });
  return {
    topic(name) {
      const [, kind, of] = /^(inbox|hosts|flows|flow|runs|run|standing)(?::(.*))?$/s.exec(name) ?? [];
      if (kind === 'inbox') return inboxWatch.look;
      if (kind === 'hosts') return hosts.look;
      if (kind === 'flows') return flows.look;
      if (kind === 'flow' && of) return eachFlow.of(of).look;
      if (kind === 'runs') return lists.of(of ?? '').look;
      if (kind === 'standing' && of) return standings.of(of).look;
      return kind === 'run' && of ? runWatch(of).look : undefined;
    },
    reading: (id) => readings.get(id)?.reading,
    changed(run, asker) {
      if (asker !== undefined) inbox.forget(asker);
      inboxWatch.poke();
      readings.get(run)?.watch.poke();
      standings.poke(run);
      lists.poke();
    },
    flowChanged(id) {
      flows.poke();
      eachFlow.poke(id);
    },
  };
}

async function readFlow({ flows }: Steadyhand, id: string): Promise<FlowView> {
  const [flow, heals] = await Promise.all([flows.describe(id), flows.heals(id)]);
  return { flow, heals };
}

interface Watches<T> {
  of(name: string): Watch<T>;
  /** That one, or all. */
  poke(name?: string): void;
}

/** One for each name that somebody looks at. */
function createWatches<T>(open: (name: string) => { readonly everyMs: number; readonly read: () => Promise<T> }): Watches<T> {
  const watches = new Map<string, Watch<T>>();
  return {
    of(name) {
      const known = watches.get(name);
      if (known) return known;
      const { everyMs, read } = open(name);
      const watch = createWatch({ everyMs, read: seen(read), left: () => void watches.delete(name) });
      watches.set(name, watch);
      return watch;
    },
    poke(name) {
      for (const [each, watch] of watches) if (name === undefined || name === each) watch.poke();
    },
  };
}

/** A reading that fails is told as what it failed by: the next one may succeed. */
function seen<T>(read: () => Promise<T>): () => Promise<Seen<T>> {
  return () =>
    read().then(
      (value) => ({ value }),
      (error: unknown) => ({ error: refusalOfError(error).error }),
    );
}

// Which runs a page lists, as its address says: `state=PENDING&engine=flow&where=Customer%3Dacme&query=…`.

/** Throws an `InputError` that names what is wrong with it. */
export function listFilter(text: string): Omit<ListOptions, 'limit'> {
  const asked = new URLSearchParams(text);
  const state = oneOf('state', asked.get('state'), runStates);
  const engine = oneOf('engine', asked.get('engine'), runEngines);
  const query = asked.get('query');
  const where = asked.getAll('where').map(pairOf);
  return {
    state,
    engine,
    query: query || undefined,
    where: where.length > 0 ? Object.fromEntries(where) : undefined,
  };
}

function oneOf<T extends string>(field: string, given: string | null, allowed: readonly T[]): T | undefined {
  if (given === null || given === '') return undefined;
  const found = allowed.find((each) => each === given);
  if (found === undefined) throw new InputError(field, given, allowed.join(', '));
  return found;
}

function pairOf(text: string): readonly [string, string] {
  const pair = attributePair(text);
  if (!pair) throw new InputError('where', text, 'the name of a search attribute, = and its value');
  return [pair.name, pair.value];
}
