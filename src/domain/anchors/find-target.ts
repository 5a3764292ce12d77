// Finds a recorded control on another screen, or says why not (RP3). It never takes the likeliest one: a halt is cheap, a wrong action is not.
//
// find-1. Only visible controls of the recorded role count, and where a row was recorded, only those in a row with its texts.
// find-2. What is pressed is told by its name: a control with another name is another one, whatever else agrees. A name that was guessed, and that of a
//     field, may have changed where two other ways agree.
// find-3. Two ways must agree on it, and one of them has to be its own: its name, its row, an id, or the text beside it. The heading above it, its path,
//     and that it is the only one of its kind now as then, are shared by others too easily.
// find-4. Two ways that point at different controls are a halt, as are two controls that as much speaks for. Of equal ones outside of rows that are as
//     many as they were, the same in order counts.
import type { Control } from '../ui/control.js';
import { equalsOf, isInRow, isSameName, isToldByName, waysOf, type Way } from './agreement.js';
import type { Target } from './anchors.schema.js';
import { sightOf, type Sighted } from './ways.js';

export type FoundTarget =
  /** `ways`: those that agree. */
  { readonly control: Control; readonly ways: readonly Way[] } | NoTarget;

export interface NoTarget {
  readonly missing: 'no-row' | 'not-there' | 'not-in-sight' | 'one-way' | 'ambiguous' | 'disagreeing';
  /** A sentence's end: `"Delete" was not found: …`. */
  readonly because: string;
}

interface Candidate extends Sighted {
  readonly ways: readonly Way[];
}

const own: ReadonlySet<Way> = new Set(['picture', 'name', 'row', 'beside', 'test id', 'id']);
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
    return none('no-row', `no row with a ${target.role} there reads ${quoted(target.row)}`);
  const named = isToldByName(target) ? inRow.filter((each) => isSameName(target, each)) : inRow;
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
  const sure = candidates.filter(({ ways }) => ways.length > 1 && ways.some((way) => own.has(way)));
  const most = Math.max(0, ...sure.map(({ ways }) => ways.length));
  const best = inOrder(
    sure.filter(({ ways }) => ways.length === most),
    target,
    equals,
  );
  const [chosen, rival] = best;
  if (!chosen) return none('one-way', `${told(candidates)}, and nothing else tells that it is the one`);
  if (rival) return none('ambiguous', `${best.length} controls there are equally like it`);
  return contradiction(target, chosen, ofRole) ?? { control: chosen.control, ways: chosen.ways };
}

/** find-4. */
function inOrder(best: readonly Candidate[], { place }: Target, equals: readonly Sighted[]): readonly Candidate[] {
  const isOrdered = best.length > 1 && place?.of === best.length && equals.length === best.length;
  if (!isOrdered || best.some(({ rows }) => rows.some(({ others }) => others.length > 0))) return best;
  const wanted = equals[place.at - 1]?.control;
  const chosen = best.find(({ control }) => control === wanted);
  return chosen ? [chosen] : best;
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
