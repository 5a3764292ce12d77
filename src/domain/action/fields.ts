// What is done in a control or to what has the focus, and what shows more of it: rows of the table of actions (actions.ts).
import { device, placeOr } from './call-references.js';
import { keysOf } from '../computer/key-names.js';
import { placeOf } from '../computer/picture-places.js';
import { escapeKeys, mostKeys, toldKeyNames, keysByName } from '../ui/keys.js';
import { mask } from '../ui/mask.js';
import { inPixels, isFinite, isKeys, isPoint, isSealed, pointOf, pointText } from '../take-over/person-action.js';
import { placeText } from './pointer.js';
import { called, type Table, type VerbWord } from './columns.js';
import { choose, pressKeys, scroll, write } from './wording.js';

const pixelsPerNotch = 100;
/** As often as a key is repeated. */
const mostTimes = 100;

const scrolled: VerbWord = { actions: () => [{ type: 'scroll', deltaX: 0, deltaY: 600 }] };

export const fieldActions = {
  'set-text': {
    effect: 'input',
    screen: 'judged',
    doing: ({ target, text }) => ({ does: 'write', at: target, text }),
    functions: {
      set_edit_text: called({
        args: { clear_current_text: 'flag', text: 'text' },
        description: 'Type into the control; clear_current_text=true replaces what is there.',
        words: write,
        aims: 'control',
        run: ({ text, clear_current_text: clear }, { target }) => device({ type: 'set-text', target: { control: target }, text, clear }),
      }),
    },
    tools: {
      type_text: {
        args: { text: 'text' },
        description: 'Types text into what has the focus: click a field first. A secret is written {{secret:NAME}}.',
        words: write,
      },
    },
    nodes: {
      TypeText: {
        args: ({ text }) => ({ text }),
        text: ({ text }) => `Type "${text}"`,
        from: ({ text }) => (text('text') === '' || text('text').length > mostKeys ? undefined : { type: 'TypeText', text: text('text') }),
        name: () => 'type',
      },
    },
    deeds: {
      SetText: {
        action: ({ text, clear }, at) => at && { type: 'set-text', target: at, text, clear },
        args: ({ text, clear }) => ({ text, clear_current_text: clear }),
        text: ({ text }, { on }) => `Type "${text}" into${on}`,
        words: (aim, { text, clear }) => write.say(aim, { text, clear_current_text: clear }),
        from: ({ text, clear }) => ({ type: 'SetText', text, clear }),
      },
    },
    verbs: {
      type: {
        words: { takes: [], say: (aim) => `Type into ${aim}` },
        actions({ control, text, isAlone }) {
          if (!control) return [];
          if (control.role === 'combobox') return [{ type: 'select-option', target: { control }, values: [text] }];
          const entered = { type: 'set-text', target: { control }, text, clear: true } as const;
          return isAlone ? [entered, { type: 'press-keys', target: { control }, keys: '{ENTER}' }] : [entered];
        },
      },
    },
  },
  'press-keys': {
    effect: 'input',
    screen: 'judged',
    doing: ({ target, keys }) => ({ does: 'keys', at: target, keys }),
    functions: {
      keyboard_input: called({
        args: { keys: 'line' },
        description: `Press keys in the control, or where the focus is: ${keysByName}.`,
        words: pressKeys,
        aims: 'control-or-screen',
        run: ({ keys }, { target }) => device({ type: 'press-keys', target: target && { control: target }, keys }),
      }),
    },
    tools: {
      press_key: {
        args: { key: 'text', modifiers: 'texts?' },
        description: `Presses a key: ${toldKeyNames}; modifiers: ctrl, alt, shift.`,
        words: pressKeys,
      },
    },
    nodes: {
      PressKey: {
        args: ({ key, modifiers }) => ({ key, modifiers }),
        text: ({ key, modifiers }) => `Press ${[...modifiers, key].join('+')}`,
        from: ({ text, texts }) => (text('key') === '' ? undefined : { type: 'PressKey', key: text('key'), modifiers: texts('modifiers') }),
        name: ({ key }) => `press ${key}`,
      },
    },
    deeds: {
      PressKeys: {
        action: ({ keys }, at) => ({ type: 'press-keys', target: at, keys }),
        args: ({ keys }) => ({ keys }),
        text: ({ keys }, { within }) => `Press ${keys}${within}`,
        words: (aim, { keys }) => pressKeys.say(aim, { keys }),
        from: ({ keys }) => ({ type: 'PressKeys', keys }),
      },
    },
    person: {
      keys: {
        form: '{"type": "keys", "keys": "{ENTER}"}',
        read: ({ keys }) => (isKeys(keys) ? { type: 'keys', keys } : undefined),
        action: ({ keys }) => ({ type: 'press-keys', keys }),
        text: ({ keys }) => `keys ${keys}`,
        words: ({ keys }) => `press ${keys}`,
      },
      text: {
        form: '{"type": "text", "sealed": "{{sealed:h1.…}}"}',
        read: ({ sealed }) => (isSealed(sealed) ? { type: 'text', sealed } : undefined),
        // The device process opens what is sealed.
        action: ({ sealed }) => ({ type: 'press-keys', keys: sealed }),
        text: () => `text ${mask}`,
        words: () => 'type a text (hidden)',
      },
    },
    items: {
      keys: {
        problem: ({ times = 1 }) =>
          Number.isInteger(times) && times >= 1 && times <= mostTimes
            ? undefined
            : `Keys are pressed 1 to ${mostTimes} times, not ${times}.`,
        call({ keys, times = 1 }) {
          const found = keysOf(keys);
          return 'keys' in found ? { name: 'keyboard_input', args: { keys: found.keys.repeat(times) } } : { refused: found.because };
        },
      },
      text: {
        problem({ text }) {
          if (text === '') return 'There is no text to type.';
          return text.length > mostKeys
            ? `A text of ${text.length} characters is too long to be typed at once: ${mostKeys} at most.`
            : undefined;
        },
        // item-3 of item-call.ts.
        call({ text }, { field }) {
          if (!/\{\{secret:[\w.-]+\}\}/.test(text)) return { name: 'keyboard_input', args: { keys: escapeKeys(text) } };
          if (field !== undefined) return { name: 'set_edit_text', args: { text, clear_current_text: false }, label: field };
          return { refused: 'A secret is typed into a field only: click the field right before it, in the same turn.' };
        },
      },
    },
  },
  scroll: {
    effect: 'input',
    screen: 'judged',
    moves: 'view',
    functions: {
      wheel_mouse_input: called({
        args: { wheel_dist: 'notches', sideways: 'notches?', at: 'place?' },
        description:
          'Turn the wheel over the control, a place or the page, by notches of 100 px: positive up, negative down; sideways positive right.',
        words: scroll,
        aims: 'control-or-place',
        run({ wheel_dist: up, sideways, at }, scene) {
          const found = placeOr('wheel_mouse_input', at, scene);
          if ('problem' in found) return found.problem;
          // `0 -` keeps a distance of 0 from becoming -0.
          return device({ type: 'scroll', target: found.target, deltaX: sideways * pixelsPerNotch, deltaY: 0 - up * pixelsPerNotch });
        },
      }),
    },
    tools: {
      scroll: {
        args: { delta_y: 'number', x: 'number?', y: 'number?' },
        description: 'Scrolls by delta_y px, down when positive, over the middle of the screen or over x, y.',
        words: scroll,
      },
    },
    nodes: {
      Scroll: {
        args: ({ delta_y, x, y }) => ({ delta_y, x, y }),
        text: ({ delta_y: down, x, y }) => `Scroll ${Math.abs(down)} px ${down < 0 ? 'up' : 'down'}${placeText({ x, y })}`,
        from({ number }) {
          const down = number('delta_y');
          return down === undefined ? undefined : { type: 'Scroll', delta_y: down };
        },
        name: () => 'scroll',
      },
    },
    deeds: {
      Scroll: {
        action: ({ delta_x: deltaX, delta_y: deltaY }, at) => ({ type: 'scroll', target: at, deltaX, deltaY }),
        args: ({ delta_y: down }) => ({ wheel_dist: -down / pixelsPerNotch }),
        text: ({ delta_y: down }, { within }) => `Scroll ${Math.abs(down)} px ${down < 0 ? 'up' : 'down'}${within}`,
        words: (aim, { delta_x, delta_y }) => scroll.say(aim, { delta_x, delta_y }),
        from: ({ deltaX, deltaY }) => ({ type: 'Scroll', delta_x: deltaX, delta_y: deltaY }),
      },
    },
    person: {
      wheel: {
        form: '{"type": "wheel", "at": {"x": 10, "y": 20}, "deltaY": 100}',
        read: ({ at, deltaX = 0, deltaY = 0 }) =>
          isPoint(at) && isFinite(deltaX) && isFinite(deltaY) ? { type: 'wheel', at: pointOf(at), deltaX, deltaY } : undefined,
        action: ({ at, deltaX = 0, deltaY = 0 }) => ({ type: 'scroll', target: inPixels(at), deltaX, deltaY }),
        text: ({ at, deltaX = 0, deltaY = 0 }) => `wheel at ${pointText(at)} by ${deltaX}, ${deltaY}`,
        words: ({ at, deltaX = 0, deltaY = 0 }) => `scroll at ${pointText(at)} by ${deltaX}, ${deltaY}`,
      },
    },
    items: {
      scroll: {
        problem: ({ by }) => (Number.isFinite(by.x) && Number.isFinite(by.y) ? undefined : 'scroll: how far is no number.'),
        call({ at, by, unit }, { picture, screen }) {
          const across = unit === 'notches' ? by.x : Math.round((by.x * screen.width) / picture.width) / pixelsPerNotch;
          const down = unit === 'notches' ? by.y : Math.round((by.y * screen.height) / picture.height) / pixelsPerNotch;
          return { name: 'wheel_mouse_input', args: { wheel_dist: 0 - down, sideways: across, at: placeOf(at, picture) } };
        },
      },
    },
    verbs: { scroll: scrolled, swipe: scrolled },
  },
  'select-option': {
    effect: 'input',
    screen: 'judged',
    doing: ({ target, values }) => ({ does: 'choose', at: target, values }),
    functions: {
      select_option: called({
        args: { values: 'texts' },
        description: 'Choose options by their texts.',
        words: choose,
        aims: 'control',
        run: ({ values }, { target }) => device({ type: 'select-option', target: { control: target }, values }),
      }),
    },
    deeds: {
      Select: {
        action: ({ values }, at) => at && { type: 'select-option', target: at, values },
        args: ({ values }) => ({ values }),
        text: ({ values }, { within }) => `Choose ${values.map((value) => `"${value}"`).join(', ')}${within}`,
        words: choose.say,
        from: ({ values }) => ({ type: 'Select', values: [...values] }),
      },
    },
  },
  'read-text': {
    effect: 'read',
    screen: 'seen',
    moves: 'view',
    functions: {
      texts: called({
        args: {},
        description: 'Read the full text of the control or page.',
        words: { takes: [], say: (aim) => `Read ${aim === '' ? 'the page' : aim}` },
        aims: 'control-or-screen',
        run: (_, { target }) => device({ type: 'read-text', target: target && { control: target } }),
      }),
    },
  },
} as const satisfies Partial<Table>;
