// One action as a log line, for summaries, memory and people: `click_input "Export" [12]`.
import type { ActionOutcome } from '../device/device-work.js';
import type { DecidedAction } from './decision.js';
import { shorten } from './memory.js';

export function actionText({ function: name, args, target }: Pick<DecidedAction, 'function' | 'args' | 'target'>): string {
  const values = Object.values(args)
    .filter((value) => value !== null && value !== undefined && value !== '' && value !== false)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const aimed = target ? ` "${shorten(target.name, 60)}" [${target.label}]` : '';
  return `${name}${aimed}${values.length > 0 && name !== 'click_input' ? ` ${shorten(values.join(', '), 80)}` : ''}`;
}

export function outcomeText(outcome: ActionOutcome): string {
  switch (outcome.status) {
    case 'done':
      return outcome.text ? `done: ${outcome.text}` : outcome.textRef ? 'done: text kept as an artifact' : 'done';
    case 'failed':
      return `failed (${outcome.code}): ${outcome.message}`;
    case 'skipped':
      return 'skipped: the list stopped before it';
    case 'unknown':
      return 'unknown: it may or may not have happened; it is not repeated, look at the screen';
  }
}
