// Finds a recorded control on another screen, or says why not. It never takes the likeliest one: a halt is cheap, a wrong action is not.
//
// find-1. Only visible controls of the recorded role count, and where a row was recorded, only those in a row with its texts (ways-4). Two rows that read
//     the same are a halt, even if only one of them shows such a control.
// find-2. What is pressed is told by its name: a control with another name is another one, whatever else agrees. A name that says little (guessed, a
//     mark) may have become another such name, where as many such controls stand in its row as did; a field with its id may have any name.
// find-3. Two ways must agree on it, and one of them has to be its own: its name, its row, an id, or the text beside it. The heading above it, its path,
//     and that it is the only one of its kind now as then, are shared by others too easily; and the last alone is not enough beside the name.
// find-4. Two ways that point at different controls are a halt, as are two controls that as much speaks for. Of equal ones outside of rows that are as
//     many as they were, and siblings, the same in order counts.
// find-5. What stood in no row, or needed none, is not looked for in one: the only "Delete" of a page is not that of the only row of a list.
// find-6. What is switched by pressing it is not pressed where it is otherwise than it was: that would undo what is wanted.
//     Neither is a field one that others have filled in, where something else stands in it than was wanted.
// find-7. What has a picture is told by it: what looks otherwise is another control, and where pictures were not compared nothing is sure.
import { defined } from '../collections.js';
import { plain } from '../flow/find-text.js';
import { isSameForm } from '../text/data-forms.js';
import type { Control } from '../ui/control.js';
import { equalsOf, isInRow, isSameName, mayBeRenamed, waysOf, type Way } from './agreement.js';
import type { Target } from './anchors.schema.js';
import { isAlone } from './rows.js';
import { neededRow, rowWith, sightOf, twinsOf, type Sighted } from './locators.js';

export type FoundTarget =
  /** `ways`: those that agree. */
  { readonly control: Control; readonly ways: readonly Way[] } | NoTarget;

export interface NoTarget {
  readonly missing:
    | 'no-row'
    | 'rows-alike'
    | 'disabled'
    | 'switched'
    | 'other-value'
    | 'not-there'
    | 'not-in-sight'
    | 'one-way'
    | 'ambiguous'
    | 'disagreeing';
  /** A sentence's end: `"Delete" was not found: …`. */
  readonly because: string;
}

interface Candidate extends Sighted {
  readonly ways: readonly Way[];
}

const own: ReadonlySet<Way> = new Set(['picture', 'name', 'row', 'beside', 'test id', 'id']);
/** What equal controls may differ in. */
const apart: ReadonlySet<Way> = new Set(['picture', 'section', 'beside', 'path', 'test id', 'id']);
/** What speaks for one control alone: elsewhere, it contradicts. */
const single: readonly Way[] = ['name', 'test id', 'id'];

/**
 * @param controls - of a look, in reading order; texts of `target` filled in
 * @param alike - those whose picture is that of the target; absent: pictures were not compared
 */
export function findTarget(target: Target, controls: readonly Control[], alike?: ReadonlySet<Control>): FoundTarget {
  const sight = sightOf(controls);
  const ofRole = sight.filter(({ control }) => control.role === target.role);
  const inRow = ofRole.filter((each) => isInRow(target, each));
  if (target.row !== undefined && inRow.length === 0)
    return sight.some((each) => each.control.visible && isInRow(target, each))
      ? none('not-there', `the row there that reads ${quoted(target.row)} has no ${target.role}`)
      : none('no-row', `no row with a ${target.role} there reads ${quoted(target.row)}`);
  if (inRow.some((each) => isRowDoubled(target, each))) return none('rows-alike', `several rows there read ${quoted(target.row ?? [])}`);
  const named = inRow.filter((each) => isSameName(target, each) || mayBeRenamed(target, each));
  const seen = named.filter(({ control }) => control.visible);
  if (seen.length === 0)
    return named.length > 0
      ? none('not-in-sight', 'it is there, but hidden or covered')
      : none(
          'not-there',
          target.name === undefined ? `no ${target.role} there is without a name` : `no ${target.role} there has that name`,
        );
  const equals = equalsOf(target, sight);
  const candidates = seen.map((each): Candidate => ({ ...each, ways: waysOf(target, each, equals, alike) }));
  const sure = candidates.filter((each) => isSure(target, each, equals) && isWhereItStood(target, each));
  const most = Math.max(0, ...sure.map(({ ways }) => ways.length));
  const best = sure.length > 0 ? sure.filter(({ ways }) => ways.length === most) : inOrder(candidates, target, equals);
  const [chosen, rival] = best;
  if (!chosen) return none('one-way', `${told(candidates)}, and nothing else tells that it is the one`);
  if (rival) return none('ambiguous', `${best.length} controls there are equally like it`);
  if (target.checked !== undefined && target.checked !== isChecked(chosen.control))
    return none('switched', target.checked ? 'it is not checked now' : 'it is checked already');
  if (target.value !== undefined && plain(target.value) !== plain(chosen.control.masked ? '' : (chosen.control.value ?? '')))
    return none('other-value', `"${target.value}" is not what stands in it now`);
  return contradiction(target, chosen, ofRole) ?? { control: chosen.control, ways: chosen.ways };
}

/**
 * What is only read, with the numbers and dates of its texts as the page writes them, where one text there says the same. What is pressed has its texts
 * exactly: the row "1.20" may be another than "1.2".
 */
export function asWritten({ name, row, section, beside, ...target }: Target, controls: readonly Control[]): Target {
  const texts = controls.filter(({ visible }) => visible).flatMap(({ name: own, value }) => [own, value ?? '']);
  const written = (text: string): string => {
    const same = texts.some((own) => plain(own) === plain(text))
      ? []
      : [...new Set(texts.filter((own) => isSameForm(own, text)).map(plain))];
    return same.length === 1 && same[0] !== undefined ? same[0] : text;
  };
  const all = (text: string | undefined): string | undefined => text && written(text);
  return { ...target, ...defined({ name: all(name), row: row?.map(written), section: all(section), beside: all(beside) }) };
}

/** find-7; find-3; of a control that says little, find-2; of one that had equals, what they did not share with it. */
function isSure({ row, place, picture }: Target, { ways }: Candidate, equals: readonly Sighted[]): boolean {
  if (picture !== undefined && !ways.includes('picture')) return false;
  if (!ways.some((way) => own.has(way)) || ways.filter((way) => way !== 'place').length < 2) return false;
  if (ways.includes('id') || ways.includes('test id')) return true;
  if (place !== undefined && place.of > 1 && !ways.some((way) => apart.has(way))) return false;
  return row === undefined || ways.includes('name') || place === undefined || place.of === equals.length;
}

/** find-6. */
export function isChecked({ states = [] }: Pick<Control, 'states'>): boolean {
  return states.includes('checked');
}

/** find-5. */
function isWhereItStood({ row }: Target, candidate: Candidate): boolean {
  return row !== undefined || neededRow(candidate) === undefined;
}

/** find-1. */
function isRowDoubled({ row: texts }: Target, sighted: Sighted): boolean {
  const row = texts && rowWith(sighted, texts);
  return row !== undefined && twinsOf(row, texts ?? []).length > 0;
}

/** find-4. */
function inOrder(candidates: readonly Candidate[], { place, row, picture }: Target, equals: readonly Sighted[]): readonly Candidate[] {
  if (row !== undefined || picture !== undefined || place === undefined || place.of < 2 || equals.length !== place.of) return [];
  const isOrdered = equals.every(({ path, rows }) => path === equals[0]?.path && rows.every(isAlone));
  const wanted = equals[place.at - 1]?.control;
  return isOrdered ? candidates.filter(({ control, ways }) => control === wanted && ways.includes('name')) : [];
}

/** Another control of its role that has what only the recorded one had. */
function contradiction(target: Target, chosen: Candidate, ofRole: readonly Sighted[]): NoTarget | undefined {
  for (const way of single) {
    if (chosen.ways.includes(way)) continue;
    const other = ofRole.find((each) => each.control !== chosen.control && each.control.visible && waysOf(target, each, []).includes(way));
    if (other)
      return none(
        'disagreeing',
        `by its ${way} it would be ${quoted([other.control.name])}, by its ${chosen.ways.join(' and ')} ${quoted([chosen.control.name])}`,
      );
  }
  return undefined;
}

function told(candidates: readonly Candidate[]): string {
  return candidates.length === 1
    ? `one control there is like it by its ${candidates[0]?.ways.join(' and ') || 'role'}`
    : `${candidates.length} controls there are a little like it`;
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ');
}

function none(missing: NoTarget['missing'], because: string): NoTarget {
  return { missing, because };
}
