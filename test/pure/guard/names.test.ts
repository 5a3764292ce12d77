import { describe, expect, test } from '@jest/globals';
import { createJudgement } from '../../../src/domain/guard/judge.js';
import { nameSays } from '../../../src/domain/guard/names.js';
import { unknownDeed } from '../../../src/domain/guard/unknown-verbs.js';
import { fragmentControls } from '../../support/fragment-controls.js';
import { lexicon } from '../../support/lexicon.js';

const risks = (name: string) => nameSays(name, 'command', lexicon).risks;

/** Of a click on the button of that name. */
function kinds(html: string, name: string): readonly string[] {
  const controls = fragmentControls(html);
  const control = controls.find((each) => each.interactive && each.name === name);
  if (!control) throw new Error(`no ${name}`);
  return createJudgement(
    { controls },
    lexicon,
  )({ type: 'click', target: { control }, button: 'left', clickCount: 1 }).risks.map(({ kind }) => kind);
}

describe('the tools of a list', () => {
  const item = (name: string): string => `<li><label>${name}</label><button>✖</button></li>`;
  const rows = `<ul>${item('Milk')}${item('Bread')}</ul>`;
  test.each([
    ['a cross in a row', '✖', `<main>${rows}</main>`, ['deletes']],
    [
      'a cross where rows are no items',
      '×',
      '<main><div><b>Milk</b><button>×</button></div><div><b>Oil</b><button>×</button></div></main>',
      ['deletes'],
    ],
    [
      'what empties it, with a count',
      'Clear completed (1)',
      `<main>${rows}<div><button>Clear completed (1)</button></div></main>`,
      ['deletes'],
    ],
    ['what empties it, however short', 'Leeren', `<main>${rows}<div><button>Leeren</button></div></main>`, ['deletes']],
    ['a cross on a notice', '×', '<main><div><b>Saved</b><button>×</button></div></main>', []],
    ['a key of a calculator', '×', '<table><tr><td><button>7</button></td><td><button>×</button></td></tr></table>', []],
    ['what clears a field', 'Clear', `<main>${rows}<div><input aria-label="Name" /><button>Clear</button></div></main>`, []],
    ['what clears filters', 'Clear filters', `<main>${rows}<div><button>Clear filters</button></div></main>`, []],
    ['what empties nothing', 'Clear', '<main><p>Text</p><div><button>Clear</button></div></main>', []],
  ])('E84: %s', (_, name, html, expected) => {
    expect(kinds(html, name)).toEqual(expected);
  });
});

describe('what a name says', () => {
  test.each([
    ['Cancel my appointment', 'deletes'],
    ['Termin widerrufen', 'deletes'],
    ['Arzttermin zurückziehen', 'deletes'],
    ['Annuler mon rendez-vous', 'deletes'],
    ['Zawieś mój kurs', 'deletes'],
    ['Odwołaj wizytę', 'deletes'],
    ['予約をキャンセルする', 'deletes'],
    ['예약을 취소', 'deletes'],
    ['Cancel', undefined],
    ['Appointment', undefined],
    ['Cancel the upload; appointment', undefined],
  ])('LK11: %s is a deed only where verb and thing stand together: %s', (name, kind) => {
    expect(risks(name)).toEqual(kind === undefined ? [] : expect.arrayContaining([kind]));
  });

  test.each([
    ['Don’t delete', false],
    ['Do not delete', false],
    ['Ne pas supprimer', false],
    ['No eliminar', false],
    ['Nicht löschen', false],
    ['Не удалять', false],
    ['不删除', false],
    ['削除しない', false],
    ['삭제하지 않음', false],
    ['No, eliminar', true],
    ['不,删除', true],
    ['Do not wait, delete', true],
    ['Don’t save', true],
  ])('LK11: %s is risky: %s; a negation turns the next word round, not one behind a comma', (name, expected) => {
    expect(risks(name).length > 0).toBe(expected);
  });

  test.each([
    ['Show 12 replies', false],
    ['Antworten anzeigen', false],
    ['查看更多回复', false],
    ['댓글 삭제 내역', false],
    ['Show and delete', true],
    ['Show & delete', true],
    ['Delete view', true],
    ['表示して削除', true],
  ])('LK11: %s is risky: %s; what only shows something does no more', (name, expected) => {
    expect(risks(name).length > 0).toBe(expected);
  });

  test.each([
    ['Order 881', false],
    ['Order 881 details', false],
    ['Sell 10 shares', true],
    ['Can I cancel my order?', false],
    ['Cancel my order?', true],
  ])('LK11: %s is risky: %s; a number alone names a thing, and a question explains', (name, expected) => {
    expect(risks(name).length > 0).toBe(expected);
  });

  test('LK11: the name of a file says nothing where files are listed', () => {
    expect(nameSays('delete_users.sql', 'list', lexicon).risks).toEqual([]);
    expect(nameSays('delete_users', 'list', lexicon).risks).toEqual(['deletes']);
    expect(nameSays('delete_users.sql', 'command', lexicon).risks).toEqual(['deletes']);
  });

  test.each([
    ['Bestellung verramschen', 'pays'],
    ['Bestellung ansehen', undefined],
    ['Embargar la cuenta', 'configures'],
    ['Ver la cuenta', undefined],
    ['Siparişi savuştur', 'pays'],
    ['Siparişi takip et', undefined],
    ['Account overview', undefined],
  ])('HE40: %s does something unknown to what matters: %s', (name, kind) => {
    expect(unknownDeed(name)).toBe(kind);
  });
});

describe('what stands near', () => {
  test('HE40: yes and no to what somebody asked for are held, an answer about cookies is not', () => {
    const asked = (text: string, buttons = '<button>Approve</button><button>Later</button>') => `<main><p>${text}</p>${buttons}</main>`;
    expect(kinds(asked('Leave request, 3 days'), 'Approve')).toEqual(['agrees']);
    expect(kinds(asked('Version 3 of the plan'), 'Approve')).toEqual([]);
    expect(kinds(asked('Version 3', '<button>Approve</button><button>Reject</button>'), 'Reject')).toEqual(['agrees']);
    expect(kinds(asked('We use cookies', '<button>Approve</button><button>Reject</button>'), 'Reject')).toEqual([]);
    expect(kinds('<ul><li>Tom Reed <button>Reject</button></li></ul>', 'Reject')).toEqual(['agrees']);
  });

  test('HE40: under the heading of what keeps a system safe, Add changes it; in a search it does not', () => {
    expect(kinds('<main><h1>Firewall</h1><button>Add rule</button></main>', 'Add rule')).toEqual(['configures']);
    expect(kinds('<main><h1>Recipes</h1><button>Add rule</button></main>', 'Add rule')).toEqual([]);
    expect(kinds('<main><h1>Firewall</h1><input type="search"/><button>Go</button></main>', 'Go')).toEqual([]);
    expect(kinds('<main><button>Add API key</button></main>', 'Add API key')).toEqual(['configures']);
  });

  test('HE40: one takes a place where a course is named', () => {
    expect(kinds('<main><h1>Yoga, 18:00</h1><button>Register</button></main>', 'Register')).toEqual(['pays']);
    expect(kinds('<main><h1>Welcome</h1><button>Register</button></main>', 'Register')).toEqual([]);
  });

  test("HE40: a form's lone button sends a message to somebody, whatever it is called", () => {
    const form = (buttons: string) => `<form><label>To <input/></label><label>Message <textarea></textarea></label>${buttons}</form>`;
    expect(kinds(form('<button>Whoosh</button>'), 'Whoosh')).toEqual(['sends']);
    expect(kinds(form('<button>Whoosh</button><button>Fizz</button>'), 'Fizz')).toEqual([]);
    expect(kinds(form('<button>Attach file</button>'), 'Attach file')).toEqual([]);
  });

  test('HE40: under the heading of a transfer, Continue moves the amount, even one that is not filled in', () => {
    const page = (heading: string) => `<main><h1>${heading}</h1><label>Amount <input/></label><button>Continue</button></main>`;
    expect(kinds(page('Withdraw BTC'), 'Continue')).toEqual(['pays']);
    expect(kinds(page('Recipe'), 'Continue')).toEqual([]);
  });
});
