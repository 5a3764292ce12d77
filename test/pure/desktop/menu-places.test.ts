import { roles, type Accessible } from '../../../src/adapters/desktop/accessible.js';
import { asFarFrom, popUpsOfEntries, withoutTwice } from '../../../src/adapters/desktop/places.js';

/** AT-SPI's role of a button. */
const pushButton = 43;
const object = (role: number, path: string, ...children: readonly Accessible[]): Accessible => ({
  ref: { bus: ':1.1', path },
  role,
  name: path,
  states: new Set(),
  interfaces: [],
  children,
});

describe('HE2: entries of a menu that a toolkit measures from the menu', () => {
  const [entry, other] = [object(pushButton, '/save'), object(pushButton, '/about')];
  const popUp = object(roles.popUpMenu, '/pop-up', entry, other);
  const menu = object(roles.menu, '/file', entry, other, object(pushButton, '/closed'));
  const window = object(pushButton, '/window', menu, popUp);

  test('are in the pop-up that shows them, and told once', () => {
    const shown = popUpsOfEntries([window]);
    expect([...shown.values()].map(({ path }) => path)).toEqual(['/pop-up', '/pop-up']);
    const [left, kept] = withoutTwice(window, shown).children;
    expect(left?.children.map(({ name }) => name)).toEqual(['/closed']);
    expect(kept?.children.map(({ name }) => name)).toEqual(['/save', '/about']);
  });

  test('stand as far from it as they are told to be from their menu', () => {
    const told = { x: 102, y: 75, width: 80, height: 20 };
    expect(asFarFrom({ x: 300, y: 400 }, told, { x: 100, y: 50 })).toEqual({ x: 302, y: 425, width: 80, height: 20 });
  });
});
