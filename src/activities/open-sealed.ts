import { typedText, withTyped, type UiActionOf } from '../domain/ui/ui-action.js';
import type { TypedTexts } from '../ports/tokens.js';

/** With what was sealed on its way through history, from here on in clear. */
export function opened<A>(action: UiActionOf<A>, typed: TypedTexts | undefined): UiActionOf<A> {
  const text = typedText(action);
  return typed && text !== undefined ? withTyped(action, typed.open(text)) : action;
}
