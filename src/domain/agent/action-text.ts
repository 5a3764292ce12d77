// One action as a log line, for summaries, memory and people: `click_input "Export" [12]`.
import type { ActionOutcome } from '../device/device-work.js';
import { staysText } from '../guard/unsaved-page.js';
import type { DecidedAction } from '../run/decided-action.js';
import type { SafetyCheck } from '../computer/computer-turn.js';
import { shorten } from '../text/fit-bytes.js';

export function actionText({ function: name, args, target }: Pick<DecidedAction, 'function' | 'args' | 'target'>): string {
  // At a point, a control may have no label.
  const aimed = target ? ` "${shorten(target.name, 60)}"${target.label === '' ? '' : ` [${target.label}]`}` : '';
  const given = Object.entries(args).filter(([argument, value]) => !isUsual(argument, value));
  // The main argument comes first, modifiers last: `set_edit_text "Name" [5] "Ada", clear_current_text`.
  const values = [
    ...given.filter(([, value]) => value !== true).map(([, value]) => JSON.stringify(value)),
    ...given.filter(([, value]) => value === true).map(([argument]) => argument),
  ];
  return `${name}${aimed}${values.length > 0 ? ` ${shorten(values.join(', '), 80)}` : ''}`;
}

/** Not worth showing: absent, or the function's default. */
function isUsual(argument: string, value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === false || (argument === 'button' && value === 'left');
}

export function outcomeText(outcome: ActionOutcome): string {
  switch (outcome.status) {
    case 'done':
      return outcome.text ? `done: ${outcome.text}` : outcome.textRef ? 'done: text kept as an artifact' : doneText(outcome);
    case 'failed':
      return `failed (${outcome.code}): ${outcome.message}`;
    case 'skipped':
      return 'skipped: the list stopped before it';
    case 'unknown':
      return `unknown: it may or may not have happened; it is not repeated, look at the screen${outcome.witness === undefined ? '' : ` (${outcome.witness})`}`;
  }
}

function doneText({ effect, unverified, witness, stays }: Extract<ActionOutcome, { readonly status: 'done' }>): string {
  if (witness !== undefined) return `done, though its answer was lost: ${witness}`;
  const told = unverified === undefined ? 'done' : `done, not verified (${unverified})`;
  if (stays !== undefined) return `${told}, but ${staysText}`;
  if (effect === undefined) return told;
  return effect.kind === 'changed' ? `${told}: ${effect.what}` : `${told}, but nothing visible changed`;
}

/** What a provider asks about, in its own words, which are data. */
export function checksText(checks: readonly SafetyCheck[]): string {
  return checks.map(({ code, message }) => shorten([code, message].filter(Boolean).join(': ') || 'a safety check', 500)).join('; ');
}
