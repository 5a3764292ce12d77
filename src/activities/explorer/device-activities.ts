// The explorer's work on a device: making ready, looking, acting (docs/design/explorer.md §1, §3).
//
// acting-1. An action is known by its key in what was stored when it was seen: neither its target nor its text passes through history.
// acting-2. It goes through `performBound`: lease, journal, at most once.
import { createHash } from 'node:crypto';
import type { DeviceKind } from '../../domain/device/device-spec.js';
import { enumerateActions, shortList, type ExplorerAction } from '../../domain/explorer/actions.js';
import type { EnumeratedAction } from '../../domain/explorer/agent-state.js';
import type { Seen } from '../../domain/explorer/effects.js';
import type {
  ExploredStep,
  ExploreOn,
  ExploreStepInput,
  Perception,
  PreparedApp,
  PrepareAppInput,
  StoredAction,
} from '../../domain/explorer/requests.js';
import { delta, hashedStructure, signatureOf, type ScreenSignature } from '../../domain/explorer/signature.js';
import { isAllowedAddress, originOf, type Guard } from '../../domain/guard/guard.js';
import type { ControlList, LabelledControl } from '../../domain/ui/control-list.js';
import type { ControlRef } from '../../domain/ui/control.js';
import type { Application, Observation } from '../../domain/ui/observation.js';
import type { UiAction } from '../../domain/ui/ui-action.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import type { Device } from '../../ports/device.js';
import { createDeviceStanding, whileAlive } from '../device/device-activity.js';
import type { DeviceActivityPorts } from '../device/device-activity-ports.js';
import { RefusedError } from '../../host/device-host.js';
import { observeDevice } from '../device/observe-device.js';
import { performAndLook } from '../device/perform-and-look.js';
import { bindAll, performBound } from '../device/perform-actions.js';

const settleMs = 5_000;
const longestLabel = 32;
const longestTitle = 80;
const textRoles: readonly string[] = ['textbox', 'searchbox'];

export function createExplorerDeviceActivities(ports: DeviceActivityPorts) {
  const { host, artifacts } = ports;
  const { explained } = createDeviceStanding(ports);

  return {
    /** Whether the application can be reached, is in front, or has come to rest. Retryable. */
    prepareApp: ({ deviceId, epoch, step, app }: PrepareAppInput): Promise<PreparedApp> =>
      whileAlive({ hostId: host.hostId, epoch }, () =>
        host.exclusive(deviceId, async () => {
          const { held, device } = host.usable(deviceId, epoch);
          try {
            return await prepare(device, step, app);
          } catch (error) {
            if (error instanceof ActionFailedError) return { ok: false, message: error.message };
            throw await explained(error, held);
          }
        }),
      ),

    /** Looks, and says what can be done. Retryable, as `observe` is. */
    perceive: (input: ExploreOn): Promise<Seen> =>
      whileAlive({ hostId: host.hostId, epoch: input.epoch }, () =>
        host.exclusive(input.deviceId, async () => {
          const { held, device } = host.usable(input.deviceId, input.epoch);
          try {
            return await seen(device, await observeDevice(held, device, { controlRoles: input.controlRoles }, ports), input);
          } catch (error) {
            throw await explained(error, held);
          }
        }),
      ),

    /** Does one action, waits until it is quiet, and looks. `maximumAttempts: 1`; failure types as of `perform`. */
    exploreStep: (input: ExploreStepInput): Promise<ExploredStep> =>
      whileAlive({ hostId: host.hostId, epoch: input.epoch }, (context) => {
        const startedAt = Date.now();
        return host.exclusive(input.deviceId, async (busy) => {
          const { held, device } = host.usable(input.deviceId, input.epoch);
          const { actions } = (await artifacts.getJson(input.observation.actions)) as Perception;
          const action = actions.find(({ key }) => key === input.key);
          if (!action) throw new RefusedError('control-changed', `No action '${input.key}' was seen on that screen.`);
          const requested = uiActionsOf(action, actions, { url: input.app.url, kind: device.kind }).map((each) => ({
            function: action.verb,
            action: each,
          }));
          const bound = await bindAll(held, { observation: input.observation, actions: requested }, artifacts);
          const { outcomes, observation } = await performAndLook(
            ports,
            context,
            { held, busy, startedAt, options: { controlRoles: input.controlRoles } },
            async (perform, tools) =>
              bound.length === 0
                ? [{ status: 'done' }]
                : performBound(held, [{ function: action.verb, run: (signal) => inTurn(device, bound, signal) }], perform, tools),
          );
          const [outcome] = outcomes;
          return {
            outcome: outcome?.status === 'failed' ? { status: 'failed', code: outcome.code, message: outcome.message } : { status: 'done' },
            seen: await seen(device, observation, input),
          };
        });
      }),
  };

  async function seen(device: Device, observation: Observation, { app, guard: guardRef, before }: ExploreOn): Promise<Seen> {
    const [list, guard, last] = await Promise.all([
      artifacts.getJson(observation.controls) as Promise<ControlList>,
      artifacts.getJson(guardRef) as Promise<Guard>,
      before === undefined ? undefined : (artifacts.getJson(before) as Promise<Perception>),
    ]);
    const { url } = observation.application;
    const signature = signatureOf({
      app: app.id,
      title: observation.title,
      controls: list.controls,
      ...(url === undefined ? {} : { url }),
    });
    const touch = device.kind === 'appium';
    const labels = labelsOf(list.controls);
    const actions = enumerateActions({
      controls: list.controls.map(usable),
      guard,
      touch,
      scrolls: touch,
      hasHome: app.url !== undefined,
    }).map((action) => stored(action, labels));
    const title = observation.title.slice(0, longestTitle);
    const perception: Perception = {
      version: 1,
      title,
      tokens: signature.tokens,
      ...hashed(signature),
      actions,
      ...(url === undefined ? {} : { url }),
    };
    return {
      signature: {
        identity: hashOf(signature.identity, 16),
        composite: hashOf(signature.composite, 16),
        inside: isInside(observation.application, app, device.application),
      },
      delta: last === undefined ? 1 : delta(last, signature),
      bundle: {
        generation: observation.generation,
        screenshot: observation.screenshot,
        controls: observation.controls,
        actions: await artifacts.putJson(perception),
        title,
        ...(before === undefined ? {} : { before }),
      },
      actions: shortList(actions).map(short),
    };
  }
}

async function prepare(device: Device, step: PrepareAppInput['step'], app: PrepareAppInput['app']): Promise<PreparedApp> {
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

/** In order; nobody else gets between. */
async function inTurn(device: Device, bound: Awaited<ReturnType<typeof bindAll>>, signal: AbortSignal): Promise<object> {
  for (const { bound: action } of bound) await device.perform(action, signal);
  return {};
}

/** `own`: of the device, where it was opened for one. */
function isInside({ url, id, name }: Application, { origins, name: wanted }: PrepareAppInput['app'], own: string | undefined): boolean {
  if (own !== undefined) return id === own;
  if (wanted !== undefined) {
    // As its process is called, or its entry, of which the last word may be the process's.
    const own = [name, id.replace(/-\d+$/, '')].map((text) => text.toLowerCase());
    return [wanted, wanted.split('.').at(-1) ?? wanted].some((text) => own.includes(text.toLowerCase()));
  }
  if (origins.length === 0) return true;
  return url !== undefined && isAllowedAddress(origins, url);
}

function hashed(signature: ScreenSignature): Pick<Perception, 'place' | 'structure'> {
  return { place: hashOf(signature.place, 8), structure: hashedStructure(signature, (token) => hashOf(token, 4)) };
}

/** Only what has a label can be acted on. */
function usable(control: LabelledControl): LabelledControl {
  return { ...control, interactive: control.label !== undefined };
}

function stored({ key, ...action }: ExplorerAction, labels: ReadonlyMap<string, string>): StoredAction {
  const { target } = action;
  if (!target) return { ...action, key };
  const label = labels.get(placeOf(target));
  return { ...action, key: hashOf(key, 6), ...(label === undefined ? {} : { label }) };
}

/** Of what is the same to `isSameControl`, the first. */
function labelsOf(controls: readonly LabelledControl[]): ReadonlyMap<string, string> {
  return new Map(
    controls.flatMap((control) => (control.label === undefined ? [] : [[placeOf(control), control.label] as const])).reverse(),
  );
}

function placeOf({ path, role, name }: Pick<ControlRef, 'path' | 'role' | 'name'>): string {
  return JSON.stringify([path, role, name]);
}

function short({ key, verb, target, safety }: StoredAction): EnumeratedAction {
  return { key, verb, label: (target?.name ?? '').replace(/\s+/g, ' ').trim().slice(0, longestLabel), safety };
}

/** What a device does for it. A text is sent off where nothing else could be filled in: a search, a new entry of a list. */
function uiActionsOf(
  { verb, target, label, text = '' }: StoredAction,
  all: readonly StoredAction[],
  { url, kind }: { readonly url: string | undefined; readonly kind: DeviceKind },
): readonly UiAction[] {
  const control: ControlRef | undefined = target && label !== undefined ? { ...target, label } : undefined;
  switch (verb) {
    case 'back':
      // Out of a menu or a dialog: all the way back that a desktop has.
      return [kind === 'desktop' ? { type: 'press-keys', keys: '{ESC}' } : { type: 'go-back' }];
    case 'home':
      return url === undefined ? [] : [{ type: 'navigate', url }];
    case 'wait':
      return [];
    case 'scroll':
    case 'swipe':
      return [{ type: 'scroll', deltaX: 0, deltaY: 600 }];
    case 'tap':
    case 'long_press':
      return control ? [{ type: 'click', target: { control }, button: 'left', clickCount: 1 }] : [];
    case 'type': {
      if (!control) return [];
      if (control.role === 'combobox') return [{ type: 'select-option', target: { control }, values: [text] }];
      const entered: UiAction = { type: 'set-text', target: { control }, text, clear: true };
      const isAlone = textRoles.includes(control.role) && all.filter((one) => one.verb === 'type').length === 1;
      return isAlone ? [entered, { type: 'press-keys', target: { control }, keys: '{ENTER}' }] : [entered];
    }
  }
}

/** Bytes of SHA-256, as hex. */
function hashOf(text: string, bytes: number): string {
  return createHash('sha256')
    .update(text)
    .digest('hex')
    .slice(0, 2 * bytes);
}
