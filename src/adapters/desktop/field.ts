// What a field on a desktop holds, by the accessibility interface.
import type { Entry, Expected } from '../../domain/ui/read-back.js';
import { readBack } from '../../domain/ui/read-back.js';
import { unreadable, unverified, verified, type FieldNow } from '../device-kit/read-back.js';
import { roles, type AccessibleRef } from './accessible.js';
import type { ActionTools } from './action-tools.js';
import { unlessUnanswered } from './bus-connection.js';
import type { TextNow } from './text-calls.js';

type BusTools = Pick<ActionTools, 'bus'>;

/** ms for an application to show what was typed into it by keys, or by a paste. */
const shows = 3_000;

const hiding: Readonly<Record<number, string>> = {
  [roles.password]: unreadable.password,
  [roles.terminal]: 'a terminal is not read back',
};

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
