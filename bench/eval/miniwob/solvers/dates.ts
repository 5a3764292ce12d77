// Tasks of jQuery UI's date picker, alone and as a part of booking a flight.
import type { Act, Solver } from '../../oracle/oracle.js';
import type { Situation } from '../../oracle/prompt.js';
import type { SeenControl } from '../../oracle/screen.js';
import { minutesIn } from './choosing.js';
import { button, click, named, ofKind, one, thenSubmit, type } from './kit.js';

const months = 'January February March April May June July August September October November December'.split(' ');

export const dates: readonly Solver[] = [
  {
    tasks: ['choose-date', 'choose-date-easy', 'choose-date-medium', 'choose-date-nodelay'],
    instruction: /^Select (\d\d\/\d\d\/\d{4}) as the date and hit submit\.$/,
    solve(situation, [, date = '']) {
      const [field] = ofKind(situation, 'box');
      if (field?.value === date) return thenSubmit(situation, []);
      return towards(situation, date) ?? one(field);
    },
  },
  {
    tasks: ['book-flight', 'book-flight-nodelay'],
    instruction: /^Book the (cheapest|shortest) one-way flight from: (.*) to: (.*) on (\d\d\/\d\d\/\d{4})\.$/,
    solve: (situation, [, wish = '', from = '', to = '', date = '']) => flight(situation, { wish, from, to, date }),
  },
];

/** The next press in an open date picker. */
function towards(situation: Situation, date: string): readonly Act[] | undefined {
  const shown = shownMonth(situation);
  if (shown === undefined) return undefined;
  const [month, day, year] = date.split('/').map(Number);
  const distance = (year ?? 0) * 12 + (month ?? 0) - 1 - shown;
  if (distance === 0) return one(named(situation, ['a', 'item', 'cell', 'btn'], String(day)));
  return one(ofKind(situation, 'a', 'item', 'btn').find(({ name }) => name.startsWith(distance > 0 ? 'Next' : 'Prev')));
}

/** Months since the year 0. The month and its year may be texts beside each other. */
function shownMonth({ lines }: Situation): number | undefined {
  const text = lines.flatMap((line) => (line.type === 'texts' ? line.texts : line.type === 'control' ? [] : [line.text])).join(' ');
  const [, name = '', year] = new RegExp(`(${months.join('|')})\\s+(\\d{4})`).exec(text) ?? [];
  return year === undefined ? undefined : Number(year) * 12 + months.indexOf(name);
}

interface Flight {
  readonly wish: string;
  readonly from: string;
  readonly to: string;
  readonly date: string;
}

function flight(situation: Situation, { wish, from, to, date }: Flight): readonly Act[] | undefined {
  const offers = offersOf(situation);
  if (offers.length > 0) {
    const key = wish === 'shortest' ? 'minutes' : 'price';
    return one(offers.toSorted((a, b) => a[key] - b[key])[0]?.control);
  }
  const picked = towards(situation, date);
  if (picked) return picked;
  const boxes = ofKind(situation, 'box', 'combo');
  const [fromBox, toBox] = ['From', 'To'].map((name) => boxes.find((control) => control.name.startsWith(name)));
  const dateBox = boxes.find((control) => control !== fromBox && control !== toBox);
  return (
    place(situation, fromBox, from) ??
    place(situation, toBox, to) ??
    (dateBox?.value === date ? one(button(situation, 'Search')) : one(dateBox))
  );
}

/** Typed, then chosen from what is suggested; undefined when it is there. */
function place(situation: Situation, field: SeenControl | undefined, name: string): readonly Act[] | undefined {
  if (!field) return undefined;
  if (field.value.includes(name) && field.value.includes('(')) return undefined;
  const suggested = ofKind(situation, 'mi', 'opt', 'item', 'a').find((control) => control.name.includes(name));
  return suggested ? [click(suggested)] : [type(field, name)];
}

/** Each flight is told by texts, its duration last, then a button with its price. */
function offersOf({ lines }: Situation) {
  const offers: { readonly control: SeenControl; readonly price: number; readonly minutes: number }[] = [];
  let minutes = 0;
  for (const line of lines) {
    if (line.type === 'texts') minutes = minutesIn(line.texts.join(' ')) ?? minutes;
    const [, price] = line.type === 'control' ? (/^Book flight for \$(\d+)$/.exec(line.name) ?? []) : [];
    if (line.type === 'control' && price !== undefined) offers.push({ control: line, price: Number(price), minutes });
  }
  return offers;
}
