// An approval of a flow's action is for what was on the screen when it was asked for: the element, where it stands (domain/guard/binding.ts).
import type { CallToolInput, CallToolResult, HeldAct } from '../../domain/flow/call-tool.js';
import type { Control } from '../../domain/ui/control.js';
import { withTargets, type DeviceAction } from '../../domain/ui/ui-action.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { stillBound } from '../device/still-bound.js';
import { storeFramed } from '../framed.js';
import type { Screen } from './tool-screen.js';
import type { ToolActivityPorts, Turn } from './tool-turn.js';

type Approval = Extract<CallToolResult, { readonly status: 'approval' }>;

interface Found {
  readonly action: DeviceAction;
  readonly target: Control | undefined;
}

/** What the approval will be for. */
export async function heldOn(
  screen: Screen,
  { action, target }: Found,
  { artifacts, images }: Pick<ToolActivityPorts, 'artifacts' | 'images'>,
): Promise<{ readonly screenshot: ArtifactRef; readonly held: HeldAct }> {
  const screenshot = await screen.stored();
  const framed = target && (await storeFramed(await screen.pixels(), target, { artifacts, images }));
  const { controls, application } = await screen.look();
  const seen = { controls: await artifacts.putJson({ version: 1, controls }), screenshot };
  const decided = withTargets(action, ({ role, name, path }) => ({ label: '', role, name, path }));
  return {
    screenshot: framed ?? screenshot,
    held: { action: decided, seen, address: application.url },
  };
}

/** The action on what was approved, which may be elsewhere by now, or why that is no longer what it was. */
export async function asApproved(
  { screen, device, ports }: Turn,
  { held }: CallToolInput,
  found: Found,
): Promise<Found | { readonly because: string }> {
  if (!held) return found;
  const { application } = await screen.look();
  if (application.url !== held.address) return { because: 'it is another page' };
  const still = await stillBound({ action: held.action, ...held.seen }, device, ports);
  if (!still.fits) return still;
  const left = [...still.targets];
  return { action: withTargets(found.action, (control) => left.shift() ?? control), target: still.targets[0] ?? found.target };
}

/** A person is asked about what is there now. */
export async function askAgain({ screen, ports }: Turn, because: string, found: Found): Promise<Approval> {
  const { target } = found;
  return {
    status: 'approval',
    reason: `what was approved has changed: ${because}`,
    target: target ? { label: '', role: target.role, name: target.name } : undefined,
    ...(await heldOn(screen, found, ports)),
  };
}
