// Runs a labelled context: finds what it aims at among the controls of a look, and asks the guard for its judgement.
import { createJudgement } from '../../src/domain/guard/judge.js';
import type { Activation } from '../../src/domain/guard/activation.js';
import type { Control } from '../../src/domain/ui/control.js';
import type { DeviceAction } from '../../src/domain/ui/ui-action.js';
import type { GuardContext } from '../pure/guard/contexts/context.js';
import { seenText } from '../../src/domain/text/visible-text.js';
import { lexicon } from './lexicon.js';

export function judgedContext(context: GuardContext, controls: readonly Control[]): GuardContext['verdict'] {
  return verdictOf(createJudgement({ controls }, lexicon)(actionOf(context, controls)));
}

export function verdictOf({ risks, refused }: Activation): GuardContext['verdict'] {
  return refused ? 'refused' : risks.length > 0 ? 'held' : 'free';
}

/** The control that a context names; its first words say the role. */
function find(aim: string, controls: readonly Control[]): Control {
  const [, role = '', name = ''] = /^(\S+) (.*)$/su.exec(aim) ?? [];
  const found = controls.find(
    (control) => control.interactive && control.role === role && (control.guessed ? '' : seenText(control.name)) === seenText(name),
  );
  if (!found) throw new Error(`No ${aim} among ${controls.map((control) => `${control.role} "${control.name}"`).join(', ')}`);
  return found;
}

function actionOf({ aim, deed }: GuardContext, controls: readonly Control[]): DeviceAction {
  const control = find(aim, controls);
  const target = { control };
  if (deed === 'click') return { type: 'click', target, button: 'left', clickCount: 1 };
  if ('keys' in deed) return { type: 'press-keys', target, keys: deed.keys };
  if ('text' in deed) return { type: 'set-text', target, text: deed.text, clear: false };
  if ('option' in deed) return { type: 'select-option', target, values: [deed.option] };
  if ('dragBy' in deed) {
    const from = middleOf(control);
    return { type: 'drag', from, to: { point: { x: from.point.x + deed.dragBy, y: from.point.y }, unit: 'px' }, button: 'left' };
  }
  const start = controls.find(({ interactive }) => interactive) ?? control;
  return { type: 'drag', from: middleOf(start), to: middleOf(find(deed.dragTo, controls)), button: 'left' };
}

function middleOf({ bounds: { x, y, width, height } }: Control) {
  return { point: { x: x + width / 2, y: y + height / 2 }, unit: 'px' } as const;
}
