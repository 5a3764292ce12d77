// What a model types into a password field stands nowhere in clear: it is sealed in the action, and masked in whatever else the model said.
import { doingOf, movesOf } from '../../domain/action/actions.js';
import type { AppAction, AppDecision } from '../../domain/agent/decision.js';
import { isField } from '../../domain/guard/screen.js';
import type { LabelledControl } from '../../domain/ui/control-list.js';
import { typedText, withTyped, type UiAction } from '../../domain/ui/ui-action.js';
import type { TypedTexts } from '../../ports/tokens.js';
import { mask } from '../../domain/ui/mask.js';

/** A shorter one would mask ordinary words of the model. */
export const shortestMasked = 4;

/**
 * The texts that these calls, in order, would type into password fields, or may: where the screen cannot tell what has the focus by then. A reference to a
 * secret is none.
 */
export function passwordsTyped(
  actions: readonly Pick<AppAction, 'run' | 'target'>[],
  controls: readonly LabelledControl[],
): readonly string[] {
  const passwords: string[] = [];
  let focus: Focus = focusedIn(controls);
  for (const { run, target } of actions) {
    if (run.kind !== 'device') continue;
    const aimed = target && controls.find(({ label }) => label === target.label);
    const text = typedText(run.action);
    const at: Focus = movesOn(run.action) ? 'listed' : (aimed ?? focus);
    if (text !== undefined && hasCharacters(run.action) && !isSecretReference(text) && mayHide(at, controls)) passwords.push(text);
    focus = focusAfter(run.action, aimed, focus);
  }
  return passwords;
}

/** What has the focus: a control, nothing, one of those listed, or something that is not listed yet. */
type Focus = LabelledControl | undefined | 'listed' | 'anywhere';

/** Keys after which something else may be there, and keys that go on to another control. */
const opens = /\{(?:ENTER|RETURN|SPACE|ESC)|[~\n^%]/i;
const moves = /\{|\t/;

function focusAfter(action: UiAction, aimed: LabelledControl | undefined, before: Focus): Focus {
  if (movesOf(action) === 'view') return before;
  const doing = doingOf(action);
  switch (doing?.does) {
    case 'write':
    case 'choose':
      return aimed ?? before;
    case 'keys':
      return opens.test(doing.keys) ? 'anywhere' : moves.test(doing.keys) ? 'listed' : (aimed ?? before);
    default:
      // A press on a field gives it the focus; on anything else it may open what has it next.
      return aimed && isField(aimed) ? aimed : 'anywhere';
  }
}

/** Tab, and characters for what it leads to. */
function movesOn(action: UiAction): boolean {
  return action.type === 'press-keys' && /\{TAB[^}]*\}|\t/i.test(action.keys);
}

/** Not only keys that have names. */
function hasCharacters(action: UiAction): boolean {
  if (action.type !== 'press-keys') return typedText(action) !== '';
  return /\S/.test(action.keys.replace(/\{[A-Z_]+\d*(?: \d+)?\}|[\^%+][^{(]|[~\t\n]/gi, ''));
}

function mayHide(focus: Focus, controls: readonly LabelledControl[]): boolean {
  if (focus === 'anywhere') return true;
  return focus === 'listed' ? controls.some(hides) : focus !== undefined && hides(focus);
}

function hides({ role, masked }: LabelledControl): boolean {
  return role === 'password' || masked === true;
}

/** The whole text: nothing of it is the model's to hide. */
export function isSecretReference(text: string): boolean {
  return /^\{\{secret:[\w.-]+\}\}$/.test(text);
}

/** The decision without them. */
export function withoutPasswords(decision: AppDecision, controls: readonly LabelledControl[], typed: TypedTexts): AppDecision {
  const passwords = passwordsTyped(decision.actions, controls);
  if (passwords.length === 0) return decision;
  const hidden = masked(decision, withParts(passwords)) as AppDecision;
  return {
    ...hidden,
    actions: decision.actions.map((action, index) => sealedIn(action, hidden.actions[index] ?? action, passwords, typed)),
  };
}

/** And what they are without the syntax of keys, and between named ones, as the model may say it elsewhere. */
function withParts(keys: readonly string[]): readonly string[] {
  const passwords = [...keys, ...keys.map((text) => text.replace(/\{([\^%+~(){}])\}/g, '$1'))];
  const parts = passwords.flatMap((password) => password.split(/\{[A-Z_]+\d*(?: \d+)?\}|[\t\n]/i));
  return [...new Set([...passwords, ...parts.filter((part) => part.length >= shortestMasked)])];
}

/** The reply's text, as it is stored: a short one is masked only where it stands alone. */
export function maskedText(text: string, passwords: readonly string[]): string {
  return withParts(passwords).reduce((rest, password) => {
    const json = JSON.stringify(password);
    if (password.length < shortestMasked) return rest.replaceAll(json, `"${mask}"`);
    return rest.replaceAll(json.slice(1, -1), mask).replaceAll(password, mask);
  }, text);
}

function sealedIn(action: AppAction, hidden: AppAction, passwords: readonly string[], typed: TypedTexts): AppAction {
  const run = action.run.kind === 'device' ? action.run.action : undefined;
  const text = run && typedText(run);
  if (!run || text === undefined || !passwords.includes(text)) return hidden;
  const sealed = typed.seal(text);
  return { ...hidden, run: { kind: 'device', action: withTyped(run, sealed) } };
}

function focusedIn(controls: readonly LabelledControl[]): LabelledControl | undefined {
  return controls.find(({ states }) => states?.includes('focused') === true);
}

/** In every text of a value, to any depth; what was typed itself also where it is short. */
export function masked(value: unknown, passwords: readonly string[]): unknown {
  if (typeof value === 'string')
    return passwords.reduce(
      (text, password) => (text === password ? mask : password.length < shortestMasked ? text : text.replaceAll(password, mask)),
      value,
    );
  if (Array.isArray(value)) return value.map((each) => masked(each, passwords));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, masked(each, passwords)]));
}
