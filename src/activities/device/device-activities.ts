// The activities of a device host, wired to Temporal. What they do stands in hold-device.ts, perform-actions.ts and observe-device.ts.
//
// dispatch-1. `perform` never ends as cancelled: a workflow that sees a cancelled one knows that it never began.
// dispatch-2. A failure's `type` is our error code; refusals (domain/device/refusals.ts) prove that nothing ran.
// dispatch-3. `perform` ignores worker shutdown and ends within 30 s.
import { Context } from '@temporalio/activity';
import type {
  CloseDeviceInput,
  HoldDeviceInput,
  JournalVerdict,
  ObserveInput,
  OutcomeOfInput,
  PerformInput,
  PerformResult,
  RecordContext,
} from '../../domain/device/device-work.js';
import type { Observation } from '../../domain/ui/observation.js';
import type { HeldDevice } from '../../host/device-host.js';
import { holdDevice, type Cancellation } from './hold-device.js';
import { bringToFront, observeDevice } from './observe-device.js';
import { performAndLook, type Performed } from './perform-and-look.js';
import { performActions } from './perform-actions.js';
import { actionKeyOf, asFailures, createDeviceStanding, logOf, whileAlive } from './device-activity.js';
import { stepSequence } from '../step-sequence.js';
import type { DeviceActivityPorts } from './device-activity-ports.js';

const outcomePatienceMs = 32_000;

export function createDeviceActivities(ports: DeviceActivityPorts) {
  const { host, desk, journal, records } = ports;
  const { explained } = createDeviceStanding(ports);

  return {
    /** Occupies this host's slot with a device until its owner gives it back. Failure types: `owner-gone`, `device-gone`, `device-open-failed`, `host-draining`, `stale-epoch`, … Heartbeat details `{hostId, epoch}`. */
    async holdDevice(input: HoldDeviceInput): Promise<void> {
      const context = Context.current();
      await asFailures(
        () =>
          holdDevice(
            input,
            {
              taskToken: context.info.taskToken,
              taskQueue: context.info.taskQueue,
              heartbeat: (details) => context.heartbeat(details),
              cancelled: context.cancellationSignal,
              cancellation: () => cancellationOf(context),
              log: logOf(context),
            },
            { host, desk },
          ),
        { hostId: host.hostId, epoch: input.epoch },
      );
    },

    /** Looks at the device. Retryable; `stale-epoch`, `device-gone`, `lease-lost` and `host-draining` are not. */
    observe: (input: ObserveInput): Promise<Observation> =>
      whileAlive({ hostId: host.hostId, epoch: input.epoch }, (context) =>
        host.exclusive(input.deviceId, async () => {
          const startedAt = Date.now();
          const { held, device } = host.usable(input.deviceId, input.epoch);
          try {
            const notices = input.application === undefined ? [] : await bringToFront(device, input.application);
            const observation = await observeDevice(held, device, input.options, ports, notices);
            await record(context, input.record, '1-observed', 'observed', {
              ...placeOf(held),
              milliseconds: Date.now() - startedAt,
              observation,
              ...storyOf(input),
            });
            return observation;
          } catch (error) {
            throw await explained(error, held);
          }
        }),
      ),

    /** Performs the actions, each at most once, settles, and looks. `maximumAttempts: 1`. Failure types: refusals (nothing ran), `connection-lost` (ask `outcomeOf`). */
    perform: (input: PerformInput): Promise<PerformResult> =>
      whileAlive({ hostId: host.hostId, epoch: input.epoch }, (context) => {
        const startedAt = Date.now();
        return host.exclusive(input.deviceId, async (busy) => {
          const { held, device } = host.usable(input.deviceId, input.epoch);
          const performed = await performAndLook(ports, context, { held, busy, options: input.options, startedAt }, (perform, tools) =>
            performActions(held, device, input, perform, tools),
          );
          await record(
            context,
            input.record,
            '3-performed',
            'performed',
            performedData(held, input, { key: actionKeyOf(context), ...performed, milliseconds: Date.now() - startedAt }),
          );
          return performed;
        });
      }),

    /** What the journal proves of an earlier `perform`, action by action; what had not begun never will. Retryable. */
    outcomeOf: ({ deviceId, epoch, key, count }: OutcomeOfInput): Promise<readonly JournalVerdict[]> =>
      whileAlive({ hostId: host.hostId }, () =>
        host.exclusive(
          deviceId,
          async () => {
            const verdicts: JournalVerdict[] = [];
            for (let index = 0; index < count; index++) verdicts.push(await journal.verdictOf(deviceId, `${key}:${index}`));
            return host.hasEpoch(deviceId, epoch) ? verdicts : verdicts.map(unseen);
          },
          outcomePatienceMs,
        ),
      ),

    /** Ends the UI session, after the running work; again, or too late, is no error. The hold then returns. */
    closeDevice: ({ deviceId, epoch }: CloseDeviceInput): Promise<void> =>
      whileAlive({ hostId: host.hostId }, () => host.close(deviceId, { epoch })),
  };

  /** A record that cannot be written never hides that the action ran. */
  async function record(
    context: Context,
    to: RecordContext | undefined,
    phase: string,
    type: string,
    data: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    if (to === undefined) return;
    const seq = stepSequence(to, phase, context.info);
    const line = { seq, at: new Date().toISOString(), type, data: { attempt: context.info.attempt, ...data } };
    await records
      .append(to.run, [line])
      .catch((error: unknown) => context.log.error('A run record could not be written', { run: to.run, seq, error }));
  }

  function placeOf({ record: known, generation }: HeldDevice): Readonly<Record<string, unknown>> {
    return { hostId: host.hostId, deviceId: known.deviceId, epoch: known.epoch, generation };
  }

  function performedData(
    held: HeldDevice,
    input: PerformInput,
    { outcomes, ...rest }: Performed & { readonly key: string; readonly milliseconds: number },
  ): Readonly<Record<string, unknown>> {
    const actions = input.actions.map((action, index) => ({ ...action, outcome: outcomes[index] }));
    return { ...placeOf(held), ...rest, actions, before: input.observation, ...storyOf(input) };
  }
}

function storyOf({ recovery }: Pick<ObserveInput, 'recovery'>): Readonly<Record<string, unknown>> {
  return recovery === undefined ? {} : { recovery };
}

function cancellationOf({ cancellationDetails: details }: Context): Cancellation {
  if (details?.cancelRequested === true) return 'released';
  return details?.workerShutdown === true ? 'draining' : 'orphaned';
}

/** knowledge-3 of action-knowledge.ts: of a UI session that is no more the driver's word does not count; what it refused stays refused. */
function unseen(verdict: JournalVerdict): JournalVerdict {
  return verdict.verdict === 'done' && verdict.outcome.status === 'done' ? { verdict: 'unseen' } : verdict;
}
