// Names a control of a recorded screen so that it is found again on another one.
//
// make-1. What an equal control shares with it (a heading, a place in the structure) is not recorded: it would speak for either.
import { defined } from '../collections.js';
import { plain } from '../flow/find-text.js';
import type { Control } from '../ui/control.js';
import { equalsOf, isKnownByPicture } from './agreement.js';
import type { Target } from './anchors.schema.js';
import { findTarget } from './find-target.js';
import { isWord } from './rows.js';
import { neededRow, rowWith, sightOf, tellingTexts, twinsOf, wordsBeside, type Sighted } from './locators.js';

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
  /** Nothing else of its role on that screen looks like it; recorded where it has no words of its own. */
  readonly picture?: string | undefined;
}

/** `control` is one of `controls`. */
export function makeTarget(controls: readonly Control[], control: Control, wishes: TargetWishes = {}): MadeTarget {
  const sight = sightOf(controls);
  const sighted = sight.find((each) => each.control === control);
  if (!sighted) throw new TypeError('the control is not on that screen');
  const named: Target = {
    role: control.role,
    name: sighted.name === '' ? undefined : control.name.trim(),
    digits_vary: wishes.digitsVary ? true : undefined,
    guessed: control.guessed ? true : undefined,
    ...rowOf(sighted, wishes.rowTexts ?? []),
  };
  const equals = equalsOf(named, sight);
  const row = named.row && rowWith(sighted, named.row);
  const twins = row ? twinsOf(row, named.row ?? []).length : 0;
  const place = { at: equals.indexOf(sighted) + 1, of: Math.max(equals.length, 1 + twins) };
  const told: Target = { ...named, ...defined(contextOf(sighted, equals)), place };
  const { picture } = wishes;
  const isPictured = picture !== undefined && isKnownByPicture(told);
  // What its picture tells from its equals may share a heading and a place in the structure with them (make-1).
  const { section = told.section, path } = sighted;
  const target = isPictured ? { ...told, section, path, picture } : told;
  const found = findTarget(target, controls, isPictured ? new Set([control]) : undefined);
  return { target, isUnsure: !('control' in found) || found.control !== control };
}

/** make-1. */
function contextOf(sighted: Sighted, equals: readonly Sighted[]): Pick<Target, 'section' | 'beside' | 'test_id' | 'id' | 'path'> {
  const { control, section, beside, id, path, name } = sighted;
  const others = equals.filter((each) => each !== sighted);
  const isOwn = (of: (each: Sighted) => string | undefined): boolean => others.every((each) => of(each) !== of(sighted));
  return {
    section: section !== undefined && isOwn((each) => each.section) ? section : undefined,
    beside: beside !== undefined && beside !== name && isOwn((each) => each.beside) ? beside : undefined,
    test_id: control.testId !== undefined && isOwn((each) => each.control.testId) ? control.testId : undefined,
    id: id !== undefined && isOwn((each) => each.id) ? id : undefined,
    path: isOwn((each) => each.path) ? path : undefined,
  };
}

/** Where no text tells its row, those that the row begins with: they say at least that there are others. */
function rowOf(sighted: Sighted, wished: readonly string[]): Pick<Target, 'row'> {
  const row = neededRow(sighted);
  if (!row) return {};
  const beside = wordsBeside(row, sighted);
  const telling = tellingTexts(row, beside);
  const asked = telling.find((text) => wished.some((one) => plain(one) === plain(text)));
  const [first = ''] = [...beside.filter(isWord), ...beside];
  const texts = asked !== undefined ? [asked] : telling[0] !== undefined ? [first, telling[0]] : beside.slice(0, 2);
  return { row: [...new Set(texts.map((text) => text.trim()))] };
}
