// An action as a person says it: `Click “Place order”`, `Type “blue notebook” into “Search”`. Whoever speaks of it: an agent's function, a flow's tool, an
// explorer's verb, a tool of somebody else's server.
//
// said-1. Nothing of what runs is left out, since an approval shows it: an argument that a wording does not take stands behind it, as it was given.
// said-2. Marks like “ and ” are ours alone, so that no text of a page reads as the end of what it is quoted in.
import { own } from '../collections.js';
import { capital, numberOf, recordOf, textOf, textsOf, type Data } from '../checks/recorded-data.js';

interface Wording {
  /** Names of the arguments that it says. */
  readonly takes: readonly string[];
  /** `aim`: the target, in words; empty: it has none. */
  readonly say: (aim: string, args: Data) => string;
}

export function actionWords(action: Data): string {
  const name = textOf(action['function']);
  const args = recordOf(action['args']) ?? {};
  const { takes, say } = own(wordings, name) ?? plain(name);
  const rest = Object.entries(args).filter(([argument, value]) => !takes.includes(argument) && !isUsual(argument, value));
  const words = say(aimWords(recordOf(action['target'])), args).trim();
  return rest.length === 0 ? words : `${words} ${JSON.stringify(Object.fromEntries(rest))}`;
}

/** One that ran, in the form of a decided one: what was approved earlier is decided in no step of its own. */
export function performedAction(run: Data): Data {
  const { target, text, clear, keys, values, url, name, button, clickCount } = recordOf(run['action']) ?? {};
  return {
    function: run['function'],
    target: recordOf(target)?.['control'],
    args: { text, clear_current_text: clear, keys, values, url, name, button, click_count: clickCount },
  };
}

/** Not worth saying: absent, or what is done where nothing else is said. */
function isUsual(argument: string, value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === false || (argument === 'button' && value === 'left');
}

function plain(name: string): Wording {
  return { takes: [], say: (aim) => `${capital(name.replaceAll('_', ' '))} ${aim}` };
}

/** Said-2. */
function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  return `“${text.replaceAll(/[“”]/g, '"')}”`;
}

const list = (texts: unknown): string => textsOf(texts).map(quoted).join(', ');

function aimWords(target: Data | undefined): string {
  if (!target) return '';
  const [role, name] = [textOf(target['role']), textOf(target['name'])];
  const row = textsOf(target['row']);
  const aim = name !== '' ? quoted(name) : role === '' ? '' : `the ${role}`;
  return row.length === 0 ? aim : `${aim} of ${list(row)}`;
}

/** A label of the picture, a point of it, or a name. */
function placeWords(place: unknown): string {
  const text = textOf(place);
  return /^\d+$/.test(text) ? `[${text}]` : text.includes(',') ? text : quoted(text);
}

const press: Wording = {
  takes: ['button', 'double', 'click_count', 'text', 'x', 'y'],
  say: (aim, { button, double, click_count: count, text, x, y }) => {
    const times = double === true || count === 2 ? 'double-' : count === 3 ? 'triple-' : '';
    const which = button === 'right' || button === 'middle' ? `${button}-` : '';
    const at = x === undefined || y === undefined ? '' : `at ${String(x)}, ${String(y)}`;
    const on = aim === '' && textOf(text) !== '' ? quoted(text) : aim;
    return `${capital(`${times}${which}click`)} ${[on, at].filter((part) => part !== '').join(' ')}`;
  },
};

const type: Wording = {
  takes: ['text', 'clear_current_text'],
  say: (aim, { text, clear_current_text: clear }) =>
    `Type ${quoted(text)}${aim === '' ? '' : ` into ${aim}`}${clear === true ? ', replacing what is there' : ''}`,
};

const keys: Wording = {
  takes: ['keys', 'key', 'modifiers'],
  say: (aim, { keys: pressed, key, modifiers }) =>
    `Press ${quoted(pressed ?? [...textsOf(modifiers), textOf(key)].join('+'))}${aim === '' ? '' : ` in ${aim}`}`,
};

const scroll: Wording = {
  takes: ['wheel_dist', 'sideways', 'at', 'delta_y', 'delta_x', 'x', 'y'],
  say: (aim, { wheel_dist: up, sideways, at, delta_y: down, delta_x: right, x, y }) => {
    const point = x === undefined || y === undefined ? '' : `at ${String(x)}, ${String(y)}`;
    const where = aim !== '' ? aim : textOf(at) !== '' ? `at ${placeWords(at)}` : point;
    const moves = [
      ...moved(numberOf(up), 'up', 'down', ''),
      ...moved(numberOf(sideways), 'right', 'left', ''),
      ...moved(numberOf(down), 'down', 'up', ' px'),
      ...moved(numberOf(right), 'right', 'left', ' px'),
    ];
    return ['Scroll', where, moves.join(', ')].filter((part) => part !== '').join(' ');
  },
};

function moved(by: number, one: string, other: string, unit: string): readonly string[] {
  return by === 0 ? [] : [`${by > 0 ? one : other} by ${Math.abs(by)}${unit}`];
}

const drag: Wording = {
  takes: ['from', 'to', 'via', 'hold'],
  say: (aim, { from, to, via, hold }) => {
    const through = textsOf(via).map(placeWords).join(', ');
    const begin = aim === '' && textOf(from) !== '' ? placeWords(from) : aim;
    return `Drag ${begin} to ${placeWords(to)}${through === '' ? '' : ` through ${through}`}${hold === true ? ', and hold it' : ''}`;
  },
};

function pointed(verb: string): Wording {
  return { takes: ['at'], say: (aim, { at }) => `${verb} ${aim === '' && textOf(at) !== '' ? placeWords(at) : aim}` };
}

function named(verb: string, argument: string): Wording {
  return { takes: [argument], say: (_, args) => `${verb} ${quoted(args[argument])}` };
}

const choose: Wording = { takes: ['values'], say: (aim, { values }) => `Choose ${list(values)} in ${aim}` };
const goTo: Wording = { takes: ['url'], say: (_, { url }) => `Go to ${textOf(url)}` };

/** By the names that are asked for, approved and recorded. */
const wordings: Readonly<Record<string, Wording>> = {
  // Agents.
  click_input: press,
  click_on_coordinates: press,
  hover: pointed('Point at'),
  drag,
  move_pointer: pointed('Move what is held to'),
  release_pointer: { takes: [], say: () => 'Let go of what is held' },
  set_edit_text: type,
  keyboard_input: keys,
  wheel_mouse_input: scroll,
  select_option: choose,
  texts: { takes: [], say: (aim) => `Read ${aim === '' ? 'the page' : aim}` },
  wait: { takes: ['seconds'], say: (_, { seconds }) => `Wait${seconds === undefined ? '' : ` ${String(seconds)} s`}` },
  summary: named('Keep', 'text'),
  annotation: {
    takes: ['control_labels'],
    say: (_, { control_labels: labels }) => `Look closer at ${textsOf(labels).map(placeWords).join(', ')}`,
  },
  navigate: goTo,
  go_back: { takes: [], say: () => 'Go back' },
  select_application: named('Bring to the front', 'id'),
  launch_application: named('Start', 'name'),
  // Tools of flows.
  click: press,
  type_text: type,
  press_key: keys,
  scroll,
  focus_window: {
    takes: ['app_name'],
    say: (_, { app_name: app }) => `Bring ${app === undefined ? 'a window' : quoted(app)} to the front`,
  },
  launch_app: named('Start', 'app_name'),
  find_text: named('Find', 'text'),
  'flow:act': { takes: ['deed', 'target'], say: (_, { deed, target }) => deedWords(recordOf(deed) ?? {}, target) },
  'flow:read': { takes: ['target'], say: (_, { target }) => `Read ${aimWords(recordOf(target))}` },
  'flow:expect': { takes: [], say: () => 'Look whether the expected screen is there' },
  // Explorers.
  type: { takes: [], say: (aim) => `Type into ${aim}` },
  back: { takes: [], say: () => 'Go back' },
};

/** What an `Act` of a flow does, said as the agents' function that does the same. */
function deedWords(deed: Data, target: unknown): string {
  const as = (name: string, args: Data): string => actionWords({ function: name, args, target });
  switch (deed['type']) {
    case 'Click':
      return as('click_input', {
        button: textOf(deed['button']).toLowerCase().replace('center', 'middle'),
        click_count: deed['click_count'],
      });
    case 'Hover':
      return as('hover', {});
    case 'SetText':
      return as('set_edit_text', { text: deed['text'], clear_current_text: deed['clear'] });
    case 'PressKeys':
      return as('keyboard_input', { keys: deed['keys'] });
    case 'Select':
      return as('select_option', { values: deed['values'] });
    case 'Scroll':
      return as('scroll', { delta_x: deed['delta_x'], delta_y: deed['delta_y'] });
    case 'Drag':
      return `Drag ${aimWords(recordOf(target))} to ${aimWords(recordOf(deed['to']))}`;
    case 'Navigate':
      return as('navigate', { url: deed['url'] });
    case 'GoBack':
      return as('go_back', {});
    case 'LaunchApp':
      return as('launch_application', { name: deed['app_name'] });
    default:
      return as(textOf(deed['type']), {});
  }
}
