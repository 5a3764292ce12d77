// The wheel of a run, with the handlers of its messages.
import { workflowInfo, condition, isCancellation, setHandler } from '@temporalio/workflow';
import { type AgentSettings, defaultHeldTimeout } from '../../domain/run/settings.js';
import type { ResolvedRun } from '../../domain/run/resolve-settings.js';
import type { DeviceClient } from '../device/device-calls.js';
import { createPersonCalls, type PersonCalls } from './person-calls.js';
import { createWheel, type RunWheel, type WheelCarried, type WheelOptions, unlessCancelled, wheelClock } from './wheel.js';
import { parseHandBack, parseTakeOver } from '../../domain/wheel/messages.js';
import { parseAct } from '../../domain/wheel/person-act.js';
import { turnWheel, freeWheel, type WheelEvent } from '../../domain/wheel/hold.js';
import { actUpdate, handBackUpdate, lookUpdate, takeOverUpdate, type HeldView } from '../messages.js';
import { createUpdatesOnce, type UpdatesOnce } from '../people/updates-once.js';

interface Opening extends WheelOptions {
  /** Undefined until the run's settings are known. */
  readonly settings: () => AgentSettings | undefined;
}

/** Who is at work when a person takes the wheel, for the records. */
interface AtWork {
  readonly name: string;
  /** How many were made so far. */
  readonly steps: number;
}

export interface OpenWheel extends RunWheel {
  /** From now on it takes what the person does. */
  serve(client: DeviceClient, resolved: Pick<ResolvedRun, 'timings' | 'guard'>, atWork: () => AtWork): void;
}

export function openWheel(carried: WheelCarried, { settings, ...options }: Opening): OpenWheel {
  const { workflowId: run } = workflowInfo();
  let calls: PersonCalls | undefined;
  const wheel = createWheel(carried, options);
  hearWheel({ carried, wheel, calls: () => calls, heldTimeout: () => settings()?.heldTimeout });
  return Object.assign(wheel, {
    serve(client: DeviceClient, { timings, guard }: Pick<ResolvedRun, 'timings' | 'guard'>, atWork: () => AtWork): void {
      const record = () => {
        const { name: agent, steps: step } = atWork();
        return { run, agent, step };
      };
      calls = createPersonCalls({ carried, wheel, client, timings, guard: () => guard, record });
    },
  });
}

/** ms for an engine to stop, while `takeOver` waits: the Update's caller waits for 20 s. */
const stops = 10_000;

interface Heard {
  readonly carried: WheelCarried;
  readonly wheel: RunWheel;
  /** Undefined until the run's settings are known. */
  readonly calls: () => PersonCalls | undefined;
  /** ms; undefined until the run's settings are known. */
  readonly heldTimeout: () => number | undefined;
}

function hearWheel(heard: Heard): void {
  const once = createUpdatesOnce(heard.carried.people);
  hearTurns(heard, once);
  hearPerson(heard, once);
  if (heard.wheel.hold) watch(heard);
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
        wheel.parkIfIdle();
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
  const refuseUnlessHeld = (): void => {
    const { hold } = wheel;
    if (!hold) throw new Error('Nobody has the wheel, so nothing can be done or seen by hand: take over first.');
    if (hold.state === 'TAKEN') throw new Error('The run is still at its last step: wait until `held.parked`, then act.');
  };
  /** A part of a chain resolves its settings first. */
  const serving = async (): Promise<PersonCalls> => {
    await condition(() => calls() !== undefined);
    const here = calls();
    if (!here) throw new TypeError('the run has not begun');
    return here;
  };
  const acting = (body: unknown) => {
    const parsed = parseAct(body);
    if ('malformed' in parsed) throw new Error(parsed.malformed);
    const { hold } = wheel;
    if (hold && hold.by !== parsed.by) throw new Error(`${hold.by} has the wheel, not ${parsed.by}: only they act.`);
    return parsed;
  };
  setHandler(actUpdate, (body) => once.takeLater(async () => (await serving()).act(acting(body))), {
    validator: (body) =>
      once.validate(() => {
        refuseUnlessHeld();
        acting(body);
      }),
    description: 'Does one thing on the screen of a held run: {"by": "…", "action": {"type": "click", "at": {"x": 10, "y": 20}}}',
  });
  setHandler(lookUpdate, async (_) => (await serving()).look(), {
    validator: (_) => refuseUnlessHeld(),
    description: 'A new picture of the screen of a held run, by reference',
  });
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
