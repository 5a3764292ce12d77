import { describe, expect, test } from '@jest/globals';
import { amountIn } from '../../../src/domain/guard/numbers.js';
import { defaultGuardRules, guardAction, type Guard } from '../../../src/domain/guard/guard.js';
import { createJudgement, toolActivation, type JudgedScreen } from '../../../src/domain/guard/judge.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { judgedBy } from '../../../src/domain/action/actions.js';
import type { DeviceAction } from '../../../src/domain/ui/ui-action.js';
import { recordedTexts } from '../../../src/rerun/recorded.js';
import { appDecision } from '../../../src/activities/agent/build-question.js';
import { fragmentControls } from '../../support/fragment-controls.js';
import { lexicon } from '../../support/lexicon.js';
import { processorMs } from '../../support/processor-time.js';
import * as c from '../agent/cases.js';

const guard: Guard = { origins: [], apps: [], rules: defaultGuardRules, off: false };
const judge = (html: string, deed: (find: (name: string) => Control) => DeviceAction, more: Partial<JudgedScreen> = {}) => {
  const controls = fragmentControls(html);
  const find = (name: string): Control => {
    const found = controls.find((control) => control.interactive && control.name === name);
    if (!found) throw new Error(`no ${name}`);
    return found;
  };
  return createJudgement({ controls, ...more }, lexicon)(deed(find));
};
const click = (control: Control): DeviceAction => ({ type: 'click', target: { control }, button: 'left', clickCount: 1 });
const point = (x: number, y: number) => ({ point: { x, y }, unit: 'px' }) as const;
const row = `<main><button>Open</button><button>Delete</button></main>`;

describe('what is activated', () => {
  test('LK10: text or an option put on a button is refused, even where rules are off', () => {
    const activation = judge(row, (find) => ({ type: 'set-text', target: { control: find('Delete') }, text: 'x', clear: false }));
    const action = { ...c.click('Delete'), function: 'set_edit_text', activation };
    expect(guardAction({ ...guard, off: true }, action)).toMatchObject({ verdict: 'refuse', code: 'not-a-field' });
    expect(guardAction(guard, action)).toMatchObject({ verdict: 'refuse', code: 'not-a-field' });
  });

  test('LK10, HE26: a file for a button that asks for one is judged as for a file input; a press of it as ever', () => {
    const asking = (find: (name: string) => Control): Control => ({ ...find('Delete'), states: ['asks for a file'] });
    const controls = fragmentControls(row).map((control) =>
      control.name === 'Delete' ? { ...control, states: ['asks for a file'] } : control,
    );
    const given = judge(row, (find) => ({ type: 'set-text', target: { control: asking(find) }, text: 'a.png', clear: false }), {
      controls,
    });
    expect(given).toEqual({ version: 1, presses: [{ role: 'file', name: 'Delete' }], risks: [] });
    expect(judge(row, (find) => click(asking(find)), { controls }).risks).toEqual([{ kind: 'deletes', why: '' }]);
  });

  test('HE40, HE26: what sends a form with a file behind a button is judged as with a file input', () => {
    const form = `<form><button>Choose</button><button>Submit</button></form>`;
    const judged = (more: Partial<Control>) => {
      const controls = fragmentControls(form).map((control) => (control.name === 'Choose' ? { ...control, ...more } : control));
      return judge(form, (find) => click(find('Submit')), { controls }).risks;
    };
    expect(judged({})).toEqual([]);
    expect(judged({ states: ['asks for a file'] })).toMatchObject([{ kind: 'sends' }]);
    expect(judged({ states: ['file chosen'], value: 'a.png' })).toEqual([{ kind: 'sends', why: '"Submit" stands with the file "a.png"' }]);
  });

  test('LK10: a click at a point is judged by every control there, a fraction by the size of the screenshot', () => {
    const at = (x: number, y: number, unit: 'px' | 'fraction'): DeviceAction => ({
      type: 'click',
      target: { point: { x, y }, unit },
      button: 'left',
      clickCount: 1,
    });
    expect(judge(row, () => at(20, 40, 'px')).risks).toEqual([{ kind: 'deletes', why: '' }]);
    expect(judge(row, () => at(0.2, 0.4, 'fraction'), { size: { width: 100, height: 100 } }).risks).toHaveLength(1);
    expect(judge(row, () => at(20, 10, 'px')).risks).toEqual([]);
    expect(judge(row, () => at(900, 900, 'px'))).toEqual({ version: 1, presses: [], risks: [] });
  });

  test('LK10: a text that is clicked counts where nothing interactive lies there', () => {
    expect(
      judge(`<main><p>Delete</p></main>`, () => ({ type: 'click', target: point(20, 10), button: 'left', clickCount: 1 })).risks,
    ).toHaveLength(1);
  });

  test('LK10: a slider that is dragged to its end pays', () => {
    const html = `<main><div role='slider' tabindex='0' aria-label='Slide to pay'></div></main>`;
    expect(judge(html, () => ({ type: 'drag', from: point(5, 10), to: point(190, 10), button: 'left' })).risks[0]?.kind).toBe('pays');
  });

  test('LK10: what is moved about in a list is named after its content', () => {
    const list = '<ul><li><a href="#rent">Pay rent</a></li><li><a href="#plants">Water plants</a></li></ul>';
    const action = (find: (name: string) => Control): DeviceAction => ({
      type: 'drag',
      from: { control: find('Pay rent') },
      to: { control: find('Water plants') },
      button: 'left',
    });
    expect(judge(list, action).risks).toEqual([]);
  });

  describe('HE10: a drag', () => {
    const html = `<main><ul><li><button>Card</button></li></ul><section><button>Delete</button></section><button></button></main>`;
    const named = (find: (name: string) => Control, from: string, to: string, more: object = {}): DeviceAction => ({
      type: 'drag',
      from: { control: find(from) },
      to: { control: find(to) },
      button: 'left',
      ...more,
    });
    const middle = ({ bounds: { x, y, width, height } }: Control) => point(x + width / 2, y + height / 2);
    const kindsOf = (deed: (find: (name: string) => Control) => DeviceAction) => judge(html, deed).risks.map(({ kind }) => kind);

    test('is judged by what it ends on, control or point', () => {
      expect(kindsOf((find) => named(find, 'Card', 'Delete'))).toEqual(['deletes']);
      expect(kindsOf((find) => ({ type: 'drag', from: { control: find('Card') }, to: middle(find('Delete')), button: 'left' }))).toEqual([
        'deletes',
      ]);
      expect(kindsOf((find) => ({ type: 'drag', from: point(900, 900), to: { control: find('Delete') }, button: 'left' }))).toEqual([
        'deletes',
      ]);
      expect(kindsOf((find) => ({ type: 'drag', from: { control: find('Card') }, to: point(900, 900), button: 'left' }))).toEqual([]);
    });

    test('to a control that is no longer listed is judged by what that was', () => {
      const gone = { ...(fragmentControls(html)[0] as Control), name: 'Trash', path: 'elsewhere' };
      expect(kindsOf((find) => ({ type: 'drag', from: { control: find('Card') }, to: { control: gone }, button: 'left' }))).toEqual([
        'deletes',
      ]);
    });

    test('tells what it takes and what it drops on, so that both ends are bound to it', () => {
      const action = { type: 'drag', from: point(20, 10), to: point(20, 40), button: 'left' } as const;
      const { presses } = judge(row, () => action);
      expect(presses).toEqual([
        { role: 'button', name: 'Open' },
        { role: 'button', name: 'Delete' },
      ]);
      expect(judgedBy(action, presses)).toEqual({
        ...action,
        from: { ...action.from, over: presses },
        to: { ...action.to, over: presses },
      });
    });

    test('to where it begins is a click', () => {
      expect(judge(row, (find) => named(find, 'Delete', 'Delete')).risks).toMatchObject([{ kind: 'deletes' }]);
    });

    test('that stays pressed drops on nothing yet, and is a click of what it presses at most', () => {
      expect(kindsOf((find) => named(find, 'Card', 'Delete', { hold: true }))).toEqual([]);
      expect(kindsOf((find) => named(find, 'Delete', 'Card', { hold: true }))).toEqual(['deletes']);
      expect(kindsOf((find) => named(find, '', 'Card', { hold: true }))).toEqual([]);
      const hold = { type: 'drag', from: point(20, 10), to: point(20, 40), button: 'left', hold: true } as const;
      expect(judgedBy(hold, [])).toEqual({ ...hold, from: { ...hold.from, over: [] } });
    });

    test('what is held is judged by what it is let go on', () => {
      const letGo = (on: string, from = 'Card') =>
        kindsOf((find) => ({ type: 'release', target: middle(find(on)), pressed: middle(find(from)) }));
      expect(letGo('Delete')).toEqual(['deletes']);
      expect(letGo('Card')).toEqual([]);
      const release = { type: 'release', target: point(20, 40), pressed: point(20, 10) } as const;
      expect(judgedBy(release, [{ role: 'button', name: 'Delete' }])).toMatchObject({ target: { over: [{ name: 'Delete' }] } });
    });

    test('moves, the wheel and hovering set nothing going, whatever is below', () => {
      for (const type of ['hover', 'move'] as const) {
        const activation = judge(row, (find) => ({ type, target: { control: find('Delete') } }));
        expect(guardAction(guard, { ...c.click('Delete'), function: type, activation })).toEqual({ verdict: 'allow' });
      }
      const turned = judge(row, (find) => ({ type: 'scroll', target: { control: find('Delete') }, deltaX: 0, deltaY: 100 }));
      expect(guardAction(guard, { ...c.click('Delete'), function: 'wheel_mouse_input', activation: turned })).toEqual({ verdict: 'allow' });
    });
  });

  test('LK10: what is typed without a field counts where a terminal is in front', () => {
    const typed: DeviceAction = { type: 'press-keys', keys: 'rm -rf ~{ENTER}' };
    expect(judge('<main><p>$</p></main>', () => typed, { about: ['Terminal'] }).risks).toMatchObject([{ kind: 'runs' }]);
    expect(judge('<main><p>x</p></main>', () => typed, { about: ['Notes'] }).risks).toEqual([]);
  });

  test('LK10: keys that do not parse press nothing', () => {
    expect(judge(row, (find) => ({ type: 'press-keys', target: { control: find('Delete') }, keys: '{NOKEY}{ENTER}' })).risks).toEqual([]);
  });

  test('LK10: a control that is no longer listed is judged by what it was', () => {
    const gone: Control = { ...(fragmentControls(row)[1] as Control), path: 'elsewhere' };
    expect(judge('<main><p>x</p></main>', () => click(gone)).risks).toEqual([{ kind: 'deletes', why: '' }]);
  });

  test('LK13: a button without a name is held in doubt, the cross of a dialog and a picker beside its field are not', () => {
    const nameless = (html: string) => judge(html, (find) => click(find(''))).risks.map(({ kind }) => kind);
    expect(nameless(`<ul><li><p>a.txt</p><button></button></li></ul>`)).toEqual(['unclear']);
    expect(nameless(`<ul><li><p>a.txt</p><button id='trash-icon'></button></li></ul>`)).toEqual(['deletes']);
    expect(nameless(`<div role='dialog' aria-label='Hint'><button></button><p>Text</p></div>`)).toEqual([]);
    expect(nameless(`<form><p><label>Day <input type='date'/></label><button></button></p></form>`)).toEqual([]);
    expect(nameless(`<article><a href='/x'></a><p>Text</p></article>`)).toEqual([]);
  });

  test('HE22: a guessed name may tell of a risk, and rules none out', () => {
    const guessed = (name: string) => {
      const controls = fragmentControls(`<ul><li><p>a.txt</p><button></button></li></ul>`).map((each) =>
        each.role === 'button' ? { ...each, name, guessed: true as const } : each,
      );
      const target = controls.find(({ role }) => role === 'button') as Control;
      return createJudgement({ controls }, lexicon)(click(target)).risks.map(({ kind }) => kind);
    };
    expect(guessed('trash')).toEqual(['deletes']);
    expect(guessed('search')).toEqual(['unclear']);
  });

  test('LK10: an activation stays small, whatever the page says', () => {
    const html = `<main><label>A <select><option>x</option></select></label><button>${'Delete '.repeat(100_000)}</button></main>`;
    const activation = judge(html, (find) => click(find('Delete '.repeat(100_000).trim())));
    expect(JSON.stringify(activation).length).toBeLessThan(2_000);
    const values = Array.from({ length: 500 }, (_, index) => `Delete ${index}`);
    expect(JSON.stringify(judge(html, (find) => ({ type: 'select-option', target: { control: find('A') }, values }))).length).toBeLessThan(
      2_000,
    );
  });
});

describe('the guard with an activation', () => {
  const judged = (name: string, html = row) => ({ ...c.click(name), activation: judge(html, (find) => click(find(name))) });

  test('HE40: holds a kind of risk, and says what it saw', () => {
    expect(guardAction(guard, judged('Delete'))).toEqual({ verdict: 'confirm', reason: 'deletes something' });
    const html = `<form><label>Card number <input/></label><button>Submit</button></form>`;
    expect(guardAction(guard, judged('Submit', html))).toEqual({
      verdict: 'confirm',
      reason: 'pays or orders something: "Submit" stands beside the field "Card number"',
    });
  });

  test('HE40: Submit alone is not held', () => {
    const html = `<form><label>First <input type='number'/></label><button>Submit</button></form>`;
    expect(guardAction(guard, judged('Submit', html)).verdict).toBe('allow');
  });

  test('HE40: off silences the kinds too', () => {
    expect(guardAction({ ...guard, off: true }, judged('Delete')).verdict).toBe('allow');
  });

  test("LK10: a rule of one's own matches what would be pressed, by folded words", () => {
    const mine = { ...guard, rules: [{ reason: 'mine', words: ['Ship it'], except: ['never ship it'] }] };
    const html = `<form><label>Name <input/></label><button>SHIP\u200b ıt</button></form>`;
    const entered = judge(html, (find) => ({ type: 'press-keys', target: { control: find('Name') }, keys: '{ENTER}' }));
    expect(guardAction(mine, { ...c.click('Name', { role: 'textbox' }), function: 'keyboard_input', activation: entered })).toEqual({
      verdict: 'confirm',
      reason: 'mine',
    });
    expect(guardAction(mine, judged('Never ship it', `<main><button>Never ship it</button></main>`)).verdict).toBe('allow');
    const named = { ...guard, rules: [{ reason: 'mine', functions: ['click_input'], roles: ['button'] }] };
    expect(guardAction(named, judged('Open')).verdict).toBe('confirm');
    expect(guardAction(named, { ...judged('Open'), function: 'keyboard_input' }).verdict).toBe('allow');
  });

  test('LK14: a tool of a server is judged by its name and by what it is given', () => {
    const kinds = (name: string, args = {}) => toolActivation(name, args, lexicon).risks.map(({ kind }) => kind);
    expect(kinds('delete_file')).toEqual(['deletes']);
    expect(kinds('sendEmail')).toEqual(['sends']);
    expect(kinds('execute_command', { command: 'git push --force' })).toEqual(['runs']);
    expect(kinds('click', { text: 'Delete' })).toEqual(['deletes']);
    expect(kinds('list_files', { path: '/delete' })).toEqual([]);
  });

  test("LK10: an agent's decision carries it, judged by all controls, also those without a label", () => {
    const controls = fragmentControls(row).map((control, index) => (index === 0 ? { ...control, label: '1' } : control));
    const value = {
      Observation: '',
      Thought: '',
      Plan: [],
      Questions: [],
      Comment: '',
      Result: '',
      Status: 'CONTINUE',
      SaveScreenshot: { save: false, reason: '' },
      Function: 'keyboard_input',
      Args: { keys: '{TAB}{ENTER}' },
      ControlLabel: '1',
      ControlText: 'Open',
    };
    const reply = { value, ...c.decision('CONTINUE'), warnings: [], refs: c.decision('CONTINUE').refs } as never;
    const { actions } = appDecision(
      reply,
      controls,
      {},
      {
        observation: { application: { id: 'shop', name: 'Shop', running: true, current: true }, title: '' },
        lexicon,
        typed: recordedTexts,
      },
    );
    expect(actions[0]?.activation).toMatchObject({
      version: 1,
      presses: [{ role: 'button', name: 'Delete' }],
      risks: [{ kind: 'deletes', why: 'Enter presses it' }],
    });
  });
});

test.each([
  ['$599', true],
  ['1.234,50 €', true],
  ['EUR 45', true],
  ['2 500 ₽', true],
  ['3,980円', true],
  ['١٢٠ ر.س', true],
  ['₹1,499', true],
  ['R$ 20', true],
  ['100,00 zł', true],
  ['$0.00', false],
  ['0 €', false],
  ['12 items', false],
  ['Room 3', false],
  ['4 krona', false],
  ['version $', false],
])('HE40: %s is an amount of money: %s', (text, expected) => {
  expect(amountIn(text)).toBe(expected);
});

test('judging costs well under a millisecond a control, on a screen of 3,000', () => {
  const html = Array.from({ length: 800 }, (_, index) => {
    const id = index % 5 === 0 ? ` id='save-${'abcdefghij'[index % 10]}'` : '';
    return `<div><section><p>Row ${index}: $${index}</p><label>Name <input/></label><form><button${id}>Submit</button><a href='/x'>Order by date</a></form></section></div>`;
  }).join('');
  const controls = fragmentControls(html);
  expect(controls.length).toBeGreaterThanOrEqual(3_000);
  const pressed = controls.filter(({ interactive }, index) => interactive && index % 5 === 0);
  const ms = processorMs(() => {
    const judged = createJudgement({ controls }, lexicon);
    for (const control of pressed) {
      judged(click(control));
      judged({ type: 'press-keys', target: { control }, keys: '{TAB}{ENTER}' });
    }
  });
  expect(pressed.length).toBeGreaterThan(300);
  expect(ms / (pressed.length * 2)).toBeLessThan(1);
});
