// What a person changed on the screen, for the model: what came and went, never what was typed.
import type { DecideAppInput } from '../../domain/agent/decision.js';
import { effectOf, type Screen } from '../../domain/ui/effect.js';
import type { Control } from '../../domain/ui/control.js';

type Seen = NonNullable<DecideAppInput['beforeHand']>;

export function changedByHand(before: Seen, was: readonly Control[], now: Seen, is: readonly Control[]): string {
  const effect = effectOf(screenOf(before, was), screenOf(now, is));
  const from = before.application.url;
  const to = now.application.url;
  const moved = to !== undefined && from !== to ? [`The address is now ${to}.`] : [];
  return [...moved, effect.kind === 'changed' ? effect.what : 'nothing visible'].join(' ');
}

/** A masked value is only told to be another one (effect-2). */
function screenOf({ title, application: { url } }: Seen, controls: readonly Control[]): Screen {
  return { title, address: url, controls: controls.map((control) => ({ ...control, masked: true })) };
}
