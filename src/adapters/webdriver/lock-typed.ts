// Before a secret is typed, what its page may send is limited.
import { lockFor } from '../../domain/guard/network-lock.js';
import { refuseUnlocked } from '../masking-kit/secrets.js';
import type { Secrets } from '../../ports/secrets.js';
import type { Session } from './session.js';

/** For a text that goes into a field of the current frame, whose document has this origin. `true`: that took a moment, in which the page may have changed. */
export async function lockForTyped(
  session: Session,
  secrets: Secrets,
  { text, field }: { readonly text: string; readonly field: string },
): Promise<boolean> {
  const settings = [...secrets.settingsOf(text)];
  if (settings.length === 0) return false;
  if (session.lockNetwork)
    return session.lockNetwork((page) => settings.flatMap(([name, set]) => lockFor(name, set, { field, page }) ?? []));
  refuseUnlocked(secrets, text);
  return false;
}
