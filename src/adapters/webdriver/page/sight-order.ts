// The order in which a person reads what stands in one element, where the page draws it in another order than it holds it: rows that are placed one by one, lists
// that are drawn from their end, entries with an order of their own.
//
// sight-1. Only where the page asks for it: by the direction or the order of a flexible box or a grid, or by placing rows that are all alike. Floats, columns and lines of text stay as they are.
// sight-2. Only what is stacked in lines that don't overlap is sorted. One line alone, such as a bar of buttons, stays as it is.
// sight-3. What has no box, or sticks to the view, keeps its place among the others.
import { composedParentElement } from './geometry.js';
import { own, styleOf } from './dom.js';

interface Placed {
  readonly at: number;
  readonly element: Element;
  readonly box: DOMRect;
}

/** px by which boxes that only touch may overlap. */
const slack = 1;

/** The same array where nothing is sorted. */
export function inOrderOfSight(nodes: readonly Node[]): readonly Node[] {
  const placed: Placed[] = [];
  let isSorted = true;
  for (const [at, node] of nodes.entries()) {
    const type = own.type(node);
    if (type === Node.TEXT_NODE && !isSorted && /\S/.test((node as Text).data)) return nodes;
    if (type !== Node.ELEMENT_NODE) continue;
    const box = own.box(node as Element);
    if (box.width < 1 || box.height < 1) continue;
    const before = placed.at(-1)?.box;
    isSorted &&= before === undefined || follows(before, box);
    placed.push({ at, element: node as Element, box });
  }
  if (isSorted || nodes.some((node) => own.type(node) === Node.TEXT_NODE && /\S/.test((node as Text).data))) return nodes;
  const rows = placed.filter(({ element }) => !/sticky|fixed/.test(styleOf(element).position));
  const [first] = rows;
  if (first === undefined || !isOrdered(rows)) return nodes;
  const sorted = sortedInLines(rows, styleOf(first.element).computed.direction === 'rtl');
  if (sorted === undefined) return nodes;
  const shown = [...nodes];
  for (const [index, { at }] of rows.entries()) shown[at] = sorted[index]?.element ?? (nodes[at] as Node);
  return shown;
}

function follows(before: DOMRect, box: DOMRect): boolean {
  return box.top > before.top + slack || (box.top >= before.top - slack && box.left >= before.left - slack);
}

/** sight-1. */
function isOrdered(rows: readonly Placed[]): boolean {
  const [first] = rows;
  let around = first ? composedParentElement(first.element) : null;
  while (around !== null && styleOf(around).display === 'contents') around = composedParentElement(around);
  if (around === null) return false;
  const { display, flexDirection, flexWrap } = styleOf(around).computed;
  if (display.endsWith('flex') && (flexDirection.endsWith('reverse') || flexWrap.endsWith('reverse'))) return true;
  const styles = rows.map(({ element }) => styleOf(element).computed);
  if (/(?:flex|grid)$/.test(display) && styles.some(({ order }) => order !== '0')) return true;
  if (display.endsWith('grid') && styles.some(({ gridRowStart }) => gridRowStart !== 'auto')) return true;
  return rows.every(({ element }) => styleOf(element).position === 'absolute' && isLike(element, first?.element as Element));
}

function isLike(one: Element, other: Element): boolean {
  if (own.tag(one) !== own.tag(other) || own.attribute(one, 'role') !== own.attribute(other, 'role')) return false;
  const [mine, its] = [one, other].map((each) => (own.attribute(each, 'class') ?? '').split(/\s+/).filter((name) => name !== '')) as [
    string[],
    string[],
  ];
  return (mine.length === 0 && its.length === 0) || mine.some((name) => its.includes(name));
}

/** sight-2. */
function sortedInLines(rows: readonly Placed[], fromRight: boolean): readonly Placed[] | undefined {
  const lines: Placed[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const row of [...rows].sort((one, other) => one.box.top - other.box.top)) {
    if (row.box.top >= bottom - slack) lines.push([]);
    lines.at(-1)?.push(row);
    bottom = Math.max(bottom, row.box.bottom);
  }
  if (lines.length < 2) return undefined;
  for (const line of lines) {
    line.sort((one, other) => one.box.left - other.box.left);
    if (line.some(({ box }, index) => index > 0 && box.left < (line[index - 1]?.box.right ?? 0) - slack)) return undefined;
    if (fromRight) line.reverse();
  }
  return lines.flat();
}
