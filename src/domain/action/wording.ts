// How a person says an action: `Click “Place order”`, `Type “blue notebook” into “Search”`. What rows of the table of actions (actions.ts) say it with.
//
// said-1. Marks like “ and ” are ours alone, so that no text of a page reads as the end of what it is quoted in.
import { capital, numberOf, recordOf, textOf, textsOf, type Data } from '../checks/read-stored.js';

export interface Wording {
  /** Names of the arguments that it says. */
  readonly takes: readonly string[];
  /** `aim`: the target, in words; empty: it has none. */
  readonly say: (aim: string, args: Data) => string;
}

/** said-1 */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  return `“${text.replaceAll(/[“”]/g, '"')}”`;
}

const list = (texts: unknown): string => textsOf(texts).map(quoted).join(', ');

export function aimWords(target: unknown): string {
  const { role, name, row } = recordOf(target) ?? {};
  const aim = textOf(name) !== '' ? quoted(name) : textOf(role) === '' ? '' : `the ${textOf(role)}`;
  return textsOf(row).length === 0 ? aim : `${aim} of ${list(row)}`;
}

/** A label of the picture, a point of it, or a name. */
export function placeWords(place: unknown): string {
  const text = textOf(place);
  return /^\d+$/.test(text) ? `[${text}]` : text.includes(',') ? text : quoted(text);
}

export function plain(words: string): Wording {
  return { takes: [], say: () => words };
}

export function named(verb: string, argument: string): Wording {
  return { takes: [argument], say: (_, args) => `${verb} ${quoted(args[argument])}` };
}

export function pointed(verb: string): Wording {
  return { takes: ['at'], say: (aim, { at }) => `${verb} ${aim === '' && textOf(at) !== '' ? placeWords(at) : aim}` };
}

export const press: Wording = {
  takes: ['button', 'double', 'click_count', 'text', 'x', 'y'],
  say(aim, { button, double, click_count: count, text, x, y }) {
    const times = double === true || count === 2 ? 'double-' : count === 3 ? 'triple-' : '';
    const which = button === 'right' || button === 'middle' ? `${button}-` : '';
    const on = aim === '' && textOf(text) !== '' ? quoted(text) : aim;
    return `${capital(`${times}${which}click`)} ${joined(on, pointWords(x, y))}`;
  },
};

export const drag: Wording = {
  takes: ['from', 'to', 'via', 'hold'],
  say(aim, { from, to, via, hold }) {
    const through = textsOf(via).map(placeWords).join(', ');
    const begin = aim === '' && textOf(from) !== '' ? placeWords(from) : aim;
    return `Drag ${begin} to ${placeWords(to)}${through === '' ? '' : ` through ${through}`}${hold === true ? ', and hold it' : ''}`;
  },
};

export const write: Wording = {
  takes: ['text', 'clear_current_text'],
  say: (aim, { text, clear_current_text: clear }) =>
    `Type ${quoted(text)}${aim === '' ? '' : ` into ${aim}`}${clear === true ? ', replacing what is there' : ''}`,
};

export const pressKeys: Wording = {
  takes: ['keys', 'key', 'modifiers'],
  say: (aim, { keys, key, modifiers }) =>
    `Press ${quoted(keys ?? [...textsOf(modifiers), textOf(key)].join('+'))}${aim === '' ? '' : ` in ${aim}`}`,
};

export const scroll: Wording = {
  takes: ['wheel_dist', 'sideways', 'at', 'delta_y', 'delta_x', 'x', 'y'],
  say(aim, { wheel_dist: up, sideways, at, delta_y: down, delta_x: right, x, y }) {
    const where = aim !== '' ? aim : textOf(at) !== '' ? `at ${placeWords(at)}` : pointWords(x, y);
    const moves = [
      ...moved(numberOf(up), 'up', 'down', ''),
      ...moved(numberOf(sideways), 'right', 'left', ''),
      ...moved(numberOf(down), 'down', 'up', ' px'),
      ...moved(numberOf(right), 'right', 'left', ' px'),
    ];
    return joined('Scroll', where, moves.join(', '));
  },
};

export const choose: Wording = { takes: ['values'], say: (aim, { values }) => `Choose ${list(values)} in ${aim}` };
export const goTo: Wording = { takes: ['url'], say: (_, { url }) => `Go to ${textOf(url)}` };

function moved(by: number, one: string, other: string, unit: string): readonly string[] {
  return by === 0 ? [] : [`${by > 0 ? one : other} by ${Math.abs(by)}${unit}`];
}

function pointWords(x: unknown, y: unknown): string {
  return x === undefined || y === undefined ? '' : `at ${String(x)}, ${String(y)}`;
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
