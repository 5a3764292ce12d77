// The inbox of all engines, oldest first. Who waits is one call to the server; what for is asked of each once, and again after a while: a question to a workflow costs its worker a task.
import type { Steadyhand } from '../client/steadyhand.js';
import type { InboxItem } from '../domain/report/console.js';
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
  /** It asks nothing any more. */
  readonly isSettled: boolean;
}

export function createInbox(steadyhand: Steadyhand, pictures: Pictures): Inbox {
  const known = new Map<string, Known>();
  const titles = new Map<string, string | undefined>();

  async function ask(asker: string, state: InboxItem['state']): Promise<void> {
    const asking = await steadyhand
      .run(asker)
      .asks()
      .catch(() => 'unanswered' as const);
    const request = asking === 'unanswered' ? known.get(asker)?.request : asking?.request;
    known.set(asker, { askedAt: Date.now(), state, isSettled: asking === undefined, ...(request ? { request } : {}) });
  }

  async function learnTitles(runs: readonly string[]): Promise<void> {
    if (runs.every((run) => titles.has(run))) return;
    for (const state of ['PENDING', 'CONFIRM'] as const)
      for (const { id, request } of await steadyhand.list({ state, limit: 200 })) titles.set(id, request);
    for (const run of runs) if (!titles.has(run)) titles.set(run, undefined);
  }

  return {
    async read() {
      // Who has the wheel of a run is told by its own page.
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
        open.map((each) => inboxItem(pictures, { ...each, title: titles.get(each.run), request: known.get(each.asker)?.request })),
      );
      return items.sort((one, other) => askedAt(one).localeCompare(askedAt(other)));
    },
    forget: (asker) => void known.delete(asker),
  };
}

function isAsking<W extends { readonly state: string }>(waiting: W): waiting is W & Pick<InboxItem, 'state'> {
  return waiting.state === 'PENDING' || waiting.state === 'CONFIRM';
}

export async function inboxItem(
  pictures: Pictures,
  {
    request,
    title,
    ...rest
  }: Pick<InboxItem, 'asker' | 'run' | 'state'> & {
    readonly title: string | undefined;
    readonly request: PendingRequest | undefined;
  },
): Promise<InboxItem> {
  const refs = request?.kind === 'confirmation' ? [request.screenshot, request.facts?.picture] : [];
  return {
    ...rest,
    ...(title === undefined ? {} : { title }),
    ...(request ? { request } : {}),
    pictures: await pictures.told(rest.run, refs),
  };
}

/** What nobody could be asked about yet comes last. */
function askedAt({ request }: InboxItem): string {
  return request?.askedAt ?? '~';
}

async function inGroups<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += atOnce) await Promise.all(items.slice(start, start + atOnce).map(work));
}
