// What a person who has taken over does on a device, and what they see of it: the way of every action, with their own name in the records.
//
// person-1. Lease, journal, at most once: `performBound`, as for what a model decided (perform-actions.ts).
// person-2. Nobody is asked about it. Why the guard would have asked is told and recorded: whoever acts has approved it.
// person-3. What is typed arrives sealed and is opened by the device process alone. In a picture what is secret is blank.
// person-4. A picture that fails never hides that the act ran.
// person-5. What `guard.person.origins` admits, the device shows only while a person acts or looks: the engine finds the fence as it was.
import type { Context } from '@temporalio/activity';
import type { PersonActInput, PersonLookInput, ActionOutcome } from '../../domain/device/device-work.js';
import { defaultGuardRules, guardAction } from '../../domain/guard/guard.js';
import { isOnScreen } from '../../domain/action/actions.js';
import { createJudgement } from '../../domain/guard/judge.js';
import { deviceActionOf, personActText, type PersonActed, type PersonLook } from '../../domain/take-over/person-act.js';
import type { PersonAction } from '../../domain/take-over/person-action.js';
import type { Control } from '../../domain/ui/control.js';
import { bootNow } from '../../host/boot-clock.js';
import type { Busy } from '../../host/device-mutexes.js';
import type { LeasedDevice } from '../../host/leased-device.js';
import type { HandedDevice } from '../../ports/device-process.js';
import { actionKeyOf, createDeviceStanding, logOf, whileAlive } from './device-activity.js';
import type { DeviceActivityPorts } from './device-activity-ports.js';
import { recordStep } from './device-step-records.js';
import { performBound } from './perform-actions.js';

/** ms: a person waits for it. */
const actMs = 15_000;
/** ms for a page to show what came of it, before the picture. */
const showsMs = 150;

export function createPersonActivities(ports: DeviceActivityPorts) {
  return {
    /** Does one thing that a person wants done. `maximumAttempts: 1`. Failures as of `perform`. */
    personAct: (input: PersonActInput): Promise<PersonActed> => personAct(ports, input),

    /** A picture for a person. Retryable; failures as of `observe`. */
    personLook: (input: PersonLookInput): Promise<PersonLook> => personLook(ports, input),
  };
}

function personLook(ports: DeviceActivityPorts, { deviceId, epoch, admits }: PersonLookInput): Promise<PersonLook> {
  const { host } = ports;
  const { explained } = createDeviceStanding(ports);
  return whileAlive({ hostId: host.hostId, epoch }, () =>
    host.exclusive(deviceId, async () => {
      const { held, device } = host.usable(deviceId, epoch);
      return admitting(device, admits, () => pictureOf(ports, held, device)).catch(async (error: unknown) => {
        throw await explained(error, held);
      });
    }),
  );
}

function personAct(ports: DeviceActivityPorts, input: PersonActInput): Promise<PersonActed> {
  const { host, records } = ports;
  const { deviceId, epoch, by, action } = input;
  return whileAlive({ hostId: host.hostId, epoch }, (context) => {
    const startedAt = bootNow();
    return host.exclusive(deviceId, async (busy) => {
      const { held, device } = host.usable(deviceId, epoch);
      const act = async (): Promise<PersonActed> => {
        const { approved, on } = await judged(ports, input, held, device);
        const outcome = await carriedOut(ports, context, { held, busy, action, deadline: startedAt + actMs });
        const look = await lookAfter(ports, held, context);
        const aim = on === undefined ? {} : { on };
        const acted: PersonActed = { outcome, ...aim, approved, look };
        await recordStep(records, context, input.record, '4-person', {
          actor: `person:${by}`,
          key: actionKeyOf(context),
          hostId: host.hostId,
          deviceId,
          epoch,
          action: personActText(action),
          ...aim,
          outcome,
          approved: approved === undefined ? undefined : { by: `person:${by}`, reason: approved },
          picture: look?.picture,
          milliseconds: Math.round(bootNow() - startedAt),
          recovery: input.recovery,
        });
        return acted;
      };
      return admitting(device, input.admits, act);
    });
  });
}

/** person-5 */
async function admitting<T>(device: HandedDevice, origins: readonly string[], work: () => Promise<T>): Promise<T> {
  if (origins.length === 0) return work();
  await device.admit(origins);
  try {
    return await work();
  } finally {
    await device.admit([]).catch(() => undefined);
  }
}

interface Judged {
  readonly approved?: string;
  readonly on?: string;
}

/** person-2. By the look that the person saw last. `on`: what a click was aimed at. */
async function judged(
  { lexicon }: DeviceActivityPorts,
  { action, off, rules }: PersonActInput,
  leased: LeasedDevice,
  device: HandedDevice,
): Promise<Judged> {
  const run = deviceActionOf(action);
  if (action.type === 'text' || !isOnScreen(run)) return {};
  const seen = leased.screen?.controls ?? (await device.look()).controls;
  const activation = createJudgement({ controls: seen }, lexicon)(run);
  const [aimed] = action.type === 'click' ? activation.presses : [];
  const verdict = guardAction(
    { origins: [], apps: [], rules: [...defaultGuardRules, ...rules], off },
    {
      function: run.type,
      args: {},
      effect: 'input',
      run: { kind: 'device', action: run },
      activation,
    },
  );
  return {
    approved: verdict.verdict === 'confirm' ? verdict.reason : undefined,
    on: aimed && aimed.name !== '' ? `${aimed.role} "${aimed.name}"` : undefined,
  };
}

interface Carrying {
  readonly held: LeasedDevice;
  readonly busy: Busy;
  readonly action: PersonAction;
  readonly deadline: number;
}

/** person-1 */
async function carriedOut(
  ports: DeviceActivityPorts,
  context: Context,
  { held, busy, action, deadline }: Carrying,
): Promise<ActionOutcome> {
  const { checkLease, explained } = createDeviceStanding(ports);
  const [outcome] = await performBound(
    held,
    [{ function: `person:${action.type}`, does: { actions: [deviceActionOf(action)], byPerson: true } }],
    { key: actionKeyOf(context), checkLease: () => checkLease(context, held), now: bootNow, deadline, busy, log: logOf(context) },
    ports,
  ).catch(async (error: unknown) => {
    throw await explained(error, held);
  });
  return outcome ?? { status: 'unknown' };
}

/** person-4 */
async function lookAfter(ports: DeviceActivityPorts, leased: LeasedDevice, context: Context): Promise<PersonLook | undefined> {
  const { device } = leased;
  if (!device) return undefined;
  try {
    await device.settle(showsMs);
    return await pictureOf(ports, leased, device);
  } catch (error) {
    logOf(context)('The picture after a person acted could not be taken', { error });
    return undefined;
  }
}

async function pictureOf({ images, artifacts }: DeviceActivityPorts, leased: LeasedDevice, device: HandedDevice): Promise<PersonLook> {
  const [seen, key] = await Promise.all([device.look(), device.process.typedKey()]);
  const png = await device.screenshot();
  const [{ width, height }, picture] = await Promise.all([images.size(png), images.compact(png)]);
  const { application, title, controls, notices } = seen;
  leased.screen = { title, address: application.url, controls };
  const focused = controls.find(({ states }) => states?.includes('focused'));
  return {
    picture: await artifacts.put(picture, 'image/webp'),
    width,
    height,
    at: new Date().toISOString(),
    title,
    address: application.url,
    key,
    focus: focused ? roleOf(focused) : undefined,
    notices: notices.length > 0 ? notices : undefined,
  };
}

function roleOf({ role, masked }: Control): string {
  return role !== 'password' && masked ? 'secret' : role;
}
