// Which ways of a target (find-target.ts) agree on a control.
import { isField } from '../guard/screen.js';
import { stem } from '../explorer/signature.js';
import { plain } from '../flow/find-text.js';
import { isSameOfNumbers } from '../text/data-forms.js';
import type { Control } from '../ui/control.js';
import type { Target } from './anchors.schema.js';
import { rowWith, saysLittle, type Sighted } from './locators.js';

export type Way = 'picture' | 'name' | 'row' | 'section' | 'beside' | 'test id' | 'id' | 'path' | 'place';

/** @param alike - controls whose picture is that of the target */
export function waysOf(target: Target, sighted: Sighted, equals: readonly Sighted[], alike?: ReadonlySet<Control>): readonly Way[] {
  const { row, section, beside, test_id: testId, id, path, place } = target;
  const agrees: Readonly<Record<Way, boolean>> = {
    picture: alike?.has(sighted.control) === true,
    name: target.name !== undefined && isSameName(target, sighted),
    row: row !== undefined && isInRow(target, sighted),
    section: section !== undefined && sighted.section === plain(section),
    beside: beside !== undefined && sighted.beside === plain(beside),
    'test id': testId !== undefined && sighted.control.testId === testId,
    id: id !== undefined && sighted.id === id,
    path: path !== undefined && sighted.path === path,
    place: place?.of === 1 && equals.length === 1 && equals[0] === sighted,
  };
  return (Object.keys(agrees) as Way[]).filter((way) => agrees[way]);
}

export function isSameName(
  { name = '', digits_vary: digitsVary }: Pick<Target, 'name' | 'digits_vary'>,
  { name: own }: Pick<Sighted, 'name'>,
): boolean {
  return digitsVary ? stem(own) === stem(name) || isSameOfNumbers(own, name) : own === plain(name);
}

export function isInRow({ row }: Pick<Target, 'row'>, sighted: Pick<Sighted, 'rows'>): boolean {
  return row === undefined || rowWith(sighted, row) !== undefined;
}

/**
 * Those with its role, name and row that can be seen, in reading order. Where the name says little, those in its row whose name says as little: of two
 * nameless boxes, the one that is left is not the one that was meant.
 */
export function equalsOf(target: Target, sight: readonly Sighted[]): readonly Sighted[] {
  return sight.filter(
    (each) =>
      each.control.role === target.role &&
      each.control.visible &&
      isInRow(target, each) &&
      (isSameName(target, each) || (target.row !== undefined && saysLittle(target) && saysLittle(each.control))),
  );
}

/**
 * Whether a control with another name may be the same one: where both names say little, if it is a field or its name was guessed; and a field that
 * has its id. What is looked for under any name (guessed, without one: a text that is read) may have any.
 */
export function mayBeRenamed(target: Target, sighted: Sighted): boolean {
  const { role, name, guessed, id, test_id: testId } = target;
  if (guessed === true && name === undefined) return true;
  if (!isField({ role }) && guessed !== true) return false;
  if (saysLittle(target) && saysLittle(sighted.control)) return true;
  return isField({ role }) && ((id !== undefined && sighted.id === id) || (testId !== undefined && sighted.control.testId === testId));
}

const pressed: ReadonlySet<string> = new Set(['button', 'link', 'img', 'menuitem', 'tab']);

/** It has no words but guessed ones, no row, no id: what it looks like has to tell it. A field looks like any other. */
export function isKnownByPicture({ role, name, guessed, row, beside, test_id: testId, id }: Target): boolean {
  return pressed.has(role) && (name === undefined || guessed === true) && [row, beside, testId, id].every((way) => way === undefined);
}
