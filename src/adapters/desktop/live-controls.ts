// Controls of an earlier look as they are now: whether they still exist, and are in front.
import type { Control } from '../../domain/ui/control.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { meaningOf, refOf, roles, type AccessibleRef } from './accessible.js';
import { mask } from '../../domain/ui/mask.js';
import type { ActionTools } from './action-tools.js';
import type { OpenApplication } from './applications.js';
import { rootPath, UnansweredError, unlessUnanswered } from './bus-connection.js';
import { barriersAmong, cutName, oneLine, type ModalTitles } from './controls.js';
import { modalTitles } from './modal.js';

type LookTools = Pick<ActionTools, 'bus' | 'applications' | 'secrets' | 'front'>;

export const isField = (role: string): boolean => ['textbox', 'searchbox', 'password'].includes(role);

export interface LiveControl {
  readonly ref: AccessibleRef;
  readonly application: OpenApplication;
  /** Its window on the accessibility bus; undefined when it is not where it was seen. */
  readonly window: { readonly ref: AccessibleRef; readonly name: string } | undefined;
}

/** Throws `control-gone` when it is no longer on the screen as it was seen. */
export async function refOfLive(tools: LookTools, control: Control): Promise<AccessibleRef> {
  return (await liveOf(tools, control)).ref;
}

/** Throws as `refOfLive`. Its application is in front afterwards. */
export async function liveOf(tools: LookTools, control: Control): Promise<LiveControl> {
  const { bus, secrets } = tools;
  const ref = refOf(control.id);
  if (ref === undefined) throw goneError(control);
  const { name: own, role, states } = await asked(control, bus.stateOf(ref));
  const name = own === '' && role === roles.cell ? await asked(control, bus.wordsBeside(ref)) : own;
  const mayChange = isField(control.role) || control.role === 'combobox' || control.name === '';
  // A control without its own name is named by its label.
  // A part of a secret is told as nothing but a mask, and known as one only among its neighbours.
  const isOther = !mayChange && name !== '' && control.name !== mask && cutName(secrets.mask(oneLine(name))) !== control.name;
  if (states.has('defunct') || !states.has('showing') || meaningOf(role).role === undefined || isOther) throw goneError(control);
  return { ref, ...(await toFront(tools, ref, control)) };
}

async function toFront(
  { bus, applications, front }: LookTools,
  { bus: owner }: AccessibleRef,
  control: Control,
): Promise<Pick<LiveControl, 'application' | 'window'>> {
  const application = (await applications.open()).find((candidate) => candidate.bus === owner);
  if (application === undefined) throw goneError(control);
  if (!application.current) await applications.select(application.id);
  const modal = await modalTitles(front, application.windows);
  return { application, window: await windowOf(bus, owner, { control, modal }) };
}

/** Its window. Refuses a control behind a modal dialog, which would receive the action instead. */
async function windowOf(
  bus: ActionTools['bus'],
  owner: string,
  { control, modal }: { readonly control: Control; readonly modal: ModalTitles },
): Promise<LiveControl['window']> {
  const windows = await bus.childrenOf({ bus: owner, path: rootPath });
  const seen = await Promise.all(windows.map((window) => bus.stateOf(window).catch(unlessUnanswered)));
  const counts = new Map<number, number>();
  const placed = seen.flatMap((state, index) => {
    const ref = windows[index];
    if (state === undefined || ref === undefined) return [];
    const count = (counts.get(state.role) ?? 0) + 1;
    counts.set(state.role, count);
    return [{ ...state, ref, path: `/${state.role}[${count}]` }];
  });
  const barriers = barriersAmong(placed, modal);
  const own = placed.find(({ path }) => control.path === path || control.path.startsWith(`${path}/`));
  const dialog = own && barriers.includes(own) ? undefined : barriers[0];
  if (dialog) throw new ActionFailedError('control-covered', `The dialog "${dialog.name}" is open: answer it first.`);
  return own;
}

/** A control for which its application does not answer counts as gone. */
export async function asked<T>(control: Control, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof UnansweredError ? goneError(control) : error;
  }
}

function goneError({ role, name }: Control): ActionFailedError {
  return new ActionFailedError('control-gone', `${role} "${name}" is no longer on the screen.`);
}
