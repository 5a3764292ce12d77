// One run, while somebody looks at it: its state every second, its steps as they become complete.
import { randomUUID } from 'node:crypto';
import type { RunDescription } from '../client/run-description.js';
import type { Steadyhand } from '../client/steadyhand.js';
import type { PendingRequest } from '../domain/human/requests.js';
import type { CardsReply, InboxItem, RunView, HoldLine } from '../domain/report/console.js';
import type { ReportCard } from '../domain/report/report.schema.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { Pictures } from './pictures.js';

export interface RunReading {
  view(): Promise<RunView>;
  cards(from: number): Promise<CardsReply>;
  stop(): void;
}

const queueMs = 5_000;

export function readRun(steadyhand: Steadyhand, pictures: Pictures, id: string): RunReading {
  const run = steadyhand.run(id);
  const reading = randomUUID();
  const stopped = new AbortController();
  const cards: ReportCard[] = [];
  const refs: (ArtifactRef | undefined)[][] = [];
  let queue: { readonly at: number; readonly place: RunView['waitsForDevice'] } | undefined;
  // Nobody looks any more, or there is no such run, which its view tells.
  follow().catch(() => undefined);

  async function follow(): Promise<void> {
    for await (const card of run.cards({ everyMs: shortestMs, signal: stopped.signal })) {
      cards.push(card);
      refs.push([card.pictures.before, card.pictures.after].map((ref) => ref as ArtifactRef | undefined));
    }
  }

  /** Where its device's session stands among those that wait for one of the same kind. */
  async function placeInQueue({ progress, ended }: RunDescription): Promise<RunView['waitsForDevice']> {
    if (ended !== undefined || progress?.device || cards.length > 0) return undefined;
    if (queue && Date.now() - queue.at < queueMs) return queue.place;
    const { hosts } = await steadyhand.hosts().catch(() => ({ hosts: [] }));
    const waiting = hosts.flatMap(({ devices }) => devices).filter(({ state }) => state === 'waits');
    const own = waiting.find(({ owner }) => owner === id || owner.startsWith(`${id}/`));
    const ahead = own && waiting.filter(({ kind, since }) => kind === own.kind && since < own.since);
    queue = { at: Date.now(), place: own && ahead && { kind: own.kind, place: ahead.length + 1 } };
    return queue.place;
  }

  return {
    async view() {
      const description = await run.describe();
      const { type, state, started, ended, request, outcome, message, result, asking, progress } = description;
      const waitsForDevice = await placeInQueue(description);
      const { ui } = run;
      return {
        id,
        ...{ type, state, started },
        ended,
        request,
        outcome,
        message,
        result: typeof result?.['result'] === 'string' ? result['result'] : undefined,
        asking:
          asking && (state === 'PENDING' || state === 'CONFIRM')
            ? await inboxItem(pictures, { run: id, asker: asking.asker, state, title: request, request: asking.request })
            : undefined,
        progress: progress ? progressOf(progress) : undefined,
        takeOver: progress?.hold ? wheelOf(progress.hold, progress.request) : undefined,
        waitsForDevice,
        cards: cards.length,
        reading,
        ui,
      };
    },
    async cards(from) {
      return { cards: cards.slice(from), pictures: await pictures.told(id, refs.slice(from).flat()) };
    },
    stop: () => stopped.abort(),
  };
}

function wheelOf(hold: HoldLine & { readonly parked: boolean }, request: PendingRequest | undefined): NonNullable<RunView['takeOver']> {
  return { ...heldOf(hold), parked: hold.parked, asks: request?.kind === 'question' ? request.questions : [] };
}

function progressOf({
  status,
  step,
  subtask,
  application,
  budgetLeft,
  usage,
  unknownOutcomes,
  device,
  queuedRequests,
}: NonNullable<RunDescription['progress']>): NonNullable<RunView['progress']> {
  return {
    ...{ status, step, budgetLeft, usage, unknownOutcomes },
    subtask,
    application,
    host: device?.hostId,
    queuedRequests,
  };
}

// The inbox of all engines, oldest first. Who waits is one call to the server; what for is asked of each once, and again after a while: a question to a workflow costs its worker a task.

interface Inbox {
  read(): Promise<readonly InboxItem[]>;
  /** Something was answered there: it is asked anew. */
  forget(asker: string): void;
}

const askedAgainMs = 20_000;
/** Of one that had been answered when it was asked: the list of those who wait is a moment behind. */
const settledMs = 2_000;
/** Of these questions at a time. */
const atOnce = 8;

interface Known {
  readonly requestedAt: number;
  readonly state: InboxItem['state'];
  readonly request?: PendingRequest;
  readonly hold?: HoldLine;
  /** It asks nothing any more, or nobody holds it. */
  readonly isSettled: boolean;
}

export function createInbox(steadyhand: Steadyhand, pictures: Pictures): Inbox {
  const known = new Map<string, Known>();
  const titles = new Map<string, string | undefined>();

  async function ask(asker: string, state: InboxItem['state']): Promise<void> {
    if (state === 'HELD') return askWho(asker);
    const asking = await steadyhand
      .run(asker)
      .asks()
      .catch(() => 'unanswered' as const);
    const request = asking === 'unanswered' ? known.get(asker)?.request : asking?.request;
    known.set(asker, { requestedAt: Date.now(), state, isSettled: asking === undefined, request });
  }

  async function askWho(run: string): Promise<void> {
    const progress = await steadyhand
      .run(run)
      .progress()
      .catch(() => undefined);
    const hold = progress ? progress.hold && heldOf(progress.hold) : known.get(run)?.hold;
    known.set(run, { requestedAt: Date.now(), state: 'HELD', isSettled: progress !== undefined && !hold, hold });
  }

  async function learnTitles(runs: readonly string[]): Promise<void> {
    if (runs.every((run) => titles.has(run))) return;
    for (const state of ['PENDING', 'CONFIRM', 'HELD'] as const)
      for (const { id, request } of await steadyhand.list({ state, limit: 200 })) titles.set(id, request);
    for (const run of runs) if (!titles.has(run)) titles.set(run, undefined);
  }

  return {
    async read() {
      const waiting = (await steadyhand.waiting()).filter(isAsking);
      const askers = new Set(waiting.map(({ asker }) => asker));
      for (const asker of known.keys()) if (!askers.has(asker)) known.delete(asker);
      for (const run of titles.keys()) if (!waiting.some((each) => each.run === run)) titles.delete(run);
      await learnTitles(waiting.map(({ run }) => run));
      const isDue = ({ asker, state }: Pick<InboxItem, 'asker' | 'state'>): boolean => {
        const before = known.get(asker);
        return before?.state !== state || Date.now() - before.requestedAt > (before.isSettled ? settledMs : askedAgainMs);
      };
      const due = waiting.filter(isDue);
      // The rest of many comes with the next readings, what was never asked first.
      due.sort((one, other) => (known.get(one.asker)?.requestedAt ?? 0) - (known.get(other.asker)?.requestedAt ?? 0));
      await inGroups(due.slice(0, 4 * atOnce), ({ asker, state }) => ask(asker, state));
      const open = waiting.filter(({ asker }) => !known.get(asker)?.isSettled);
      const items = await Promise.all(
        open.map((each) => {
          const { request, hold } = known.get(each.asker) ?? {};
          return inboxItem(pictures, { ...each, title: titles.get(each.run), request, hold });
        }),
      );
      // What somebody is at already comes after what nobody is at.
      return items.sort(
        (one, other) => Number(one.state === 'HELD') - Number(other.state === 'HELD') || waitsSince(one).localeCompare(waitsSince(other)),
      );
    },
    forget: (asker) => void known.delete(asker),
  };
}

/** A part of a held run is held with it: the run tells by whom. */
function isAsking<W extends Pick<InboxItem, 'asker' | 'run' | 'state'>>({ state, asker, run }: W): boolean {
  return state !== 'HELD' || asker === run;
}

function heldOf({ by, reason, since, until }: HoldLine): HoldLine {
  return { by, reason, since, until };
}

async function inboxItem(
  pictures: Pictures,
  {
    request,
    title,
    hold,
    ...rest
  }: Pick<InboxItem, 'asker' | 'run' | 'state'> & {
    readonly title: string | undefined;
    readonly request: PendingRequest | undefined;
    readonly hold?: HoldLine | undefined;
  },
): Promise<InboxItem> {
  const refs = request?.kind === 'confirmation' ? [request.screenshot, request.facts?.picture] : [];
  return {
    ...rest,
    title,
    request,
    hold,
    pictures: await pictures.told(rest.run, refs),
  };
}

/** What nobody could be asked about yet comes last. */
function waitsSince({ request, hold }: InboxItem): string {
  return request?.requestedAt ?? hold?.since ?? '~';
}

async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += atOnce) await Promise.all(items.slice(start, start + atOnce).map(work));
}

// What browsers are kept up to date about: one reading for all who look, none while nobody looks.
//
// watch-1. A thing is read at most once a second, however many look, and by one reader at a time.
// watch-2. Who begins to look gets what is known at once; after that, only what differs from the last.

export interface Watch<T> {
  /** Calls `tell` with each new state until the function that it returns is called. */
  look(tell: (seen: Seen<T>) => void): () => void;
  /** Reads soon, because something was done. */
  poke(): void;
}

/** What was read, or why it could not be. */
export type Seen<T> = { readonly value: T } | { readonly error: { readonly code: string; readonly message: string } };

interface WatchOptions<T> {
  readonly read: () => Promise<Seen<T>>;
  /** At least `shortestMs`. */
  readonly everyMs: number;
  /** Nobody looks any more. */
  readonly left?: () => void;
}

export const shortestMs = 1_000;

export function createWatch<T>({ read, everyMs, left }: WatchOptions<T>): Watch<T> {
  const viewers = new Set<(seen: Seen<T>) => void>();
  let last: { readonly seen: Seen<T>; readonly text: string } | undefined;
  let readAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let isReading = false;

  function plan(afterMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => turn().catch(() => (isReading = false)), Math.max(0, afterMs));
  }

  async function turn(): Promise<void> {
    if (isReading) return;
    isReading = true;
    readAt = Date.now();
    const seen = await read();
    isReading = false;
    if (viewers.size === 0) return;
    const text = JSON.stringify(seen);
    if (text !== last?.text) {
      last = { seen, text };
      for (const tell of viewers) tell(seen);
    }
    plan(readAt + Math.max(shortestMs, everyMs) - Date.now());
  }

  return {
    look(tell) {
      viewers.add(tell);
      if (last) tell(last.seen);
      if (viewers.size === 1) plan(readAt + shortestMs - Date.now());
      return () => {
        viewers.delete(tell);
        if (viewers.size > 0) return;
        clearTimeout(timer);
        last = undefined;
        left?.();
      };
    },
    poke() {
      if (viewers.size > 0 && !isReading) plan(readAt + shortestMs - Date.now());
    },
  };
}
