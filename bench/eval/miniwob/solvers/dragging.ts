// Tasks of dragging: from a label to a label where both ends are listed, else to a point that the task itself fixes.
import type { Act, Solver } from '../../oracle/oracle.js';
import type { Situation } from '../../oracle/prompt.js';
import type { SeenControl } from '../../oracle/screen.js';
import { button, click, doneBefore, drag, named, ofKind, one, thenSubmit, type } from './kit.js';
import { isOfColour } from './colours.js';

export const dragging: readonly Solver[] = [
  {
    tasks: ['drag-box'],
    instruction: /^Drag the smaller box so that it is completely inside the larger box\.$/,
    solve(situation) {
      const [small, large] = ['s', 'L'].map((name) => ofKind(situation, 'item').find((control) => control.name === name));
      if (doneBefore(situation, 'drag').length > 0) return thenSubmit(situation, []);
      return small && large && thenSubmit(situation, [drag(small, large.label)]);
    },
  },
  {
    tasks: ['drag-circle', 'drag-single-shape'],
    instruction: /^Drag the (?:circle|item) (left|right|up|down) then press Submit\.$/,
    solve(situation, [, side = '']) {
      const [shape] = ofKind(situation, 'item');
      const to = point(situation, edges[side]);
      if (doneBefore(situation, 'drag').length > 0) return thenSubmit(situation, []);
      return shape && to !== undefined ? thenSubmit(situation, [drag(shape, to)]) : undefined;
    },
  },
  {
    tasks: ['drag-shapes-2'],
    instruction: /^Drag all (\w+) (?:shapes )?into the left box, and everything else into the right box\.$/,
    solve(situation, [, what = '']) {
      const [left, right] = [point(situation, [39, 82]), point(situation, [121, 82])];
      if (!left || !right) return undefined;
      const drags = ofKind(situation, 'item').map((shape) => {
        const word = shapeWords[what];
        return drag(shape, (word ? shape.name.endsWith(word) : isOfColour(shape, what)) ? left : right);
      });
      return thenSubmit(situation, drags.slice(doneBefore(situation, 'drag').length));
    },
  },
  {
    tasks: ['drag-items'],
    instruction: /^Drag (\S+) (?:to the (top|bottom)|(up|down) by one position|to the (\d)\w\w position)\.$/,
    solve(situation, [, name = '', end, step, position]) {
      const items = ofKind(situation, 'item');
      const from = items.findIndex((item) => item.name === name);
      const to = end ? (end === 'top' ? 0 : items.length - 1) : step ? from + (step === 'up' ? -1 : 1) : Number(position) - 1;
      return moved(situation, from, to, inList);
    },
  },
  {
    tasks: ['drag-items-grid'],
    instruction: /^Drag (\S+) (?:(up|down|left|right) by one|to the (.*))\.$/,
    solve(situation, [, name = '', step, place = '']) {
      const from = ofKind(situation, 'item').findIndex((item) => item.name === name);
      return moved(situation, from, step ? from + (steps[step] ?? 0) : places.indexOf(place), inGrid);
    },
  },
  {
    tasks: ['drag-sort-numbers'],
    instruction: /^Sort the numbers in increasing order/,
    solve(situation) {
      const numbers = ofKind(situation, 'item').map(({ name }) => Number(name));
      if (numbers.length < 2 || numbers.some(Number.isNaN)) return undefined;
      const sorted = numbers.toSorted((one, other) => one - other);
      const wrong = sorted.findIndex((number, index) => number !== numbers[index]);
      return wrong < 0 ? thenSubmit(situation, []) : moved(situation, numbers.indexOf(sorted[wrong] ?? 0, wrong), wrong, inList);
    },
  },
  {
    tasks: ['daily-calendar'],
    instruction: /^Create a (?:(\d+) mins|([\d.]+) hours?) event named "(.*)", between (\d+)(AM|PM) and \d+(?:AM|PM)\.$/,
    solve(situation, [, minutes, hours, name = '', hour, half = '']) {
      return calendarEvent(situation, {
        name,
        cells: minutes ? Number(minutes) / 30 : Number(hours) * 2,
        from: 2 * ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)),
      });
    },
  },
];

const shapeWords: Readonly<Record<string, string>> = { rectangles: 'rect', circles: 'circle', triangles: 'polygon' };
const steps: Readonly<Record<string, number>> = { up: -3, down: 3, left: -1, right: 1 };
const places = ['top', 'center', 'bottom'].flatMap((row) =>
  ['left', 'center', 'right'].map((column) => (row === column ? row : `${row} ${column}`)),
);

/** px of the page, at whose top left the task stands. */
type Place = readonly [x: number, y: number];
const edges: Readonly<Record<string, Place>> = { left: [5, 110], right: [154, 110], up: [80, 56], down: [80, 170] };

/** Of the screenshot. Undefined where its size is not known. */
function point({ size }: Situation, place: Place | undefined): string | undefined {
  return size && place && `${(place[0] / size.width).toFixed(4)},${(place[1] / size.height).toFixed(4)}`;
}

const inList = (index: number): Place => [77, 69 + 29 * index];
const inGrid = (index: number): Place => [27 + 46 * (index % 3), 77 + 46 * Math.floor(index / 3)];
/** px past the middle of the place that an item is moved to: jQuery UI gives it the place only then. */
const past = 8;

function moved(situation: Situation, from: number, to: number, placeOf: (index: number) => Place): readonly Act[] | undefined {
  const [item] = ofKind(situation, 'item').slice(Math.max(from, 0), from + 1);
  const [[fromX, fromY], [toX, toY]] = [placeOf(from), placeOf(to)];
  const end = point(situation, [toX + past * Math.sign(toX - fromX), toY + past * Math.sign(toY - fromY)]);
  return item && end !== undefined ? [drag(item, end)] : undefined;
}

interface CalendarEvent {
  readonly name: string;
  /** Half hours. */
  readonly cells: number;
  /** The first half hour of the window of four hours. */
  readonly from: number;
}

/** Where other events lie, the next place is tried. */
function calendarEvent(situation: Situation, { name, cells, from }: CalendarEvent): readonly Act[] | undefined {
  const field = ofKind(situation, 'box').find((box) => box.name === 'Event name');
  const create = button(situation, 'Create');
  if (field && create) return field.value === name ? [click(create)] : [type(field, name), click(create)];
  const halves = halfHours(situation);
  const starts = Array.from({ length: 9 - cells }, (_, index) => from + index).filter((start) =>
    halves.slice(start, start + cells + 1).every((half) => half !== undefined),
  );
  const last = situation.past.at(-1);
  // The first again: the event shrinks to one half hour.
  if (last?.name === 'drag' && last.done && cells === 1) return one(halves[starts[0] ?? from], moveTo);
  if (last?.name === 'move_pointer') return [{ name: 'release_pointer' }];
  const made = named(situation, ['item'], 'New event');
  if (made) return [click(made)];
  const start = starts[situation.past.filter((action) => action.name === 'drag').length % Math.max(starts.length, 1)] ?? -1;
  const [first, end] = [halves[start], halves[start + Math.max(cells - 1, 1)]];
  return first && end && [drag(first, end.label, { hold: cells === 1 })];
}

/** Each hour is a text, then a control for each half, unless something lies over it. */
function halfHours({ lines }: Situation): readonly (SeenControl | undefined)[] {
  const found = new Map<number, SeenControl[]>();
  let hour = -1;
  for (const line of lines) {
    const [, number, half] = line.type === 'texts' ? (/^(\d+)(am|pm)$/.exec(line.texts[0] ?? '') ?? []) : [];
    if (number !== undefined) hour = (Number(number) % 12) + (half === 'pm' ? 12 : 0);
    if (line.type === 'control' && line.kind === 'item' && line.name === '') found.set(hour, [...(found.get(hour) ?? []), line]);
  }
  return Array.from({ length: 48 }, (_, index) => {
    const halves = found.get(Math.floor(index / 2)) ?? [];
    return halves.length === 2 ? halves[index % 2] : undefined;
  });
}

function moveTo(control: SeenControl): Act {
  return { name: 'move_pointer', control, args: { at: '' } };
}
