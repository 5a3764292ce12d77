// One run, while somebody looks at it: its state every second, its steps as they become complete.
import { randomUUID } from 'node:crypto';
import type { RunDescription } from '../client/run-description.js';
import type { Steadyhand } from '../client/steadyhand.js';
import type { PendingRequest } from '../domain/human/requests.js';
import type { CardsReply, RunView, WheelHeld } from '../domain/report/console.js';
import type { ReportCard } from '../domain/report/report.schema.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import { heldOf, inboxItem } from './inbox.js';
import type { Pictures } from './pictures.js';
import { shortestMs } from './watch.js';

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
  void follow();

  async function follow(): Promise<void> {
    try {
      for await (const card of run.cards({ everyMs: shortestMs, signal: stopped.signal })) {
        cards.push(card);
        refs.push([card.pictures.before, card.pictures.after].map((ref) => ref as ArtifactRef | undefined));
      }
    } catch {
      // Nobody looks any more, or there is no such run, which its view tells.
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
        wheel: progress?.held ? wheelOf(progress.held, progress.request) : undefined,
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

function wheelOf(held: WheelHeld & { readonly parked: boolean }, request: PendingRequest | undefined): NonNullable<RunView['wheel']> {
  return { ...heldOf(held), parked: held.parked, asks: request?.kind === 'question' ? request.questions : [] };
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
