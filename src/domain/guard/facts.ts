// The facts that a person is shown with a held action: read from the controls of the screen that it was judged on.
import type { Facts } from '../human/facts.js';
import type { Control } from '../ui/control.js';
import { amountIn } from './amounts.js';
import type { Pressed } from './activation.js';
import { isField, type GuardedScreen } from './screen.js';

const most = { beside: 8, values: 8, amounts: 3, controls: 3 } as const;
const longest = 100;

/** @param targets - controls that the action is aimed at, the first being what the rest is read around */
export function factsOf(screen: GuardedScreen, targets: readonly Control[], presses: readonly Pressed[]): Facts {
  const [target] = targets;
  const around = target ? screen.shownBeside(target) : [];
  const fields = around.filter((control) => isField(control));
  const texts = around.filter((control) => !isField(control) && !control.interactive && control.name !== '').map(({ name }) => name);
  const values = fields
    .filter(hasValue)
    .map(({ name, value, states = [] }) => `${name || 'a field'} = ${value ?? states.find(isChosen) ?? ''}`);
  return {
    page: screen.about
      .filter((text, index, all) => text !== '' && all.indexOf(text) === index)
      .join(' · ')
      .slice(0, 2 * longest),
    controls: told(
      presses.map(({ role, name }) => (name === '' ? `a ${role} without a name` : `${role} "${name}"`)),
      most.controls,
    ),
    beside: told(texts, most.beside),
    values: told(values, most.values),
    amounts: told([...presses.map(({ name }) => name), ...texts, ...values].filter(amountIn), most.amounts),
  };
}

function hasValue({ value = '', states = [] }: Control): boolean {
  return value !== '' || states.some(isChosen);
}

function isChosen(state: string): boolean {
  return state === 'checked' || state === 'selected';
}

function told(texts: readonly string[], count: number): readonly string[] {
  const different = [...new Set(texts)];
  const shown = different.slice(0, count).map((text) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text));
  return different.length > count ? [...shown, `and ${different.length - count} more`] : shown;
}
