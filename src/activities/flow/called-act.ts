// What a call of an AI step did, on what, and what was seen around it: fixed nodes are compiled from it. Screens go by reference.
import type { CalledAct, CallLook } from '../../domain/flow/flow-state.js';
import { labelControls } from '../../domain/ui/control-list.js';
import { withTargets, type DeviceAction } from '../../domain/ui/ui-action.js';
import { DeviceGoneError } from '../../ports/device-errors.js';
import type { Look } from '../../ports/device.js';
import type { HandedDevice } from '../../ports/hand.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';

/** Before the action: what cannot be kept lets it fail unsent. */
export async function keptLook({ controls, application, title }: Look, artifacts: Pick<ArtifactStore, 'putJson'>): Promise<CallLook> {
  const { id, name, url } = application;
  const list = labelControls(controls, { roles: [], address: url });
  return { controls: await artifacts.putJson(list), application: { id, name, url }, title };
}

/** After an action. Where the screen cannot be looked at, nothing is known of it. */
export async function lookedAfter(device: HandedDevice): Promise<Look | undefined> {
  try {
    return await device.look();
  } catch (error) {
    if (error instanceof DeviceGoneError) throw error;
    return undefined;
  }
}

export function focusedRole(look: Look | undefined): string {
  if (!look) return 'unknown';
  const focused = look.controls.find(({ states }) => states?.includes('focused') === true);
  return focused?.masked === true ? 'password' : (focused?.role ?? 'unknown');
}

/** `action`: as it may be stored. The action has run: what cannot be kept any more is left out. */
export async function calledAct(
  action: DeviceAction,
  before: CallLook,
  look: Look | undefined,
  artifacts: Pick<ArtifactStore, 'putJson'>,
): Promise<CalledAct> {
  const after = look && (await keptLook(look, artifacts).catch(() => undefined));
  return {
    action: withTargets(action, ({ role, name, path }) => ({ label: '', role, name, path })),
    before,
    after,
  };
}
