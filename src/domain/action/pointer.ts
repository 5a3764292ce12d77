// What is done with the pointer: rows of the table of actions (actions.ts).
import { own } from '../collections.js';
import { textOf } from '../checks/read-stored.js';
import { atPlace, device, dragRun, pointTarget, releaseRun, withHeld } from './call-references.js';
import { targetText } from '../flow/one-line.js';
import { fractionOf, placeOf } from '../computer/picture-places.js';
import type { MouseButton } from '../ui/ui-action.js';
import { inPixels, isButton, isCount, isPoint, pointOf, pointText } from '../take-over/person-action.js';
import { called, type Table, type VerbWord } from './columns.js';
import { aimWords, drag, plain, pointed, press } from './wording.js';

/** Points: a way that is drawn takes seconds, in which nothing else is seen or stopped. */
const longestPath = 100;

const buttonOf: Readonly<Record<'Left' | 'Right' | 'Center', MouseButton>> = { Left: 'left', Right: 'right', Center: 'middle' };
const flowButtonOf: Readonly<Record<MouseButton, 'Left' | 'Right' | 'Center'>> = { left: 'Left', right: 'Right', middle: 'Center' };

/** What is no number of clicks is one. */
export function clickCountOf(count: number): 1 | 2 | 3 {
  return count === 2 || count === 3 ? count : 1;
}

/** ` (right, 2 times)` */
function clickedHow({ button, click_count: count }: { readonly button: string; readonly click_count: number }): string {
  const how = [...(button === 'Left' ? [] : [button.toLowerCase()]), ...(count === 1 ? [] : [`${count} times`])];
  return how.length === 0 ? '' : ` (${how.join(', ')})`;
}

/** ` at 10, 20` */
export function placeText({ x, y }: { readonly x?: number; readonly y?: number }): string {
  return x === undefined || y === undefined ? '' : ` at ${x}, ${y}`;
}

const pressed: VerbWord = {
  actions: ({ control }) => (control ? [{ type: 'click', target: { control }, button: 'left', clickCount: 1 }] : []),
};

export const pointerActions = {
  click: {
    effect: 'input',
    screen: 'judged',
    doing: ({ target }) => ({ does: 'press', at: target }),
    functions: {
      click_input: called({
        args: { button: 'button', double: 'flag' },
        description: 'Click the control.',
        words: press,
        aims: 'control',
        run: ({ button, double }, { target }) => device({ type: 'click', target: { control: target }, button, clickCount: double ? 2 : 1 }),
      }),
      click_on_coordinates: called({
        args: { x: 'fraction', y: 'fraction', button: 'same-button', double: 'flag' },
        description: 'Click a point; x, y are fractions 0..1 of the picture (of the screen where there is none) from its top left.',
        words: press,
        aims: 'point',
        run: ({ x, y, button, double }) => device({ type: 'click', target: pointTarget(x, y), button, clickCount: double ? 2 : 1 }),
      }),
    },
    tools: {
      click: {
        args: { text: 'text?', app_name: 'text?', x: 'number?', y: 'number?', button: 'button', click_count: 'count' },
        description: 'Clicks a text on the screen, or a point (x, y in px). button: left, right, middle; click_count: 1 to 3.',
        words: press,
      },
    },
    nodes: {
      Click: {
        args: ({ target, x, y, button, click_count }, { element, focusedApp }) =>
          target === undefined
            ? { x, y, button: buttonOf[button], click_count }
            : { text: element ?? target, app_name: focusedApp, button: buttonOf[button], click_count },
        inWindow: ({ target }) => target !== undefined,
        text: ({ target, x, y, ...how }) => `Click${target === undefined ? placeText({ x, y }) : ` "${target}"`}${clickedHow(how)}`,
        from({ text, number, target }) {
          const wanted = text('text') || target;
          const button = ({ right: 'Right', middle: 'Center' } as const)[text('button')] ?? 'Left';
          return wanted.trim() === '' ? undefined : { type: 'Click', target: wanted, button, click_count: number('click_count') ?? 1 };
        },
        name: ({ target = '' }) => `click ${target}`,
      },
    },
    deeds: {
      Click: {
        action: ({ button, click_count: count }, at) =>
          at && { type: 'click', target: at, button: buttonOf[button], clickCount: clickCountOf(count) },
        args: ({ button, click_count: count }) => ({ button: buttonOf[button], double: count === 2 }),
        text: (deed, { on }) => `Click${on}${clickedHow(deed)}`,
        words: (aim, { button, click_count }) => press.say(aim, { button: own(buttonOf, textOf(button)), click_count }),
        from: ({ button, clickCount }) => ({ type: 'Click', button: flowButtonOf[button], click_count: clickCount }),
      },
    },
    person: {
      click: {
        form: '{"type": "click", "at": {"x": 10, "y": 20}}',
        read: ({ at, button, count }) =>
          isPoint(at) && isButton(button) && isCount(count) ? { type: 'click', at: pointOf(at), button, count } : undefined,
        action: ({ at, button = 'left', count = 1 }) => ({ type: 'click', target: inPixels(at), button, clickCount: count }),
        text: ({ at, button = 'left', count = 1 }) =>
          `${count > 1 ? `${count} ` : ''}click${button === 'left' ? '' : ` ${button}`} at ${pointText(at)}`,
        words: ({ at, button = 'left', count = 1 }, on) => {
          const [, role, name] = /^(\S+) "(.*)"$/s.exec(on) ?? [];
          const aim = name === undefined ? `at ${pointText(at)}` : `“${name}” (${role})`;
          return `${['', 'double-', 'triple-'][count - 1]}${button === 'left' ? '' : `${button} `}click ${aim}`;
        },
      },
    },
    items: {
      click: {
        problem: ({ count }) =>
          count === 3 ? 'There is no triple click: double-click a word, or click into the text and press ctrl+a.' : undefined,
        call: ({ at, button, count }, { picture }) => ({
          name: 'click_on_coordinates',
          args: { ...fractionOf(at, picture), button, double: count === 2 },
        }),
      },
    },
    verbs: { tap: pressed, long_press: pressed },
  },
  hover: {
    effect: 'input',
    screen: 'judged',
    moves: 'view',
    functions: {
      hover: called({
        args: { at: 'place?' },
        description: 'Move the pointer over the control or a place: a label, or a point "x,y" as above.',
        words: pointed('Point at'),
        aims: 'control-or-place',
        run: ({ at }, scene) => atPlace('hover', at, scene, (target) => device({ type: 'hover', target })),
      }),
    },
    deeds: {
      Hover: {
        action: (_, at) => at && { type: 'hover', target: at },
        args: () => ({}),
        text: (_, { on }) => `Hover over${on}`,
        words: (aim) => `Point at ${aim}`,
        from: () => ({ type: 'Hover' }),
      },
    },
    items: { move: { call: ({ at }, { picture }) => ({ name: 'hover', args: { at: placeOf(at, picture) } }) } },
  },
  drag: {
    effect: 'input',
    screen: 'judged',
    doing: ({ from, to, hold }) => ({ does: 'drag', from, to, hold }),
    functions: {
      drag: called({
        // `from` comes first (wire-1 of functions.schema.ts).
        args: { from: 'place?', to: 'place', via: 'places?', hold: 'flag' },
        description:
          'Drag the control, or from a place, to a place, through via points. hold=true stays pressed, so that you see before you let go.',
        words: drag,
        aims: 'control-or-place',
        run: dragRun,
      }),
    },
    deeds: {
      Drag: {
        action: (_, at, to) => at && to && { type: 'drag', from: at, to, button: 'left' },
        args: ({ to }) => ({ to: to.name ?? to.role }),
        text: ({ to }, { on }) => `Drag${on} to ${targetText(to)}`,
        words: (aim, { to }) => `Drag ${aim} to ${aimWords(to)}`,
        // From or to a point, how far it goes is what counts: no control says that. `to` is filled in from the second target.
        from: ({ from, to, via, hold }) =>
          hold === true || via?.length || 'point' in from || 'point' in to ? undefined : { type: 'Drag', to: { role: 'generic' } },
      },
    },
    person: {
      drag: {
        form: '{"type": "drag", "from": {"x": 10, "y": 20}, "to": {"x": 30, "y": 40}}',
        read: ({ from, to, button }) =>
          isPoint(from) && isPoint(to) && isButton(button) ? { type: 'drag', from: pointOf(from), to: pointOf(to), button } : undefined,
        action: ({ from, to, button = 'left' }) => ({ type: 'drag', from: inPixels(from), to: inPixels(to), button }),
        text: ({ from, to }) => `drag from ${pointText(from)} to ${pointText(to)}`,
        words: ({ from, to }) => `drag from ${pointText(from)} to ${pointText(to)}`,
      },
    },
    items: {
      drag: {
        problem: ({ path }) => {
          if (path.length < 2) return 'A drag needs a path of two points or more.';
          return path.length > longestPath
            ? `A path of ${path.length} points is too long to be drawn at once: ${longestPath} at most.`
            : undefined;
        },
        call: ({ path }, { picture }) => {
          const [from = '', ...rest] = path.map((point) => placeOf(point, picture));
          return { name: 'drag', args: { from, to: rest.at(-1) ?? '', via: rest.slice(0, -1), hold: false } };
        },
      },
    },
  },
  move: {
    effect: 'input',
    screen: 'judged',
    functions: {
      move_pointer: called({
        args: { at: 'place?' },
        description: 'Move what is held.',
        words: pointed('Move what is held to'),
        aims: 'control-or-place',
        run: ({ at }, scene) =>
          withHeld('move_pointer', scene, () => atPlace('move_pointer', at, scene, (target) => device({ type: 'move', target }))),
      }),
    },
  },
  release: {
    effect: 'input',
    screen: 'judged',
    doing: ({ pressed: from, target: to }) => ({ does: 'drop', from, to }),
    functions: {
      release_pointer: called({
        args: {},
        description: 'Let go of it.',
        words: plain('Let go of what is held'),
        aims: 'nothing',
        run: (_, scene) => releaseRun(scene),
      }),
    },
  },
} as const satisfies Partial<Table>;
