import { windowHit, type Barriers, type Found, type Meant } from '../../../src/adapters/desktop/window-hit.js';
import { cookieFile, cookieFor } from '../../../src/adapters/desktop/x-server.js';

const main = 1;
const second = 2;
const dialog = 3;
const popup = 4;
const stranger = 9;
const windows = new Map([
  [main, 'Main'],
  [second, 'Second'],
  [dialog, 'Sure?'],
]);
const found = (id: number, more: Partial<Found> = {}): Found => ({
  id,
  pid: id === stranger ? 99 : 7,
  title: windows.get(id) ?? 'Stranger',
  isPopup: id === popup,
  isKin: id !== stranger,
  openedFrom: [],
  ...more,
});
const meant = (more: Partial<Meant> = {}): Meant => ({ windows, pid: 7, own: main, mayBeMenu: false, ...more });
const asked = { id: dialog, openedFrom: [main] };
const another = { id: second, openedFrom: [dialog, main] };
const free: Barriers = { modal: [], menus: [] };

test.each<[string, Found | undefined, Meant, Barriers, string]>([
  ['its window', found(main), meant(), free, 'hit'],
  ['the bare desktop', undefined, meant(), free, 'background'],
  ['a window of another application', found(stranger), meant(), free, 'the window "Stranger"'],
  ['one without a title', found(stranger, { title: '' }), meant(), free, 'a window without a title'],
  ['a pop-up of another application', found(stranger, { isPopup: true }), meant(), free, 'the pop-up "Stranger"'],
  ['another window of its application', found(second), meant(), free, 'the window "Second"'],
  ['any window, where its own is not known', found(second), meant({ own: undefined }), free, 'hit'],
  ['a new window of its application', found(8), meant({ own: undefined }), free, 'hit'],
  ['a window of its process', found(8, { isKin: false }), meant({ own: undefined }), free, 'hit'],
  ['a pop-up over a button', found(popup, { title: '' }), meant(), free, 'a pop-up without a title'],
  ['the pop-up that it is in', found(popup), meant({ own: popup }), { modal: [], menus: [popup] }, 'hit'],
  ['a pop-up, for an entry of a menu', found(popup), meant({ mayBeMenu: true }), { modal: [], menus: [popup] }, 'hit'],
  ['its window beside an open menu', found(main), meant(), { modal: [], menus: [popup] }, 'an open menu, which {ESC} closes'],
  ['its window beside a menu, at a point', found(main), meant({ mayBeMenu: true }), { modal: [], menus: [popup] }, 'hit'],
  ['its window behind a dialog', found(main), meant(), { modal: [asked], menus: [] }, 'the dialog "Sure?"'],
  ['the dialog', found(dialog), meant({ own: dialog }), { modal: [asked], menus: [] }, 'hit'],
  [
    'the dialog behind one that it opened',
    found(dialog),
    meant({ own: dialog }),
    { modal: [asked, another], menus: [] },
    'the dialog "Second"',
  ],
  ['one of two dialogs', found(dialog), meant({ own: dialog }), { modal: [asked, { id: 8, openedFrom: [] }], menus: [] }, 'hit'],
  ['what the dialog opened', found(second, { openedFrom: [dialog, main] }), meant({ own: second }), { modal: [asked], menus: [] }, 'hit'],
])('HE2: a pointer meets %s', (_what, at, whom, barriers, wanted) => {
  const hit = windowHit(at, whom, barriers);
  expect(hit.status === 'covered' ? hit.by : hit.status).toBe(wanted);
});

test('the cookie of a display is found in its file, also among others', () => {
  const cookie = Buffer.from('0123456789abcdef');
  expect(cookieFor(cookieFile(cookie), '7')).toEqual(cookie);
  const field = (text: string): Buffer => Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)]);
  const entry = (display: string, name: string, data: string): Buffer =>
    Buffer.concat([Buffer.from([1, 0]), field('host'), field(display), field(name), field(data)]);
  const file = Buffer.concat([
    entry('7', 'OTHER-1', 'x'),
    entry('6', 'MIT-MAGIC-COOKIE-1', 'six'),
    entry('7', 'MIT-MAGIC-COOKIE-1', 'seven'),
  ]);
  expect(cookieFor(file, '7')?.toString()).toBe('seven');
  expect(cookieFor(file, '8')).toBeUndefined();
  expect(cookieFor(file.subarray(0, 20), '7')).toBeUndefined();
  expect(cookieFor(Buffer.alloc(0), '7')).toBeUndefined();
});
