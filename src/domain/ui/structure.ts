// Whether what could be acted on is still the same. A value, a state or a text that changed is none of it; a page, a dialog, a field that came or went is.
import { isScroller, type Control } from './control.js';
import { called, matched, type Screen } from './effect.js';

/** What changed, in words; undefined: nothing. */
export function structureChange(before: Screen, after: Screen): string | undefined {
  if (before.address !== after.address) return 'another page is shown';
  const [old, now] = [before.controls.filter(isPart), after.controls.filter(isPart)];
  const pairs = matched(old, now);
  const [stayed, known] = [new Set(pairs.map(({ was }) => was)), new Set(pairs.map(({ is }) => is))];
  const came = now.find((control) => !known.has(control));
  if (came) return `${called(came)} came`;
  const went = old.find((control) => !stayed.has(control));
  return went && `${called(went)} went`;
}

const messages: ReadonlySet<string> = new Set(['dialog', 'alertdialog', 'alert']);

/** What only scrolls out of sight is still there. */
function isPart(control: Control): boolean {
  const isThere = control.visible || control.beyond !== undefined;
  return isThere && !isScroller(control) && (control.interactive || messages.has(control.role));
}
