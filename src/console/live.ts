// What browsers look at: one watch for each thing, shared by all of them.
import type { Steadyhand } from '../client/steadyhand.js';
import { runStates, type RunState } from '../client/runs.js';
import type { RunLine, RunView } from '../domain/report/console.js';
import { toldOf } from './errors.js';
import { createInbox } from './inbox.js';
import type { Pictures } from './pictures.js';
import { readRun, type RunReading } from './run-reading.js';
import { createWatch, type Seen, type Watch } from './watch.js';

export type Look = (tell: (seen: Seen<unknown>) => void) => () => void;

export interface Live {
  /** `inbox`, `hosts`, `runs`, `runs:<STATE>`, `run:<id>`; undefined: there is no such topic. */
  topic(name: string): Look | undefined;
  /** Of a run that somebody looks at. */
  reading(id: string): RunReading | undefined;
  /** Something was done to that run. */
  changed(run: string, asker?: string): void;
}

const listed = 300;

export function createLive(steadyhand: Steadyhand, pictures: Pictures): Live {
  const inbox = createInbox(steadyhand, pictures);
  const inboxWatch = createWatch({ everyMs: 1_000, read: seen(() => inbox.read()) });
  const lists = new Map<RunState | undefined, Watch<readonly RunLine[]>>(
    [undefined, ...runStates].map((state) => [
      state,
      createWatch({ everyMs: 3_000, read: seen(() => steadyhand.list({ ...(state ? { state } : {}), limit: listed })) }),
    ]),
  );
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

  const hosts = createWatch({ everyMs: 3_000, read: seen(() => steadyhand.hosts()) });
  return {
    topic(name) {
      const [, kind, of] = /^(inbox|hosts|runs|run)(?::(.*))?$/s.exec(name) ?? [];
      if (kind === 'inbox') return inboxWatch.look;
      if (kind === 'hosts') return hosts.look;
      if (kind === 'runs') return lists.get(of as RunState | undefined)?.look;
      return kind === 'run' && of ? runWatch(of).look : undefined;
    },
    reading: (id) => readings.get(id)?.reading,
    changed(run, asker) {
      if (asker !== undefined) inbox.forget(asker);
      inboxWatch.poke();
      readings.get(run)?.watch.poke();
      for (const list of lists.values()) list.poke();
    },
  };
}

/** A reading that fails is told as what it failed by: the next one may succeed. */
function seen<T>(read: () => Promise<T>): () => Promise<Seen<T>> {
  return () =>
    read().then(
      (value) => ({ value }),
      (error: unknown) => ({ error: toldOf(error).error }),
    );
}
