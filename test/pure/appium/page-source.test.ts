// Page sources of phones, in the three dialects that Appium's drivers return, as controls and as explorer screens (docs/design/devices.md §2).
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readSource } from '../../../src/adapters/appium/page-source.js';
import { PageSourceError } from '../../../src/adapters/appium/xml-tree.js';
import { enumerateActions } from '../../../src/domain/explorer/enumerate-actions.js';
import { signatureOf } from '../../../src/domain/explorer/signature.js';
import { defaultGuardRules } from '../../../src/domain/guard/guard.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { processorMs } from '../../support/processor-time.js';
import { seeded, walksOfEach } from '../../support/properties.js';
import { lexicon } from '../../support/lexicon.js';

type Dialect = 'uiautomator2' | 'uiautomator' | 'xcuitest';

const application = 'com.example.kiosk';
const dialects: readonly Dialect[] = ['uiautomator2', 'uiautomator', 'xcuitest'];

const sourceOf = (name: string, dialect: Dialect): string =>
  readFileSync(new URL(`sources/${name}.${dialect}.xml`, import.meta.url), 'utf8');
const read = (source: string, scale = 1): readonly Control[] => readSource(source, { application, scale }).map(({ control }) => control);
const look = (name: string, dialect: Dialect): readonly Control[] => read(sourceOf(name, dialect));
const screenOf = (controls: readonly Control[]) => signatureOf({ app: application, title: '', headings: [], controls });
const actionsOf = (controls: readonly Control[]) =>
  enumerateActions({
    lexicon,
    controls,
    guard: { origins: [], apps: [], rules: defaultGuardRules, off: false },
    touch: true,
    scrolls: true,
    hasHome: true,
  });
const named = (controls: readonly Control[], name: string): Control => {
  const found = controls.find((control) => control.name === name);
  if (!found) throw new Error(`no "${name}" among ${controls.map((control) => control.name).join(', ')}`);
  return found;
};

describe.each(dialects)('E59: a form in the dialect of %s', (dialect) => {
  const controls = look('login', dialect);

  test('E59: its fields, switches and buttons have the expected roles and names', () => {
    const told = controls.filter(({ visible }) => visible).map(({ role, name }) => `${role} ${name}`);
    expect(told).toEqual([
      `${dialect === 'xcuitest' ? 'heading' : 'text'} Sign in`,
      'textbox User name',
      'password Password',
      `${dialect === 'xcuitest' ? 'switch' : 'checkbox'} Stay signed in`,
      'switch Dark mode',
      'button Sign in',
      'button Use fingerprint',
      'generic Forgotten your password?',
      'text Tom & Jerry’s kiosk <v2>',
    ]);
  });

  test('E57, E59: it has nothing of the status bar and the keyboard, and marks what is invisible or disabled', () => {
    expect(controls.map(({ name }) => name)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(9:41|q|Done|Return|Wifi.*)$/)]));
    expect(named(controls, 'Use fingerprint').enabled).toBe(false);
    expect(controls.filter(({ name }) => name === 'Debug menu').every(({ visible }) => !visible)).toBe(true);
    expect(actionsOf(controls).map(({ target }) => target?.name)).not.toEqual(expect.arrayContaining(['Use fingerprint']));
  });

  test("E59: a password's value appears nowhere; another field's value is its value", () => {
    expect(JSON.stringify(controls)).not.toContain('correct horse');
    expect(named(controls, 'Password')).toMatchObject({ role: 'password', value: '•••', masked: true });
    expect(named(controls, 'User name')).toMatchObject({ value: 'ada' });
    expect(named(controls, 'Dark mode').states).toEqual(['checked']);
  });

  test.each(['login', 'orders', 'dialog'])(
    'E59: each control of %s is identified by its path, and found again by its id, an XPath',
    (name) => {
      const seen = look(name, dialect);
      const keys = seen.map(({ path, role, name }) => JSON.stringify([path, role, name]));
      expect(new Set(keys).size).toBe(keys.length);
      for (const { id } of seen) expect(id).toMatch(/^\/\*(\/\*\[\d+\])+$/);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    },
  );
});

test.each([
  ['an Android field', '<hierarchy><node class="android.widget.EditText" text="4111" bounds="[0,0][9,9]" /></hierarchy>'],
  [
    'an Android password',
    '<hierarchy><node class="android.widget.EditText" password="true" text="4111" bounds="[0,0][9,9]" /></hierarchy>',
  ],
  ['an iOS password', '<XCUIElementTypeSecureTextField value="4111" x="0" y="0" width="9" height="9"/>'],
])('E59: %s without a name is not named by its typed text', (_what, source) => {
  expect(read(source)).toMatchObject([{ name: '', interactive: true, value: expect.stringMatching(/^(4111|•••)$/) }]);
});

test('E59: bounds are in px of the screenshot', () => {
  expect(named(look('login', 'uiautomator2'), 'User name').bounds).toEqual({ x: 48, y: 260, width: 984, height: 120 });
  expect(named(read(sourceOf('login', 'xcuitest'), 3), 'User name').bounds).toEqual({ x: 60, y: 330, width: 1050, height: 132 });
});

test.each(['login', 'orders', 'dialog'])('E59: %s is one screen with the same actions in both Android dialects', (name) => {
  const [one, other] = [look(name, 'uiautomator2'), look(name, 'uiautomator')];
  expect(screenOf(one).identity).toBe(screenOf(other).identity);
  expect(actionsOf(one).map(({ key }) => key)).toEqual(actionsOf(other).map(({ key }) => key));
});

test('E59: different screens are different, in each dialect', () => {
  for (const dialect of dialects)
    expect(new Set(['login', 'orders', 'dialog'].map((name) => screenOf(look(name, dialect)).identity)).size).toBe(3);
});

test('E59: rows of a list count once, however many there are', () => {
  expect(look('orders', 'uiautomator2').length).toBeGreaterThan(look('orders', 'uiautomator').length);
  const [long, short] = [look('orders', 'xcuitest'), read(sourceOf('orders-short', 'xcuitest'))];
  expect(long.length).toBeGreaterThan(short.length);
  expect(screenOf(long).identity).toBe(screenOf(short).identity);
  for (const dialect of dialects) {
    const taps = actionsOf(look('orders', dialect)).filter(({ verb, target }) => verb === 'tap' && target);
    expect(taps.map(({ target }) => target?.name.replace(/\d+/g, '#'))).toEqual([
      dialect === 'xcuitest' ? 'Back' : 'Navigate up',
      dialect === 'xcuitest' ? 'Order #' : 'Order # # items',
      'Remove',
    ]);
  }
});

test("E59: a dialog's actions come first, beginning with the one that continues", () => {
  for (const dialect of dialects) expect(actionsOf(look('dialog', dialect))[0]?.target?.name.toLowerCase()).toBe('accept');
});

describe('E59: irrelevant differences', () => {
  /** Attributes of each element in another order. */
  const shuffled = (source: string, by: (length: number) => readonly number[]): string =>
    source.replace(/(<[\w.]+)((?: [\w-]+="[^"]*")+)/g, (_, tag: string, all: string) => {
      const attributes = all.match(/ [\w-]+="[^"]*"/g) ?? [];
      return (
        tag +
        by(attributes.length)
          .map((index) => attributes[index])
          .join('')
      );
    });

  test.each(dialects)('E53, E59: the order of attributes changes nothing (%s)', (dialect) => {
    const source = sourceOf('login', dialect);
    const wanted = JSON.stringify(read(source));
    fc.assert(
      fc.property(fc.integer(), (chance) => {
        const by = (length: number): readonly number[] =>
          Array.from({ length }, (_, index) => index).sort((a, b) => ((a * 7919 + chance) % 101) - ((b * 7919 + chance) % 101) || a - b);
        expect(JSON.stringify(read(shuffled(source, by)))).toBe(wanted);
      }),
      { ...seeded, numRuns: 7 * walksOfEach },
    );
  });

  test.each(dialects)('E54, E55, E59: a few pixels and other digits make no other screen, and no other actions (%s)', (dialect) => {
    const source = sourceOf('orders', dialect);
    const [before, after] = [
      source,
      source
        .replace(
          /(\d+),(\d+)\]\[(\d+),(\d+)\]/g,
          (_, ...[x, y, right, bottom]: string[]) => `${x},${Number(y) + 3}][${right},${Number(bottom) + 3}]`,
        )
        .replace(/ y="(\d+)"/g, (_, y: string) => ` y="${Number(y) + 3}"`)
        .replace(/Order 10/g, 'Order 77'),
    ].map((text) => read(text));
    if (!before || !after) throw new TypeError('both were read');
    expect(after).not.toEqual(before);
    expect(screenOf(after).identity).toBe(screenOf(before).identity);
    expect(actionsOf(after).map(({ key }) => key)).toEqual(actionsOf(before).map(({ key }) => key));
  });

  test.each(dialects)('E58, E59: the same source gives the same controls (%s)', (dialect) => {
    expect(look('login', dialect)).toEqual(look('login', dialect));
  });
});

describe('E59: an invalid source is refused, with one error', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE hierarchy [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
    .split('')
    .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`)
    .join('')}]><hierarchy><node text="&j;" /></hierarchy>`;
  const nested = (depth: number): string => `<hierarchy>${'<node>'.repeat(depth)}${'</node>'.repeat(depth)}</hierarchy>`;

  test.each<[string, string, RegExp]>([
    ['entities that grow', bomb, /document type/],
    [
      'an entity of a file',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><hierarchy><node text="&x;" /></hierarchy>',
      /document type/,
    ],
    ['an undeclared entity', '<hierarchy><node text="&secret;" /></hierarchy>', /entity/],
    ['too deep', nested(5_000), /deep/],
    ['too many elements', `<hierarchy>${'<node />'.repeat(60_000)}</hierarchy>`, /50000 elements/],
    ['too long', `<hierarchy>${' '.repeat(20_000_001)}</hierarchy>`, /characters/],
    ['cut off', sourceOf('login', 'uiautomator2').slice(0, 3_000), /unclosed|end/],
    ['crossed', '<hierarchy><node></hierarchy></node>', /./],
    ['the same attribute twice', '<hierarchy><node text="a" text="b" /></hierarchy>', /duplicate/],
    ['nothing', '', /empty|root/],
    ['no XML', 'session not created', /./],
    ['a page', '<html><body/></html>', /not a known dialect/],
  ])('%s', (_what, source, reason) => {
    let error: unknown;
    const ms = processorMs(() => {
      try {
        read(source);
      } catch (thrown) {
        error = thrown;
      }
    });
    expect(error).toBeInstanceOf(PageSourceError);
    expect(error).toMatchObject({ code: 'page-source-invalid', message: expect.stringMatching(reason) });
    expect((error as Error).message.length).toBeLessThan(400);
    expect(ms).toBeLessThan(3_000);
  });

  test('whatever is cut out of a source, the result is controls or that error, nothing else', () => {
    const sources = dialects.map((dialect) => sourceOf('login', dialect));
    let refused = 0;
    fc.assert(
      fc.property(fc.constantFrom(...sources), fc.nat(15_000), fc.nat(200), fc.string({ maxLength: 5 }), (source, from, length, put) => {
        const broken = source.slice(0, from % source.length) + put + source.slice((from % source.length) + length);
        try {
          for (const { bounds } of read(broken)) expect(Object.values(bounds).every(Number.isFinite)).toBe(true);
        } catch (error) {
          if (!(error instanceof PageSourceError)) throw error;
          refused += 1;
        }
      }),
      { ...seeded, numRuns: 33 * walksOfEach },
    );
    expect(refused).toBeGreaterThan(7 * walksOfEach);
  });
});
