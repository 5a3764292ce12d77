// Which ways of a target (find-target.ts) agree on a control.
import { isField } from '../guard/screen.js';
import { stem } from '../explorer/signature.js';
import { plain } from '../flow/find-text.js';
import type { Control } from '../ui/control.js';
import type { Target } from './anchors.schema.js';
import type { Sighted } from './ways.js';

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
  return digitsVary ? stem(own) === stem(name) : own === plain(name);
}

export function isInRow({ row }: Pick<Target, 'row'>, { rows }: Pick<Sighted, 'rows'>): boolean {
  return row === undefined || rows.some(({ texts }) => row.every((text) => texts.includes(plain(text))));
}

/** Those with its role, name and row that can be seen, in reading order. */
export function equalsOf(target: Target, sight: readonly Sighted[]): readonly Sighted[] {
  return sight.filter(
    (each) => each.control.role === target.role && each.control.visible && isSameName(target, each) && isInRow(target, each),
  );
}

/** Whether another name makes it another control: not that of a field, nor one that was guessed. */
export function isToldByName({ role, guessed }: Pick<Target, 'role' | 'guessed'>): boolean {
  return guessed !== true && !isField({ role });
}

/** Something to read tells it; elsewhere its picture has to. */
export function hasOwnWords({ name, row, beside, test_id: testId, id }: Target): boolean {
  return [name, row, beside, testId, id].some((way) => way !== undefined);
}
