import type { Control } from '../../domain/ui/control.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import type { PressedState } from '../device-kit/pressed-pointer.js';
import type { Secrets } from '../../ports/secrets.js';
import { type AccessibleRef, meaningOf, refOf, roles } from './accessible.js';
import type { AccessibilityBus } from './accessibility-bus.js';
import type { Applications, OpenApplication } from './applications.js';
import type { Front } from './front-windows.js';
import type { Hands } from './input.js';
import type { Scene } from './look.js';
import { ActionFailedError } from '../../ports/device.js';
import { mask } from '../../domain/ui/mask.js';
import { rootPath, UnansweredError, unlessUnanswered } from './bus-connection.js';
import { barriersAmong, cutName, oneLine, type ModalTitles } from './controls.js';
import { modalTitles } from './window-hit.js';
import { type Entry, type Expected, readBack } from '../../domain/ui/read-back.js';
import { unreadable, unverified, verified, type FieldNow } from '../device-kit/read-back.js';
import type { TextNow } from './accessible-calls.js';

/** What performing an action on a desktop needs. */
export interface ActionTools {
  readonly bus: AccessibilityBus;
  readonly hands: Hands;
  readonly applications: Applications;
  readonly secrets: Secrets;
  readonly holding: PressedState;
  readonly screen: Bounds;
  readonly platform: NodeJS.Platform;
  /** Absent where the system cannot be asked what is in front. */
  readonly front: Front | undefined;
  /** Of the last look; of a new one if that did not tell of this control. */
  readonly scene: (control?: Control) => Promise<Scene>;
  /** What has the focus by a look. */
  readonly focusedInLook: () => Promise<AccessibleRef | undefined>;
  /** All readable text. */
  readonly readAll: () => Promise<string>;
}

// Controls of an earlier look as they are now: whether they still exist, and are in front.

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
  if (states.has('defunct') || !states.has('showing') || (meaningOf(role).role === undefined && control.role !== 'text') || isOther)
    throw goneError(control);
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

// What a field on a desktop holds, by the accessibility interface.

type BusTools = Pick<ActionTools, 'bus'>;

/** ms for an application to show what was typed into it by keys, or by a paste. */
const shows = 3_000;

const hiding: Readonly<Record<number, string>> = {
  [roles.password]: unreadable.password,
  [roles.terminal]: 'the terminal does not show it',
};

export async function isTerminal({ bus }: BusTools, ref: AccessibleRef | undefined): Promise<boolean> {
  return ref !== undefined && (await bus.stateOf(ref).catch(unlessUnanswered))?.role === roles.terminal;
}

/** How often a terminal shows a text: what is typed into it may be seen there, as its program likes. */
export async function timesShown({ bus }: BusTools, ref: AccessibleRef, text: string): Promise<number> {
  return ((await bus.textOf(ref).catch(unlessUnanswered)) ?? '').split(text.trim()).length - 1;
}

export type Readable = TextNow | { readonly unreadable: string };

export async function fieldNow({ bus }: BusTools, ref: AccessibleRef): Promise<Readable> {
  const [state, faces] = await Promise.all([bus.stateOf(ref).catch(unlessUnanswered), bus.facesOf(ref).catch(unlessUnanswered)]);
  if (state === undefined || state.states.has('defunct')) return { unreadable: unreadable.gone };
  const why = hiding[state.role];
  if (why !== undefined) return { unreadable: why };
  const isField = faces?.includes('EditableText') === true || state.states.has('editable');
  // What keys do to one that only shows something, as the display of a calculator, is its application's affair.
  if (isField && (state.states.has('readOnly') || !state.states.has('editable'))) return { unreadable: unreadable.readonly };
  if (!isField || faces?.includes('Text') !== true) return { unreadable: unreadable.noField };
  return (await bus.textNow(ref).catch(unlessUnanswered)) ?? { unreadable: 'the application does not tell what is in the field' };
}

/** What has the focus. */
export async function focusedNow(tools: ActionTools): Promise<AccessibleRef | undefined> {
  const { bus } = tools;
  const told = bus.focused();
  if (told && (await bus.stateOf(told).catch(unlessUnanswered))?.states.has('focused')) return told;
  return tools.focusedInLook();
}

interface Filled {
  readonly called: string;
  readonly ref: AccessibleRef;
  readonly expected: Expected;
}

/** Throws `text-differs`. */
export async function entryOf(tools: BusTools, { called, ref, expected }: Filled): Promise<Entry | undefined> {
  const read = (): Promise<FieldNow> => fieldNow(tools, ref);
  return verified({ field: called, expected, read, limit: shows });
}

/** Without waiting. */
export async function holds(tools: BusTools, ref: AccessibleRef, expected: Expected): Promise<boolean> {
  const now = await fieldNow(tools, ref);
  return !('unreadable' in now) && readBack(expected, now).kind !== 'differs';
}

export function notRead(now: Readable | undefined): Entry {
  return unverified(now && 'unreadable' in now ? now.unreadable : unreadable.noField);
}
