import { forPages } from '../../../src/adapters/appium/appium-driver.js';

const asked = (capabilities: Readonly<Record<string, unknown>>) =>
  forPages({ capabilities: { browserName: 'chrome', ...capabilities } }, '/home/downloads');

describe("a Chromium's capabilities", () => {
  test('keep what the user asks to be logged, and log what reports dialogs', () => {
    expect(asked({ 'goog:loggingPrefs': { browser: 'ALL', performance: 'OFF' } })).toMatchObject({
      'goog:loggingPrefs': { browser: 'ALL', performance: 'ALL' },
    });
  });

  test("keep the user's options and preferences, and download to where the device looks", () => {
    const chrome = {
      args: ['--lang=de'],
      prefs: { 'intl.accept_languages': 'de', 'download.default_directory': '/tmp' },
      perfLoggingPrefs: { enableNetwork: true, enablePage: false },
    };
    expect(asked({ 'goog:chromeOptions': chrome })['goog:chromeOptions']).toEqual({
      args: ['--lang=de'],
      prefs: {
        'intl.accept_languages': 'de',
        'download.default_directory': '/home/downloads',
        'download.prompt_for_download': false,
      },
      perfLoggingPrefs: { enableNetwork: true, enablePage: true },
    });
  });

  test('may override the rest', () => {
    expect(asked({ pageLoadStrategy: 'none' })).toMatchObject({ pageLoadStrategy: 'none', 'appium:newCommandTimeout': 3_600 });
    expect(asked({ browserName: 'safari' })).not.toHaveProperty('goog:chromeOptions');
  });
});
