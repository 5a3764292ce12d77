import { join } from 'node:path';
import { inspect } from 'node:util';
import { command } from '../../../src/adapters/appium/native-session.js';
import { lookWithoutSecrets, maskedDevice, withoutSecrets } from '../../../src/adapters/masking-kit/masked-device.js';
import { createSecrets, refuseUnlocked, withoutSecretsIn } from '../../../src/adapters/masking-kit/secrets.js';
import { throwMeaning } from '../../../src/adapters/webdriver/session.js';
import type { LockedSecret } from '../../../src/domain/guard/network-lock.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { ActionFailedError, DeviceGoneError, type Device } from '../../../src/ports/device.js';
import type { Secrets } from '../../../src/ports/secrets.js';
import { fractionOf } from '../../support/chance.js';
import { propertySeed, walksOfEach } from '../../support/properties.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

/** Of a device that has used all of these. */
function used(values: Readonly<Record<string, string>>): Secrets {
  const secrets = createSecrets(join(folder(), 'secrets.json'), { resolveSecret: (name) => values[name] });
  for (const name of Object.keys(values)) secrets.resolve(`{{secret:${name}}}`, 'https://shop.example', 'origins');
  return secrets;
}

test('a secret that begins another leaves nothing of it', () => {
  expect(used({ SHORT: 'Sesame', LONG: 'Sesame-7' }).mask('Sesame-7, Sesame')).toBe('•••, •••');
});

test('LK77: to an address with a secret in it nobody is led, nor told of it', async () => {
  const leading = (url: string) =>
    maskedDevice(
      { perform: async () => ({ stays: { leave: { type: 'navigate', url, leaves: 'D1' } } }) } as unknown as Device,
      used({ PIN: 'Sesame-7' }),
      async (png) => png,
    ).perform({ type: 'go-back' }, new AbortController().signal);
  expect(await leading('https://shop.example/?pin=Sesame-7')).toEqual({ stays: {} });
  expect(await leading('https://shop.example/')).toMatchObject({ stays: { leave: { url: 'https://shop.example/' } } });
});

describe('a control', () => {
  const control: Control = {
    id: '1',
    role: 'combobox',
    name: 'Account',
    options: ['Sesame-7', 'other'],
    bounds: { x: 0, y: 0, width: 1, height: 1 },
    enabled: true,
    visible: true,
    interactive: true,
    path: 'body/select[1]',
    source: 'tree',
  };

  test('shows a secret in none of its texts', () => {
    const secrets = used({ DOOR: 'Sesame-7' });
    expect(withoutSecrets(secrets, control)).toEqual({ ...control, options: ['•••', 'other'], masked: true });
    expect(withoutSecrets(secrets, { ...control, name: 'of Sesame-7', value: 'Sesame-7' })).toMatchObject({ name: 'of •••', value: '•••' });
  });

  test('without a secret stays the same', () => {
    expect(withoutSecrets(used({ DOOR: 'Open' }), control)).toBe(control);
  });
});

describe('LK21: a secret in another form', () => {
  let secrets: Secrets;
  beforeEach(() => void (secrets = used({ DOOR: 'Open Sesame/7', CARD: '4111111111111111' })));
  const encoded = (text: string): string => Buffer.from(text).toString('base64');

  test.each([
    ['as it is', 'Open Sesame/7'],
    ['in upper case', 'OPEN SESAME/7'],
    ['in lower case', 'open sesame/7'],
    ['backwards', '7/emaseS nepO'],
    ['percent-encoded', 'Open%20Sesame%2F7'],
    ['percent-encoded in lower case', 'open%20sesame%2f7'],
    ['every character percent-encoded', [...Buffer.from('Open Sesame/7')].map((byte) => `%${byte.toString(16)}`).join('')],
    ['of a form', 'Open+Sesame%2F7'],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent('Open Sesame/7'))],
    ['of a form, percent-encoded', encodeURIComponent('Open+Sesame%2F7')],
    ['without its blanks', 'OpenSesame/7'],
    ['as entities', 'Open&nbsp;Sesame&#47;7'],
    ['as escapes', 'Open\\u0020Sesame\\u002f7'],
    ['in base64', encoded('Open Sesame/7')],
    ['in base64 after a name', encoded('u=Open Sesame/7')],
    ['in base64 after another', encoded('user=Open Sesame/7')],
    ['in base64 after a third', encoded('me:Open Sesame/7:me')],
    ['in base64 for addresses', Buffer.from('>>Open Sesame/7').toString('base64url')],
    ['as JSON', 'Open Sesame\\/7'],
    ['as escapes of a script', [...Buffer.from('Open Sesame/7')].map((byte) => `\\x${byte.toString(16)}`).join('')],
    ['as escapes of an old script', [...'Open Sesame/7'].map((each) => `%u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
    ['in base32', 'J5YGK3RAKNSXGYLNMUXTO==='],
    ['in hexadecimal', Buffer.from('Open Sesame/7').toString('hex')],
    ['with characters that nobody sees', 'Open Ses\u200bame\u00ad/7'],
    ['with blanks', 'O p e n  S e s a m e / 7'],
    ['a number in groups', '4111 1111 1111 1111'],
    ['a number with dashes', '4111-1111-1111-1111'],
  ])('%s is masked', (_what, text) => {
    const masked = secrets.mask(`before=${text}&after`);
    expect(masked).toMatch(/^before=.*•••.*&after$/);
    expect(masked).not.toContain(text);
    // What is left beside the mask is no piece of it that would help.
    expect(masked.replace(/^before=|•••|&after$/g, '').length).toBeLessThan(12);
  });

  test.each([
    ['a quote and a backslash, as JSON', 'a"b\\c\'d', JSON.stringify('a"b\\c\'d').slice(1, -1)],
    ['letters of no host, as a host', 'Kanarié-7', new URL('http://Kanarié-7').host],
  ])('%s, is masked', (_what, secret, text) => {
    expect(used({ ODD: secret }).mask(`before ${text} after`)).toBe('before ••• after');
  });

  test('whatever a secret is made of, it is masked', () => {
    const chance = fractionOf(propertySeed);
    const characters = [
      'a',
      'Z',
      '7',
      ' ',
      '-',
      '+',
      '/',
      '\\\\',
      '^',
      '$',
      '.',
      '*',
      '?',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '|',
      '"',
      "'",
      '<',
      '&',
      'ß',
      'é',
      '密',
      '🔑',
      '%',
      '=',
      '#',
      ',',
    ];
    for (let round = 0; round < 20 * walksOfEach; round++) {
      const value = Array.from({ length: 4 + Math.floor(chance() * 12) }, () => characters[Math.floor(chance() * characters.length)]).join(
        '',
      );
      const { mask } = used({ [`S${round}`]: value });
      for (const text of [value, encodeURIComponent(value), encoded(value)])
        if (mask(`<<${text}>>`).includes(text))
          throw new Error(`${JSON.stringify(value)} is not masked in ${text}: STEADYHAND_SEED=${propertySeed}`);
    }
  });

  test('other texts stay', () => {
    for (const text of ['Open the door', 'Sesame', '4111 1111', 'https://shop.example/?q=open%20sesame'])
      expect(secrets.mask(text)).toBe(text);
  });

  const bounds = { x: 0, y: 10, width: 20, height: 20 };
  const text = (name: string, at: number, more: object = {}): Control => ({
    id: String(at),
    role: 'text',
    name,
    bounds: { ...bounds, x: at * 20 },
    enabled: true,
    visible: true,
    interactive: false,
    path: `body/td[${at}]`,
    source: 'tree',
    ...more,
  });

  test('split over a row, each part is masked', () => {
    const look = lookWithoutSecrets(secrets, {
      application: {
        id: 'tab',
        name: 'Shop',
        title: 'Open Sesame/7',
        url: 'https://shop.example/?k=Open+Sesame%2F7',
        running: true,
        current: true,
      },
      title: 'Open Sesame/7 - Shop',
      controls: [
        text('Code:', 0),
        text('Open Se', 1),
        text('same/', 2),
        text('7', 3),
        text('ok', 4),
        text('same/', 5, { bounds: { ...bounds, y: 90 } }),
      ],
      notices: ['A dialog is open: "open sesame/7"'],
    });
    expect(look.controls.map(({ name }) => name)).toEqual(['Code:', '•••', '•••', '•••', 'ok', 'same/']);
    expect(look.controls.map(({ masked }) => masked)).toEqual([undefined, true, true, true, undefined, undefined]);
    expect(look).toMatchObject({
      application: { title: '•••', url: 'https://shop.example/?k=•••' },
      title: '••• - Shop',
      notices: ['A dialog is open: "•••"'],
    });
  });

  test('in an id, the path is masked, and the pixels stay', () => {
    expect(withoutSecrets(secrets, text('Name', 1, { path: 'input#4111111111111111' }))).toEqual(text('Name', 1, { path: 'input#•••' }));
  });
});

describe('an error', () => {
  const quoting = "Cannot set the element to 'Open-Sesame-7'. Did you interact with the correct element?";

  test.each([
    ['an action that failed', new ActionFailedError('action-failed', quoting)],
    ['a device that is gone', new DeviceGoneError(quoting)],
  ])('of %s does not quote a secret', (_what, error) => {
    const shown = withoutSecretsIn(used({ DOOR: 'Open-Sesame-7' }), error);
    expect(shown).toMatchObject({ name: error.name, code: error.code, message: quoting.replace('Open-Sesame-7', '•••') });
  });

  test('does not quote a short one either, although a control may repeat it', () => {
    const secrets = used({ PIN: '123' });
    expect(withoutSecretsIn(secrets, new ActionFailedError('action-failed', 'Not a date: 123'))).toMatchObject({
      message: 'Not a date: •••',
    });
    expect(secrets.mask('Order 1234')).toBe('Order 1234');
  });

  test('LK20: of another class, or quoting it in a cause only, does not either', () => {
    const error = Object.assign(new ActionFailedError('action-failed', 'it failed'), { cause: new TypeError(quoting) });
    const secrets = used({ DOOR: 'Open-Sesame-7' });
    expect(withoutSecretsIn(secrets, error)).toBe(error);
    expect(inspect(error, { depth: 5 })).not.toContain('Sesame');
    expect(inspect(withoutSecretsIn(secrets, new TypeError(quoting)))).not.toContain('Sesame');
  });

  test('without a secret stays the same', () => {
    const error = new ActionFailedError('timeout', 'no answer');
    expect(withoutSecretsIn(used({ DOOR: 'Open-Sesame-7' }), error)).toBe(error);
  });
});

describe('LK21, LK61: a secret that another device was given', () => {
  const folderOf = (): string => join(folder(), 'others.json');
  const knowing = (known: () => readonly string[]): Secrets => createSecrets(folderOf(), { knownSecrets: known });

  test('is masked where a page has kept it, in every form, over a row and in errors', () => {
    const secrets = knowing(() => ['Open-Sesame-7']);
    expect([secrets.isUsed(), secrets.isAny()]).toEqual([false, true]);
    expect(secrets.mask('Your key: Open-Sesame-7, 7-emaseS-nepO')).toBe('Your key: •••, •••');
    expect(secrets.mask(Buffer.from('Open-Sesame-7').toString('hex'))).toBe('•••');
    expect(secrets.maskPieces(['Open-', 'Sesame-7', 'Total'])).toEqual(['•••', '•••', 'Total']);
    const driver = new Error('stale', { cause: new Error('args {"text":"Open-Sesame-7"}') });
    expect(withoutSecretsIn(secrets, driver)).toBe(driver);
    expect((driver.cause as Error).message).toBe('args {"text":"•••"}');
  });

  test('is left alone where it is short or a number, which a page may well say', () => {
    const secrets = knowing(() => ['sesame', '2026 2027', '1234567890']);
    expect(secrets.isAny()).toBe(false);
    for (const text of ['open sesame', '2026 2027', 'Order 1234567890']) expect(secrets.mask(text)).toBe(text);
  });

  test('is masked from when a newer worker brings it', () => {
    const known: string[] = [];
    const secrets = knowing(() => known);
    expect(secrets.mask('Open-Sesame-7')).toBe('Open-Sesame-7');
    known.push('Open-Sesame-7');
    expect(secrets.mask('Open-Sesame-7')).toBe('•••');
  });
});

describe('the request that the WebDriver library appends to an error', () => {
  const request = 'when running "element/7/value" with method "POST" and args "{"text":"say \\"not implemented\\", fetch failed"}"';
  const failed = new Error(`WebDriverError: element is read-only ${request}`);

  test('does not become part of what an application reports, nor decide what it means', async () => {
    await expect(command(() => Promise.reject(failed))).rejects.toMatchObject({
      code: 'action-failed',
      message: expect.stringMatching(/element is read-only$/),
    });
  });

  test('does not become part of what a browser reports, nor decide what it means', () => {
    expect(() => throwMeaning(failed)).toThrow(new ActionFailedError('action-failed', 'element is read-only'));
  });
});

describe('LK22: on a device that cannot keep a page from sending it', () => {
  const settings: Readonly<Record<string, LockedSecret>> = {
    LOCKED: { origins: [], lockNetwork: true },
    NAMED: { origins: [], lockNetwork: ['https://cdn.example'] },
    FREE: { origins: [], lockNetwork: false },
    UNSAID: { origins: [] },
  };
  const secrets = createSecrets('/nonexistent', { resolveSecret: () => 'value', secretSettings: (name) => settings[name] });

  test.each(['{{secret:LOCKED}}', 'a{{secret:FREE}}b{{secret:NAMED}}'])('%s is refused, with the setting that asks for it', (text) => {
    const message = expect.stringMatching(/secrets\.(LOCKED|NAMED)\.lockNetwork/) as string;
    expect(() => refuseUnlocked(secrets, text)).toThrow(expect.objectContaining({ code: 'secret-refused', message }));
  });

  test.each(['{{secret:FREE}}', '{{secret:UNSAID}}', '{{secret:UNKNOWN}}', 'LOCKED'])('%s is not', (text) => {
    expect(() => refuseUnlocked(secrets, text)).not.toThrow();
  });
});
