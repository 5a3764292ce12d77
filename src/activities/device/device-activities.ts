// The activities of a device host, wired to Temporal. The work itself is in lease-device.ts, perform-actions.ts and observe-device.ts; what is
// recorded of it, in device-step-records.ts.
//
// dispatch-1. `perform` never ends as cancelled: a workflow that sees a cancelled one knows that it never began.
// dispatch-2. A failure's `type` is our error code; refusals (domain/device/perform-endings.ts) prove that nothing ran.
// dispatch-3. `perform` ignores worker shutdown and ends within 30 s.
import { Context } from '@temporalio/activity';
import type {
  CloseDeviceInput,
  ClosedDevice,
  LeaseDeviceInput,
  JournalVerdict,
  ObserveInput,
  OutcomeOfInput,
  PerformInput,
  PerformResult,
} from '../../domain/device/device-work.js';
import type { Observation } from '../../domain/ui/observation.js';
import { bootNow } from '../../host/boot-clock.js';
import { checkTicket, type SealPorts } from '../run-seals.js';
import { leaseDevice, type Cancellation } from './lease-device.js';
import { bringToFront, lastOf, observeDevice } from './observe-device.js';
import { performAndLook } from './perform-and-look.js';
import { performActions, withinHistory } from './perform-actions.js';
import { actionKeyOf, asFailures, createDeviceStanding, logOf, whileAlive } from './device-activity.js';
import { beatMs } from '../../domain/run/limits.js';
import type { DeviceActivityPorts } from './device-activity-ports.js';
import { observedData, performedData, recordStep } from './device-step-records.js';

const outcomePatienceMs = 32_000;
const downloadsPatienceMs = 5_000;

export function createDeviceActivities(ports: DeviceActivityPorts & SealPorts) {
  return {
    /**
     * Occupies this host's slot with a device until its owner gives it back. Failure types: `not-yours`, `owner-gone`, `device-gone`, `device-open-failed`,
     * `host-draining`, `stale-epoch`, … Heartbeat details `{hostId, epoch}`.
     */
    leaseDevice: (input: LeaseDeviceInput): Promise<void> => hold(ports, input),

    /** Looks at the device. Retryable; `stale-epoch`, `device-gone`, `lease-lost` and `host-draining` are not. */
    observe: (input: ObserveInput): Promise<Observation> => observe(ports, input),

    /** Performs the actions, each at most once, settles, and looks. `maximumAttempts: 1`. Failure types: refusals (nothing ran), `connection-lost` (ask `outcomeOf`). */
    perform: (input: PerformInput): Promise<PerformResult> => perform(ports, input),

    /** What the journal proves of an earlier `perform`, action by action; what had not begun never will. Retryable. */
    outcomeOf: (input: OutcomeOfInput): Promise<readonly JournalVerdict[]> => outcomeOf(ports, input),

    /** Ends the UI session after the running work and its downloads; a repeated or late call is not an error. The hold then returns. */
    closeDevice: (input: CloseDeviceInput): Promise<ClosedDevice> => close(ports, input),
  };
}

async function hold(ports: DeviceActivityPorts & SealPorts, input: LeaseDeviceInput): Promise<void> {
  const { host, desk } = ports;
  const context = Context.current();
  const holdContext = {
    taskToken: context.info.taskToken,
    taskQueue: context.info.taskQueue,
    heartbeat: (details: unknown) => context.heartbeat(details),
    beatMs: beatMs(context.info.heartbeatTimeoutMs),
    cancelled: context.cancellationSignal,
    cancellation: () => cancellationOf(context),
    log: logOf(context),
  };
  const holding = async (): Promise<void> => {
    await checkTicket(input, ports);
    await leaseDevice(input, holdContext, { host, desk });
  };
  await asFailures(holding, { hostId: host.hostId, epoch: input.epoch });
}

function observe(ports: DeviceActivityPorts, input: ObserveInput): Promise<Observation> {
  const { host, records } = ports;
  const { explained } = createDeviceStanding(ports);
  return whileAlive({ hostId: host.hostId, epoch: input.epoch }, (context) =>
    host.exclusive(input.deviceId, async () => {
      const startedAt = Date.now();
      const { held, device } = host.usable(input.deviceId, input.epoch);
      try {
        const notices = input.application === undefined ? [] : await bringToFront(device, input.application);
        const observation = await observeDevice(held, device, input.options, ports, notices);
        const data = observedData(host.hostId, held, input, { milliseconds: Date.now() - startedAt, observation });
        await recordStep(records, context, input.record, '1-observed', data);
        return observation;
      } catch (error) {
        throw await explained(error, held);
      }
    }),
  );
}

function perform(ports: DeviceActivityPorts, input: PerformInput): Promise<PerformResult> {
  const { host, records } = ports;
  return whileAlive({ hostId: host.hostId, epoch: input.epoch }, (context) => {
    const startedAt = bootNow();
    return host.exclusive(input.deviceId, async (busy) => {
      const { held } = host.usable(input.deviceId, input.epoch);
      const performed = await performAndLook(ports, context, { held, busy, options: input.options, startedAt }, (performing) =>
        performActions(held, input, performing, ports),
      );
      const told = { key: actionKeyOf(context), ...performed, milliseconds: Math.round(bootNow() - startedAt) };
      await recordStep(records, context, input.record, '3-performed', performedData(host.hostId, held, input, told));
      return performed;
    });
  });
}

async function close({ host, artifacts }: DeviceActivityPorts, { deviceId, epoch, awaitMs }: CloseDeviceInput): Promise<ClosedDevice> {
  return whileAlive({ hostId: host.hostId }, async () => {
    const nothing = { downloads: [], unanswered: [] };
    const left =
      awaitMs === undefined
        ? nothing
        : await host
            .exclusive(
              deviceId,
              async () => {
                const { held, device } = host.usable(deviceId, epoch);
                return lastOf(held, device, { artifacts, awaitMs });
              },
              downloadsPatienceMs,
            )
            .catch(() => nothing); // It is gone, or about to be: whatever it has left is closed with it.
    await host.close(deviceId, { epoch });
    return left;
  });
}

function outcomeOf(
  { host, journal, artifacts }: DeviceActivityPorts,
  { deviceId, epoch, key, count }: OutcomeOfInput,
): Promise<readonly JournalVerdict[]> {
  const asked = async (): Promise<readonly JournalVerdict[]> => {
    const verdicts: JournalVerdict[] = [];
    for (let index = 0; index < count; index++) {
      const verdict = await host.verdictOf(deviceId, `${key}:${index}`, journal);
      verdicts.push(verdict.verdict === 'done' ? { ...verdict, outcome: await withinHistory(verdict.outcome, artifacts) } : verdict);
    }
    return host.hasEpoch(deviceId, epoch) ? verdicts : verdicts.map(unseen);
  };
  return whileAlive({ hostId: host.hostId }, () => host.exclusive(deviceId, asked, outcomePatienceMs));
}

function cancellationOf({ cancellationDetails: details }: Context): Cancellation {
  if (details?.cancelRequested === true) return 'released';
  return details?.workerShutdown === true ? 'draining' : 'orphaned';
}

/** knowledge-3 of action-knowledge.ts: once a UI session is gone, its driver's `done` no longer counts, unless it became quiet first; a failure still does. */
function unseen(verdict: JournalVerdict): JournalVerdict {
  const isUnseen = verdict.verdict === 'done' && verdict.outcome.status === 'done' && !verdict.settled;
  return isUnseen ? { verdict: 'unseen' } : verdict;
}
