// Names a control of a recorded screen so that it is found again on another one (RP3).
import { plain } from '../flow/find-text.js';
import type { Control } from '../ui/control.js';
import { equalsOf } from './agreement.js';
import type { Target } from './anchors.schema.js';
import { findTarget } from './find-target.js';
import { sightOf, tellingTexts, type Sighted } from './ways.js';

export interface MadeTarget {
  readonly target: Target;
  /** No two ways tell it on its own screen: a replay will halt there. */
  readonly isUnsure: boolean;
}

export interface TargetWishes {
  /** Texts that tell a row if it has them: those of the request. */
  readonly rowTexts?: readonly string[];
  /** The run saw digits of its name change. */
  readonly digitsVary?: boolean;
}

/** `control` is one of `controls`. */
export function makeTarget(controls: readonly Control[], control: Control, wishes: TargetWishes = {}): MadeTarget {
  const sight = sightOf(controls);
  const sighted = sight.find((each) => each.control === control);
  if (!sighted) throw new TypeError('the control is not on that screen');
  const named: Target = {
    role: control.role,
    ...(sighted.name === '' ? {} : { name: control.name.trim() }),
    ...(wishes.digitsVary ? { digits_vary: true } : {}),
    ...(control.guessed ? { guessed: true } : {}),
    ...rowOf(sighted, sight, wishes.rowTexts ?? []),
    ...(sighted.section === undefined ? {} : { section: sighted.section }),
    ...(sighted.beside === undefined || sighted.beside === sighted.name ? {} : { beside: sighted.beside }),
    ...(control.testId === undefined ? {} : { test_id: control.testId }),
    ...(sighted.id === undefined ? {} : { id: sighted.id }),
    path: sighted.path,
  };
  const equals = equalsOf(named, sight);
  const target = { ...named, place: { at: equals.indexOf(sighted) + 1, of: equals.length } };
  const found = findTarget(target, controls);
  return { target, isUnsure: !('control' in found) || found.control !== control };
}

/** ways-2. */
function rowOf(sighted: Sighted, sight: readonly Sighted[], wished: readonly string[]): Pick<Target, 'row'> {
  const { name, control, rows } = sighted;
  const isAlone = sight.filter((each) => each.control.role === control.role && each.name === name).length === 1;
  const hasOthers = rows.some(({ others }) => others.length > 0);
  if (name !== '' && control.guessed !== true && isAlone && hasOthers) return {};
  for (const row of rows) {
    const telling = tellingTexts(row, name);
    const text = telling.find((each) => wished.some((one) => plain(one) === plain(each))) ?? telling[0];
    if (text !== undefined) return { row: [text.trim()] };
  }
  return {};
}
