// The messages around the wheel. The run itself takes `takeOver` and `handBack`; `act` and `look` are taken where its engine has stopped.
import { condition, isCancellation, setHandler } from '@temporalio/workflow';
import { defaultHeldTimeout } from '../../domain/run/settings.js';
import { parseHandBack, parseTakeOver } from '../../domain/wheel/messages.js';
import { parseAct } from '../../domain/wheel/person-act.js';
import { turnWheel, freeWheel, type WheelEvent } from '../../domain/wheel/hold.js';
import {
  actUpdate,
  handBackUpdate,
  lookUpdate,
  parkedSignal,
  parkSignal,
  resumeSignal,
  takeOverUpdate,
  type ChildParked,
  type HeldView,
} from '../messages.js';
import { createUpdatesOnce, type UpdatesOnce } from '../people/updates-once.js';
import type { PersonCalls } from './person-calls.js';
import { unlessCancelled, wheelClock, type RunWheel, type WheelCarried } from './wheel.js';

/** ms for an engine to stop, while `takeOver` waits: the Update's caller waits for 20 s. */
const stops = 10_000;

export interface Heard {
  readonly carried: WheelCarried;
  readonly wheel: RunWheel;
  /** Undefined until the run's settings are known. */
  readonly calls: () => PersonCalls | undefined;
  /** ms; undefined until the run's settings are known. */
  readonly heldTimeout: () => number | undefined;
}

/** Of the run that a person started. */
export function hearWheel(heard: Heard): void {
  const once = createUpdatesOnce(heard.carried.people);
  hearTurns(heard, once);
  hearPerson(heard, once);
  hearChild(heard.wheel);
  if (heard.wheel.hold) watch(heard);
}

/** Of a child: told by its parent, whose `takeOver` counts. */
export function hearWheelOfChild(heard: Heard, run: string): void {
  const { wheel } = heard;
  setHandler(parkSignal, async ({ number, by, reason, until, sinceMs }) => {
    if (wheel.hold?.number === number) return;
    wheel.turn({ type: 'takeOver', by, reason, heldTimeout: Date.parse(until) - sinceMs, number });
    await wheel.parkIfIdle();
  });
  setHandler(resumeSignal, ({ note, timedOut }) => void wheel.turn(timedOut ? { type: 'timed-out' } : { type: 'handBack', note }));
  const elsewhere = (_: unknown): never => {
    throw new Error(`This is a part of the run '${run}': take that over, and hand that back.`);
  };
  setHandler(takeOverUpdate, elsewhere, { validator: elsewhere });
  setHandler(handBackUpdate, elsewhere, { validator: elsewhere });
  hearPerson(heard, createUpdatesOnce(heard.carried.people));
  hearChild(wheel);
}

/** An engine without a screen of its own. */
export function refuseWheel(why: string): void {
  const refuse = (_: unknown): never => {
    throw new Error(why);
  };
  setHandler(takeOverUpdate, refuse, { validator: refuse, description: 'Refused: this engine has no screen of its own' });
}

function hearTurns(heard: Heard, once: UpdatesOnce): void {
  const { wheel, carried } = heard;
  const tried = (event: WheelEvent): void => {
    const turned = turnWheel(carried.wheel ?? freeWheel, event, wheelClock());
    if ('refused' in turned) throw new Error(turned.refused);
  };
  const takingOver = (body: unknown): WheelEvent & { readonly type: 'takeOver' } => {
    const parsed = parseTakeOver(body);
    if ('malformed' in parsed) throw new Error(parsed.malformed);
    return { type: 'takeOver', ...parsed, heldTimeout: heard.heldTimeout() ?? defaultHeldTimeout };
  };
  const handingBack = (body: unknown): WheelEvent & { readonly type: 'handBack' } => {
    const parsed = parseHandBack(body);
    if ('malformed' in parsed) throw new Error(parsed.malformed);
    return { type: 'handBack', ...parsed };
  };
  setHandler(
    takeOverUpdate,
    (body) =>
      once.takeLater(async () => {
        refuseWith(wheel.turn(takingOver(body)));
        watch(heard);
        await wheel.parkIfIdle();
        const { number } = wheel.hold ?? {};
        await condition(() => wheel.hold?.number !== number || wheel.hold?.state === 'HELD', stops, {
          summary: 'until its engine has stopped',
        });
        return wheel.view() ?? viewOfPast(body);
      }),
    {
      validator: (body) => once.validate(() => tried(takingOver(body))),
      description: 'A person takes the wheel: {"by": "…", "reason"?: "…"}; nothing of the run acts until handBack',
    },
  );
  setHandler(
    handBackUpdate,
    (body) =>
      once.take(() => {
        refuseWith(wheel.turn(handingBack(body)));
        return 'Handed back; the run looks at the screen and goes on.';
      }),
    {
      validator: (body) => once.validate(() => tried(handingBack(body))),
      description: 'Gives the wheel back: {"note"?: "…"}, which the model reads',
    },
  );
}

function hearPerson({ wheel, calls }: Heard, once: UpdatesOnce): void {
  const toServe = (): PersonCalls => {
    const { hold } = wheel;
    if (!hold) throw new Error('Nobody has the wheel, so nothing can be done or seen by hand: take over first.');
    if (hold.state === 'TAKEN') throw new Error('The run is still at its last step: wait until `held.parked`, then act.');
    const here = calls();
    if (!wheel.isHere || !here) throw new Error(`The run has stopped in '${hold.at}': send this Update there.`);
    return here;
  };
  const acting = (body: unknown) => {
    const parsed = parseAct(body);
    if ('malformed' in parsed) throw new Error(parsed.malformed);
    const { hold } = wheel;
    if (hold && hold.by !== parsed.by) throw new Error(`${hold.by} has the wheel, not ${parsed.by}: only they act.`);
    return parsed;
  };
  setHandler(actUpdate, (body) => once.takeLater(() => toServe().act(acting(body))), {
    validator: (body) =>
      once.validate(() => {
        toServe();
        acting(body);
      }),
    description: 'Does one thing on the screen of a held run: {"by": "…", "action": {"type": "click", "at": {"x": 10, "y": 20}}}',
  });
  setHandler(lookUpdate, (_) => toServe().look(), {
    validator: (_) => void toServe(),
    description: 'A new picture of the screen of a held run, by reference',
  });
}

function hearChild(wheel: RunWheel): void {
  setHandler(parkedSignal, (of: ChildParked) => wheel.childParked(of));
}

/** The limit of the present hold. */
function watch({ wheel }: Heard): void {
  const { hold } = wheel;
  if (!hold) return;
  const isOver = (): boolean => wheel.hold?.number !== hold.number;
  const waiting = async (): Promise<void> => {
    const left = Math.max(1, Date.parse(hold.until) - Date.now());
    if (!(await condition(isOver, left, { summary: `until ${hold.by} has had the wheel long enough` }))) wheel.turn({ type: 'timed-out' });
  };
  waiting().catch((error: unknown) => {
    if (!isCancellation(error)) unlessCancelled(error);
  });
}

function refuseWith(why: string | undefined): void {
  if (why !== undefined) throw new TypeError(why); // the validator has already refused it
}

/** It was handed back before its engine had stopped. */
function viewOfPast({ by, reason = '' }: { readonly by: string; readonly reason?: string }): HeldView {
  const now = new Date().toISOString();
  return { by, reason, since: now, until: now, parked: false };
}
