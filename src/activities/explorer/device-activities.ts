// The explorer's work on a device: making ready, looking, acting (docs/design/explorer.md §1, §3).
//
// acting-1. An action is known by its key in what was stored when it was seen: neither its target nor its text passes through history.
// acting-2. It goes through `performBound`: lease, journal, at most once.
import { defined } from '../../domain/collections.js';
import { leaveDue } from '../../domain/device/device-work.js';
import type { Seen } from '../../domain/explorer/effects.js';
import type {
  ExploredStep,
  ExploreOn,
  ExploreStepInput,
  Perception,
  PreparedApp,
  PrepareAppInput,
} from '../../domain/explorer/requests.js';
import { uiActionsOf } from '../../domain/explorer/enumerate-actions.js';
import { originOf } from '../../domain/guard/guard.js';
import type { Application } from '../../domain/ui/observation.js';
import { bootNow } from '../../host/boot-clock.js';
import { RefusedError, type LeasedDevice } from '../../host/leased-device.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import { ActionFailedError } from '../../ports/device.js';
import type { HandedDevice } from '../../ports/device-process.js';
import { createDeviceStanding, whileAlive } from '../device/device-activity.js';
import type { DeviceActivityPorts } from '../device/device-activity-ports.js';
import { observeDevice, type ObserveTools } from '../device/observe-device.js';
import { performAndLook } from '../device/perform-and-look.js';
import { bindAll, performBound } from '../device/perform-actions.js';
import { isInside, seenOn } from './seen-screen.js';

const settleMs = 5_000;

export function createExplorerDeviceActivities(ports: DeviceActivityPorts) {
  return {
    /** Whether the application can be reached, is in front, or has come to rest. Retryable. */
    prepareApp: (input: PrepareAppInput): Promise<PreparedApp> => prepareApp(ports, input),

    /** Looks, and says what can be done. Retryable, as `observe` is. */
    perceive: (input: ExploreOn): Promise<Seen> => perceive(ports, input),

    /** Performs one action, waits until the interface is quiet, and looks. `maximumAttempts: 1`; failure types as for `perform`. */
    exploreStep: (input: ExploreStepInput): Promise<ExploredStep> => exploreStep(ports, input),
  };
}

function prepareApp(ports: DeviceActivityPorts, { deviceId, epoch, step, app }: PrepareAppInput): Promise<PreparedApp> {
  const { host } = ports;
  const { explained } = createDeviceStanding(ports);
  return whileAlive({ hostId: host.hostId, epoch }, () =>
    host.exclusive(deviceId, async () => {
      const { held, device } = host.usable(deviceId, epoch);
      try {
        return await prepare(device, step, app);
      } catch (error) {
        if (!(error instanceof ActionFailedError)) throw await explained(error, held);
        if (error.code === 'no-such-application') return { ok: false, message: error.message };
        // Whatever failed may work at the next attempt: a failure of the device would be the last.
        throw new Error(error.message, { cause: error });
      }
    }),
  );
}

function perceive(ports: DeviceActivityPorts, input: ExploreOn): Promise<Seen> {
  const { host } = ports;
  const { explained } = createDeviceStanding(ports);
  return whileAlive({ hostId: host.hostId, epoch: input.epoch }, () =>
    host.exclusive(input.deviceId, async () => {
      const { held, device } = host.usable(input.deviceId, input.epoch);
      const told: string[] = [];
      try {
        const observation = await observeDevice(held, device, { controlRoles: input.controlRoles }, listening(ports, told));
        return await seenOn(ports, device, observation, told, input);
      } catch (error) {
        throw await explained(error, held);
      }
    }),
  );
}

function exploreStep(ports: DeviceActivityPorts, input: ExploreStepInput): Promise<ExploredStep> {
  const { host, artifacts } = ports;
  return whileAlive({ hostId: host.hostId, epoch: input.epoch }, (context) => {
    const startedAt = bootNow();
    return host.exclusive(input.deviceId, async (busy) => {
      const { held, device } = host.usable(input.deviceId, input.epoch);
      const { verb, bound, action } = input.leave
        ? { verb: input.leave.type, bound: [input.leave], action: undefined }
        : await bindChosen(artifacts, held, device, input);
      const told: string[] = [];
      const { outcomes, observation } = await performAndLook(
        listening(ports, told),
        context,
        { held, busy, startedAt, options: { controlRoles: input.controlRoles } },
        async (perform) =>
          bound.length === 0
            ? [{ status: 'done' }]
            : performBound(held, [{ function: verb, does: { actions: bound, ...defined({ writes: input.writes }) } }], perform, ports),
      );
      const [outcome] = outcomes;
      return {
        outcome:
          outcome?.status === 'failed'
            ? { status: 'failed', code: outcome.code, message: outcome.message }
            : { status: 'done', leave: leaveDue(outcome) },
        seen: await seenOn(ports, device, observation, told, input, action && { action, controls: input.observation.controls }),
      };
    });
  });
}

/** What the browser tells of its pages is added to `told`. */
function listening(ports: DeviceActivityPorts, told: string[]): DeviceActivityPorts & Pick<ObserveTools, 'heard'> {
  return { ...ports, heard: (events) => told.push(...events) };
}

/** acting-1. What the device does for the action with that key: nothing, for one that only waits. */
async function bindChosen(
  artifacts: ArtifactStore,
  leased: LeasedDevice,
  device: HandedDevice,
  { observation, key, app }: ExploreStepInput,
) {
  const { actions } = (await artifacts.getJson(observation.actions)) as Perception;
  const action = actions.find((each) => each.key === key);
  if (!action) throw new RefusedError('control-changed', `No action '${key}' was seen on that screen.`);
  const { verb } = action;
  const requested = uiActionsOf(action, actions, { url: app.url, kind: device.kind }).map((each) => ({ function: verb, action: each }));
  const chosen = await bindAll(leased, { observation, actions: requested }, artifacts);
  return { verb, bound: chosen.map(({ bound }) => bound), action };
}

async function prepare(device: HandedDevice, step: PrepareAppInput['step'], app: PrepareAppInput['app']): Promise<PreparedApp> {
  if (step === 'settle') return { ok: await device.settle(settleMs), message: 'the interface did not become quiet' };
  // A page that could not be loaded keeps its address among the applications, and has none of its own.
  const { application: here } = await device.look();
  const isOf = (one: Application): boolean => isInside(one, app, device.application);
  if (isOf(here)) return { ok: true, message: '' };
  const others = (await device.listApplications()).filter((one) => one.running && !one.current && isOf(one));
  if (step === 'provision')
    return {
      ok: others.length > 0,
      message: `${app.id} cannot be reached: in front is ${here.url === undefined ? here.name : originOf(here.url)}`,
    };
  const [other] = others;
  if (!other) return { ok: false, message: `${app.id} does not run` };
  await device.selectApplication(other.id);
  return { ok: true, message: '' };
}
