// HE44: what a model types into a password field stands nowhere in clear: it is sealed in the action, and masked in whatever else the model said.
import type { AppAction, AppDecision } from '../../domain/agent/decision.js';
import type { LabelledControl } from '../../domain/ui/control-list.js';
import type { UiAction } from '../../domain/ui/ui-action.js';
import type { TypedTexts } from '../../ports/typed-texts.js';
import { mask } from '../../domain/ui/mask.js';

/** A shorter one would mask ordinary words of the model. */
export const shortestMasked = 4;

/** The texts that these calls would type into password fields. A reference to a secret is none. */
export function passwordsTyped(
  actions: readonly Pick<AppAction, 'run' | 'target'>[],
  controls: readonly LabelledControl[],
): readonly string[] {
  return actions.flatMap(({ run, target }) => {
    const text = run.kind === 'device' ? typedText(run.action) : undefined;
    if (text === undefined || text === '' || isSecretReference(text)) return [];
    const control = target ? controls.find(({ label }) => label === target.label) : focusedIn(controls);
    return control?.role === 'password' || control?.masked === true ? [text] : [];
  });
}

/** The whole text: nothing of it is the model's to hide. */
export function isSecretReference(text: string): boolean {
  return /^\{\{secret:[\w.-]+\}\}$/.test(text);
}

/** The decision without them. */
export function withoutPasswords(decision: AppDecision, controls: readonly LabelledControl[], typed: TypedTexts): AppDecision {
  const passwords = passwordsTyped(decision.actions, controls);
  if (passwords.length === 0) return decision;
  const hidden = masked(decision, passwords) as AppDecision;
  return {
    ...hidden,
    actions: decision.actions.map((action, index) => sealedIn(action, hidden.actions[index] ?? action, passwords, typed)),
  };
}

/** The reply's text, as it is stored. */
export function maskedText(text: string, passwords: readonly string[]): string {
  return passwords.reduce(
    (rest, password) => rest.replaceAll(JSON.stringify(password).slice(1, -1), mask).replaceAll(password, mask),
    text,
  );
}

function sealedIn(action: AppAction, hidden: AppAction, passwords: readonly string[], typed: TypedTexts): AppAction {
  const run = action.run.kind === 'device' ? action.run.action : undefined;
  const text = run && typedText(run);
  if (!run || text === undefined || !passwords.includes(text)) return hidden;
  const sealed = typed.seal(text);
  return {
    ...hidden,
    run: { kind: 'device', action: run.type === 'set-text' ? { ...run, text: sealed } : ({ ...run, keys: sealed } as UiAction) },
  };
}

function typedText(action: UiAction): string | undefined {
  return action.type === 'set-text' ? action.text : action.type === 'press-keys' ? action.keys : undefined;
}

function focusedIn(controls: readonly LabelledControl[]): LabelledControl | undefined {
  return controls.find(({ states }) => states?.includes('focused') === true);
}

/** In every text of a value, to any depth; what was typed itself also where it is short. */
function masked(value: unknown, passwords: readonly string[]): unknown {
  if (typeof value === 'string')
    return passwords.reduce(
      (text, password) => (text === password ? mask : password.length < shortestMasked ? text : text.replaceAll(password, mask)),
      value,
    );
  if (Array.isArray(value)) return value.map((each) => masked(each, passwords));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, masked(each, passwords)]));
}
