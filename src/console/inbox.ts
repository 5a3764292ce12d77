// The inbox of all engines, oldest first. Who waits is one call to the server; what for is asked of each once, and again after a while: a question to a workflow costs its worker a task.
import type { Steadyhand } from '../client/steadyhand.js';
import type { InboxItem, WheelHeld } from '../domain/report/console.js';
import type { PendingRequest } from '../domain/human/requests.js';
import type { Pictures } from './pictures.js';

export interface Inbox {
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
  readonly askedAt: number;
  readonly state: InboxItem['state'];
  readonly request?: PendingRequest;
  readonly held?: WheelHeld;
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
    known.set(asker, { askedAt: Date.now(), state, isSettled: asking === undefined, request });
  }

  async function askWho(run: string): Promise<void> {
    const progress = await steadyhand
      .run(run)
      .progress()
      .catch(() => undefined);
    const held = progress ? progress.held && heldOf(progress.held) : known.get(run)?.held;
    known.set(run, { askedAt: Date.now(), state: 'HELD', isSettled: progress !== undefined && !held, held });
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
        return before?.state !== state || Date.now() - before.askedAt > (before.isSettled ? settledMs : askedAgainMs);
      };
      const due = waiting.filter(isDue);
      // The rest of many comes with the next readings, what was never asked first.
      due.sort((one, other) => (known.get(one.asker)?.askedAt ?? 0) - (known.get(other.asker)?.askedAt ?? 0));
      await inGroups(due.slice(0, 4 * atOnce), ({ asker, state }) => ask(asker, state));
      const open = waiting.filter(({ asker }) => !known.get(asker)?.isSettled);
      const items = await Promise.all(
        open.map((each) => {
          const { request, held } = known.get(each.asker) ?? {};
          return inboxItem(pictures, { ...each, title: titles.get(each.run), request, held });
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

export function heldOf({ by, reason, since, until }: WheelHeld): WheelHeld {
  return { by, reason, since, until };
}

export async function inboxItem(
  pictures: Pictures,
  {
    request,
    title,
    held,
    ...rest
  }: Pick<InboxItem, 'asker' | 'run' | 'state'> & {
    readonly title: string | undefined;
    readonly request: PendingRequest | undefined;
    readonly held?: WheelHeld | undefined;
  },
): Promise<InboxItem> {
  const refs = request?.kind === 'confirmation' ? [request.screenshot, request.facts?.picture] : [];
  return {
    ...rest,
    title,
    request,
    held,
    pictures: await pictures.told(rest.run, refs),
  };
}

/** What nobody could be asked about yet comes last. */
function waitsSince({ request, held }: InboxItem): string {
  return request?.askedAt ?? held?.since ?? '~';
}

async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += atOnce) await Promise.all(items.slice(start, start + atOnce).map(work));
}
