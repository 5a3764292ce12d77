// What stands near a button with an unusual name.
import { free, held, type GuardContext, type Row } from './context.js';

const price = '<p>Swap fee $4.10</p>';

const toggle = (name: string) => `<div><div role="switch" tabindex="0" aria-checked="false">${name}</div></div>`;
const note = (buttons: string) => `<div><textarea aria-label="Note"></textarea>${buttons}</div>`;
const form = (buttons: string) => `<form><label>Note <textarea></textarea></label>${buttons}</form>`;
const own = [
  ['en', 'Notify me'],
  ['en', 'Text me'],
  ['de', 'Mir eine Kopie senden'],
  ['fr', 'Me prévenir'],
  ['pt', 'Me notificar'],
  ['nl', 'Stuur mij nieuws'],
  ['pl', 'Powiadom mnie'],
  ['ru', 'Уведомить меня'],
  ['uk', 'Сповістити мене'],
  ['tr', 'Bana bildir'],
  ['zh', '通知我'],
  ['ja', '自分に送信'],
  ['ko', '나에게 알리기'],
  ['ar', 'أرسل لي نسخة'],
  ['hi', 'मुझे सूचित करें'],
] as const;

export const told: readonly GuardContext[] = [
  ...held([
    ['en', '<div><p>By clicking Done you sign this agreement.</p><button>Done</button></div>', 'button Done', 'a text names the button'],
    ['en', '<div><p>Press Onwards and the post is visible to everyone.</p><button>Onwards</button></div>', 'button Onwards', 'so'],
    ['en', `<form>${price}<button>Pull it</button></form>`, 'button Pull it', "a form's lone button beside an amount"],
    ['en', '<div><p>$18.40, Visa ending 4242</p><button>Request</button></div>', 'button Request', 'a card named beside a price'],
    ['en', '<div><button>Chum in $25</button><button>Share story later</button></div>', 'button Chum in $25', 'an amount in its name'],
    [
      'en',
      '<div><h2>SQL console</h2><input type="text" aria-label="Query" value="DELETE FROM customers;"/><button>Run</button></div>',
      'button Run',
      'a command in the editor',
    ],
    ['en', '<table><tr><td>Card 1</td><td><button>🗑️</button></td></tr></table>', 'button 🗑️', 'a picture of a bin'],
    ['en', `${toggle('Notify me and everyone')}`, 'switch Notify me and everyone', 'others as well'],
    ['en', `${toggle('Notify customers')}`, 'switch Notify customers', 'others'],
    ['en', '<div><button>Send me a message</button></div>', 'button Send me a message', 'the one who is written to says me'],
    ['de', '<div><button>Kunden benachrichtigen</button></div>', 'button Kunden benachrichtigen', 'andere'],
    ['zh', '<div><button>我要发布</button></div>', 'button 我要发布', '自己发布'],
    ['en', note('<button>Bold</button><button>Send to customer</button>'), 'textbox Note', 'Ctrl+Enter sends it', { keys: '^{ENTER}' }],
    ['en', form('<button>Post</button>'), 'textbox Note', 'Ctrl+Enter submits its form', { keys: 'Done.^{ENTER}' }],
    ['en', `<ul><li role="generic" tabindex="0">Draft</li></ul>`, 'generic Draft', 'the Delete key on a card', { keys: '{DELETE}' }],
    [
      'en',
      `<div><div role="button" tabindex="0">Draft</div></div>`,
      'button Draft',
      'so, on one that is a button',
      { keys: '{BACKSPACE}' },
    ],
    ['en', `<div><a href="#d">Draft</a></div>`, 'link Draft', 'so, on one that leads to what it is', { keys: '{DELETE}' }],
    ['ru', '<div role="dialog"><p>Удалить переписку? Вернуть её нельзя.</p><button>Да</button></div>', 'button Да', 'вопрос и ещё фраза'],
  ]),
  ...free([
    ...own.map(([language, name]): Row => [language, toggle(name), `switch ${name}`, 'tells the one who presses it']),
    ['en', '<div><button>Notify me when it is back</button></div>', 'button Notify me when it is back', 'so'],
    ['en', note('<button>Bold</button><button>Save</button>'), 'textbox Note', 'Ctrl+Enter saves at most', { keys: '^{ENTER}' }],
    ['en', form('<button>Save</button>'), 'textbox Note', 'so', { keys: 'Done.^{ENTER}' }],
    ['en', note('<button>Post</button>'), 'textbox Note', 'what is typed is mended', { keys: 'Donn{BACKSPACE}e' }],
    ['en', `<div><button>Filter</button></div>`, 'button Filter', 'a plain button', { keys: '{DELETE}' }],
    [
      'en',
      `<div><div role="button" tabindex="0">Editor</div></div>`,
      'button Editor',
      'takes back what was typed',
      { keys: 'ab{BACKSPACE}' },
    ],
    [
      'en',
      '<div><p>Press Onwards and the next page opens.</p><button>Onwards</button></div>',
      'button Onwards',
      'a text that tells no risk',
    ],
    ['en', `<form>${price}<button>Recalculate</button></form>`, 'button Recalculate', 'only computes'],
    ['en', `<form>${price}<button>Apply</button><button>Reset</button></form>`, 'button Apply', 'an amount says nothing of it'],
    [
      'en',
      '<div><h2>SQL console</h2><input type="text" aria-label="Query" value="SELECT 1;"/><button>Run</button></div>',
      'button Run',
      'a query that reads',
    ],
  ]),
];
