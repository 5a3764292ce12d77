// Behind Appium, what was typed is read back from its element.
import type { Control } from '../../domain/ui/control.js';
import type { Entry } from '../../domain/ui/read-back.js';
import { ActionFailedError } from '../../ports/device-errors.js';
import { afterTyping, unreadable, unverified, verified, type FieldNow } from '../device-kit/read-back.js';
import { elementKey } from './native-screen.js';
import { command, type NativeSession } from './native-session.js';

/** ms for an application to show what it was given. */
const shows = 1_000;

interface Field {
  /** WebDriver's id. */
  readonly element: string;
  /** Undefined: keys go where the focus is. */
  readonly control: Control | undefined;
}

export async function fieldNow({ browser }: NativeSession, { element, control }: Field): Promise<FieldNow> {
  if (control?.masked) return { unreadable: control.role === 'password' ? unreadable.password : unreadable.secret };
  try {
    return { text: await command(() => browser.getElementText(element)) };
  } catch (error) {
    if (error instanceof ActionFailedError && error.code === 'not-supported') return { unreadable: 'the driver does not read fields' };
    throw error;
  }
}

/** Undefined where the driver does not tell. */
export async function focusedElement({ browser }: NativeSession): Promise<string | undefined> {
  try {
    const found = (await command(() => browser.getActiveElement())) as unknown as Readonly<Record<string, string>>;
    return found[elementKey] ?? found['ELEMENT'];
  } catch (error) {
    if (error instanceof ActionFailedError) return undefined;
    throw error;
  }
}

/** Throws `text-differs`. */
export async function entryOf(
  session: NativeSession,
  { before, text, ...field }: Field & { readonly before: FieldNow; readonly text: string },
): Promise<Entry | undefined> {
  const expected = afterTyping(before, text);
  if (expected === undefined) return unverified('unreadable' in before ? before.unreadable : unreadable.noField);
  const called = field.control?.name ? `"${field.control.name}"` : 'The field';
  return verified({ field: called, expected, limit: shows, read: () => fieldNow(session, field) });
}
