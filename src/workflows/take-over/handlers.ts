// How a run is taken over, with the handlers of the messages.
import { workflowInfo, condition, isCancellation, setHandler } from '@temporalio/workflow';
import { type AgentSettings, defaultHeldTimeout } from '../../domain/run/settings.js';
import type { ResolvedRun } from '../../domain/run/resolve-settings.js';
import type { DeviceClient } from '../device/device-calls.js';
import { createPersonCalls, type PersonCalls } from './person-calls.js';
import { createRunHold, type RunHold, type HoldCarried, type HoldOptions, unlessCancelled, holdClock } from './run-hold.js';
import { parseHandBack, parseTakeOver } from '../../domain/take-over/messages.js';
import { parseAct } from '../../domain/take-over/person-act.js';
import { applyTakeOver, notTakenOver, type TakeOverEvent } from '../../domain/take-over/hold.js';
import { actUpdate, handBackUpdate, lookUpdate, takeOverUpdate, type HoldStatus } from '../messages.js';
import { createUpdatesOnce, type UpdatesOnce } from '../people/updates-once.js';

interface Opening extends HoldOptions {
  /** Undefined until the run's settings are known. */
  readonly settings: () => AgentSettings | undefined;
}

/** Who is at work when a person takes over, for the records. */
interface AtWork {
  readonly name: string;
  /** How many were made so far. */
  readonly steps: number;
}

export interface OpenHold extends RunHold {
  /** From now on it takes what the person does. */
  serve(client: DeviceClient, resolved: Pick<ResolvedRun, 'timings' | 'guard'>, atWork: () => AtWork): void;
}

export function openHold(carried: HoldCarried, { settings, ...options }: Opening): OpenHold {
  const { workflowId: run } = workflowInfo();
  let calls: PersonCalls | undefined;
  const takeOver = createRunHold(carried, options);
  handleTakeOver({ carried, takeOver, calls: () => calls, holdTimeout: () => settings()?.holdTimeout });
  return Object.assign(takeOver, {
    serve(client: DeviceClient, { timings, guard }: Pick<ResolvedRun, 'timings' | 'guard'>, atWork: () => AtWork): void {
      const record = () => {
        const { name: agent, steps: step } = atWork();
        return { run, agent, step };
      };
      calls = createPersonCalls({ carried, takeOver, client, timings, guard: () => guard, record });
    },
  });
}

/** ms for an engine to stop, while `takeOver` waits: the Update's caller waits for 20 s. */
const stops = 10_000;

interface TakeOverHandlers {
  readonly carried: HoldCarried;
  readonly takeOver: RunHold;
  /** Undefined until the run's settings are known. */
  readonly calls: () => PersonCalls | undefined;
  /** ms; undefined until the run's settings are known. */
  readonly holdTimeout: () => number | undefined;
}

function handleTakeOver(heard: TakeOverHandlers): void {
  const once = createUpdatesOnce(heard.carried.people);
  handleHold(heard, once);
  handlePerson(heard, once);
  if (heard.takeOver.hold) watch(heard);
}

/** An engine without a screen of its own. */
export function refuseTakeOver(why: string): void {
  const refuse = (_: unknown): never => {
    throw new Error(why);
  };
  setHandler(takeOverUpdate, refuse, { validator: refuse, description: 'Refused: this engine has no screen of its own' });
}

function handleHold(heard: TakeOverHandlers, once: UpdatesOnce): void {
  const { takeOver, carried } = heard;
  const tried = (event: TakeOverEvent): void => {
    const turned = applyTakeOver(carried.takeOver ?? notTakenOver, event, holdClock());
    if ('refused' in turned) throw new Error(turned.refused);
  };
  const takingOver = (body: unknown): TakeOverEvent & { readonly type: 'takeOver' } => {
    const parsed = parseTakeOver(body);
    if ('malformed' in parsed) throw new Error(parsed.malformed);
    return { type: 'takeOver', ...parsed, holdTimeout: heard.holdTimeout() ?? defaultHeldTimeout };
  };
  const handingBack = (body: unknown): TakeOverEvent & { readonly type: 'handBack' } => {
    const parsed = parseHandBack(body);
    if ('malformed' in parsed) throw new Error(parsed.malformed);
    return { type: 'handBack', ...parsed };
  };
  setHandler(
    takeOverUpdate,
    (body) =>
      once.takeLater(async () => {
        refuseWith(takeOver.apply(takingOver(body)));
        watch(heard);
        takeOver.parkIfIdle();
        const { number } = takeOver.hold ?? {};
        await condition(() => takeOver.hold?.number !== number || takeOver.hold?.state === 'HELD', stops, {
          summary: 'until its engine has stopped',
        });
        return takeOver.view() ?? viewOfPast(body);
      }),
    {
      validator: (body) => once.validate(() => tried(takingOver(body))),
      description: 'A person takes over: {"by": "…", "reason"?: "…"}; nothing of the run acts until handBack',
    },
  );
  setHandler(
    handBackUpdate,
    (body) =>
      once.take(() => {
        refuseWith(takeOver.apply(handingBack(body)));
        return 'Handed back; the run looks at the screen and goes on.';
      }),
    {
      validator: (body) => once.validate(() => tried(handingBack(body))),
      description: 'Hands the run back: {"note"?: "…"}, which the model reads',
    },
  );
}

function handlePerson({ takeOver, calls }: TakeOverHandlers, once: UpdatesOnce): void {
  const refuseUnlessHeld = (): void => {
    const { hold } = takeOver;
    if (!hold) throw new Error('Nobody has taken over, so nothing can be done or seen by hand: take over first.');
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
    const { hold } = takeOver;
    if (hold && hold.by !== parsed.by) throw new Error(`${hold.by} has taken over, not ${parsed.by}: only they act.`);
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
function watch({ takeOver }: TakeOverHandlers): void {
  const { hold } = takeOver;
  if (!hold) return;
  const isOver = (): boolean => takeOver.hold?.number !== hold.number;
  const waiting = async (): Promise<void> => {
    const left = Math.max(1, Date.parse(hold.until) - Date.now());
    if (!(await condition(isOver, left, { summary: `until ${hold.by} has held the run long enough` })))
      takeOver.apply({ type: 'timed-out' });
  };
  waiting().catch((error: unknown) => {
    if (!isCancellation(error)) unlessCancelled(error);
  });
}

function refuseWith(why: string | undefined): void {
  if (why !== undefined) throw new TypeError(why); // the validator has already refused it
}

/** It was handed back before its engine had stopped. */
function viewOfPast({ by, reason = '' }: { readonly by: string; readonly reason?: string }): HoldStatus {
  const now = new Date().toISOString();
  return { by, reason, since: now, until: now, parked: false };
}
