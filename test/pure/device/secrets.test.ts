import { join } from 'node:path';
import { command } from '../../../src/adapters/appium/native-session.js';
import { createSecrets, withoutSecrets, withoutSecretsIn, type Secrets } from '../../../src/adapters/secrets.js';
import { throwMeaning } from '../../../src/adapters/webdriver/errors.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { ActionFailedError, DeviceGoneError } from '../../../src/ports/device-errors.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

/** Of a device that has used all of these. */
function used(values: Readonly<Record<string, string>>): Secrets {
  const secrets = createSecrets((name) => values[name], join(folder(), 'secrets.json'));
  for (const name of Object.keys(values)) secrets.resolve(`{{secret:${name}}}`, 'https://shop.example');
  return secrets;
}

test('a secret that begins another leaves nothing of it', () => {
  expect(used({ SHORT: 'Sesame', LONG: 'Sesame-7' }).mask('Sesame-7, Sesame')).toBe('•••, •••');
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

  test('without a secret stays the same', () => {
    const error = new ActionFailedError('timeout', 'no answer');
    expect(withoutSecretsIn(used({ DOOR: 'Open-Sesame-7' }), error)).toBe(error);
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
