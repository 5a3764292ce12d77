// What a person who has taken over does on the device, one thing at a time: the way of every action, with the person as its actor.
import { ApplicationFailure, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { RecordContext } from '../../domain/device/device-work.js';
import type { Guard } from '../../domain/guard/guard.js';
import type { Timings } from '../../domain/run/resolve-settings.js';
import { personActText, type ActBody } from '../../domain/take-over/person-act.js';
import type { PersonActed, PersonLook } from '../../domain/take-over/person-act.js';
import { atMostOnce, looking } from '../device/send-once.js';
import type { Acted, DeviceClient } from '../device/device-calls.js';
import type { RunHold, HoldCarried } from './run-hold.js';

export interface PersonCalls {
  act(body: ActBody): Promise<PersonActed>;
  look(): Promise<PersonLook>;
}

export interface PersonSide {
  readonly carried: HoldCarried;
  readonly takeOver: RunHold;
  readonly client: DeviceClient;
  readonly timings: Timings;
  readonly guard: () => Guard;
  readonly record: () => RecordContext;
}

/** ms within which an act is begun: a person sees what became of it, and may try again. */
const begins = 15_000;

export function createPersonCalls(side: PersonSide): PersonCalls {
  let last: Promise<unknown> = Promise.resolve();
  let coming: Promise<PersonLook> | undefined;
  /** One after the other: what the next one aims at is the screen that this one leaves. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    act: (body) => inTurn(() => act(side, body)),
    // Whoever looks while a look is under way shares it.
    look: () =>
      (coming ??= inTurn(() => look(side)).finally(() => {
        coming = undefined;
      })),
  };
}

async function act(side: PersonSide, { by, action }: ActBody): Promise<PersonActed> {
  const { takeOver, client, timings, guard, record } = side;
  if (!takeOver.isParked) throw notHeld();
  takeOver.served();
  const until = Date.now() + begins;
  const text = `${by}: ${personActText(action)}`;
  const { rules, off, person } = guard();
  const acted = await client.act<PersonActed>({
    text,
    count: 1,
    leftMs: () => Math.max(0, until - Date.now()),
    send: ({ handle, activityId, attempt }, story) =>
      proxyActivities<Activities>(atMostOnce(handle, activityId, attempt, text, timings)).personAct({
        deviceId: handle.deviceId,
        epoch: handle.epoch,
        by,
        action,
        off,
        rules: rules.filter(({ risk }) => risk === undefined),
        admits: person?.origins ?? [],
        record: record(),
        ...story,
      }),
  });
  const told = outcomeOf(acted);
  keepKey(side, told.look);
  return told;
}

function outcomeOf(acted: Acted<PersonActed>): PersonActed {
  switch (acted.type) {
    case 'ran':
      return acted.result;
    case 'journalled':
      return { outcome: acted.outcomes[0] ?? { status: 'unknown' } };
    case 'refused':
      return { outcome: { status: 'failed', code: acted.code, message: acted.message } };
    case 'device-reset':
      return {
        outcome: { status: 'failed', code: 'device-reset', message: 'The interface was opened again, and nothing was done: look first.' },
      };
    case 'failed':
      return { outcome: { status: 'failed', code: acted.error.type, message: acted.error.message } };
  }
}

async function look(side: PersonSide): Promise<PersonLook> {
  const { takeOver, client, timings, guard } = side;
  if (!takeOver.isParked) throw notHeld();
  takeOver.served();
  for (let resets = 0; ; resets += 1) {
    const looked = await client.look<PersonLook>((handle) =>
      proxyActivities<Activities>(looking(handle, timings, `a look for ${takeOver.hold?.by ?? 'a person'}`)).personLook({
        deviceId: handle.deviceId,
        epoch: handle.epoch,
        admits: guard().person?.origins ?? [],
      }),
    );
    if (looked.type === 'looked') return keepKey(side, looked.value);
    // Another interface than the engine's last one: a person sees that.
    if (looked.type === 'device-reset' && resets === 0) continue;
    const why = looked.type === 'failed' ? looked.error : { type: 'device-reset', message: 'the interface is opened again and again' };
    throw ApplicationFailure.create({ message: `Nothing can be seen: ${why.message}`, type: why.type, nonRetryable: true });
  }
}

function keepKey<L extends PersonLook | undefined>({ carried }: PersonSide, seen: L): L {
  if (seen?.key === undefined) delete carried.typedKey;
  else carried.typedKey = seen.key;
  return seen;
}

function notHeld(): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'The run was handed back meanwhile; nothing was done.',
    type: 'not-held',
    nonRetryable: true,
  });
}
