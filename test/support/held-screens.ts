// What is there for a person who has taken over, and what came of it by a run's own histories: for tests of holds.
import type { Client } from '@temporalio/client';
import type { DeviceScript } from '../../src/adapters/memory/device-script.js';
import type { PersonActed } from '../../src/domain/take-over/person-act.js';

type Event = NonNullable<Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['fetchHistory']>>['events']>[number];
type Payloads = { readonly payloads?: readonly { readonly data?: Uint8Array | null }[] | null } | null | undefined;

export interface Screens {
  readonly url: string;
  /** Added to each entry in the ledger. */
  readonly name: string;
  /** Buttons of the person's, each for one act. */
  readonly notes: number;
  /** The agent's first press needs an approval. */
  readonly guarded: boolean;
  /** ms of an action before and after its effect. */
  readonly delayMs: number;
  readonly delayAfterMs: number;
  readonly silent: boolean;
}

/** The agent's three presses of "Add", and buttons for the person: each press is an event of its own in the ledger, so a repeated one shows. */
export function heldScreens({ url, name, notes, guarded, delayMs, delayAfterMs, silent }: Screens): DeviceScript {
  const post = (body: object) => ({ delayMs, delayAfterMs, post: { url, body: { run: name, ...body } } });
  const own = Array.from({ length: notes }, (_, act) => ({
    role: 'button',
    name: `Note ${act}`,
    on: post({ by: 'person', act }),
  }));
  const screen = (count: number) => ({
    title: `Added ${count}`,
    controls: [
      ...own,
      ...(count < 3
        ? [
            {
              role: 'button',
              name: guarded && count === 0 ? 'Delete' : 'Add',
              on: { ...post({ by: 'agent', press: count + 1 }), goto: `s${count + 1}` },
            },
          ]
        : [{ role: 'heading', name: `Added ${count}` }]),
    ],
  });
  return { start: 's0', silent, screens: { s0: screen(0), s1: screen(1), s2: screen(2), s3: screen(3) } };
}

const rowHeight = 24;
/** px: a device's scripted controls stand in rows. */
export const noteAt = (act: number) => ({ x: 40, y: act * rowHeight + rowHeight / 2 });
const noteIn = (y: number) => Math.floor(y / rowHeight);

/** The activities that a run began while it was held: from the answer that it had stopped to its being handed back. */
export function begunWhileHeld(events: readonly Event[]): readonly string[] {
  const taken = events.find((event) => nameOfUpdate(event) === 'takeOver')?.eventId;
  const stopped = events.findIndex(
    ({ workflowExecutionUpdateCompletedEventAttributes: done }) => done !== undefined && String(done?.acceptedEventId) === String(taken),
  );
  const resumed = events.findIndex((event) => nameOfUpdate(event) === 'handBack');
  if (stopped < 0 || resumed < stopped) throw new Error('this history has no hold that was handed back');
  return events
    .slice(stopped, resumed)
    .flatMap(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name ?? []);
}

function nameOfUpdate({ workflowExecutionUpdateAcceptedEventAttributes: accepted }: Event): string | undefined {
  return accepted?.acceptedRequest?.input?.name ?? undefined;
}

export interface ToldAct {
  /** Which note. */
  readonly act: number;
  readonly status: PersonActed['outcome']['status'];
  readonly message?: string;
}

/** What the workflow took from a person, and what it told of it: one for each `act` that it accepted. Throws where one was never answered. */
export function actsOf(events: readonly Event[]): readonly ToldAct[] {
  const answers = new Map(
    events.flatMap(({ workflowExecutionUpdateCompletedEventAttributes: completed }) =>
      completed ? [[completed.meta?.updateId ?? '', completed.outcome] as const] : [],
    ),
  );
  return events.flatMap(({ workflowExecutionUpdateAcceptedEventAttributes: accepted }) => {
    const { input, meta } = accepted?.acceptedRequest ?? {};
    if (input?.name !== 'act') return [];
    const answer = answers.get(meta?.updateId ?? '');
    if (!answer) throw new Error(`the act ${meta?.updateId} was accepted and never answered`);
    const { action } = decoded(input.args) as { readonly action: { readonly at: { readonly y: number } } };
    const act = noteIn(action.at.y);
    if (answer.failure) return { act, status: 'failed', message: answer.failure.message ?? '' };
    const { outcome } = decoded(answer.success) as PersonActed;
    return { act, status: outcome.status, ...('message' in outcome ? { message: outcome.message } : {}) };
  });
}

function decoded(of: Payloads): unknown {
  const data = of?.payloads?.[0]?.data;
  return data ? JSON.parse(Buffer.from(data).toString()) : undefined;
}
