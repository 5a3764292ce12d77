import type { UiActionOf } from '../domain/ui/ui-action.js';
import type { TypedTexts } from '../ports/typed-texts.js';

/** HE44: with what was sealed on its way through history, from here on in clear. */
export function opened<A>(action: UiActionOf<A>, typed: TypedTexts | undefined): UiActionOf<A> {
  if (!typed) return action;
  if (action.type === 'set-text') return { ...action, text: typed.open(action.text) };
  return action.type === 'press-keys' ? { ...action, keys: typed.open(action.keys) } : action;
}
