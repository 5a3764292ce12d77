// Lists to choose from, and words with marks in them that nobody sees.
import { openBrowserAnd } from '../../support/browser-and-site.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import type { TestBrowser } from '../../support/webdriver.js';

let server: PageServer;
let browser: TestBrowser;

openBrowserAnd(startPageServer, (opened, at) => void ([browser, server] = [opened, at]));
beforeEach(async () => browser.go(`${server.origin}/choices`));

const said = async (): Promise<string | undefined> => /said (.*)/.exec((await browser.act({ type: 'read-text' })).text ?? '')?.[1];
const select = async (name: string, option: string): Promise<unknown> =>
  browser.device
    .perform(
      { type: 'select-option', target: { control: await browser.control('combobox', name) }, values: [option] },
      AbortSignal.timeout(20_000),
    )
    .catch((error: unknown) => error);

describe('H6: two options that read the same', () => {
  test('are listed apart: by their group, or by their place', async () => {
    expect((await browser.control('combobox', 'Flight')).options).toEqual(['Choose…', 'Monday: 9:00', '11:00', 'Tuesday: 9:00']);
    expect((await browser.control('combobox', 'Seat')).options).toEqual(['Window (1)', 'Window (2)', 'Aisle']);
  });

  test.each([
    ['Flight', 'Tuesday: 9:00', 'tu9'],
    ['Flight', '11:00', 'mo11'],
    ['Flight', 'mo9', 'mo9'],
    ['Seat', 'Window (2)', 'b'],
  ])('%s: %s is chosen, and its value says which it is', async (name, option, value) => {
    await select(name, option);
    expect(await said()).toBe(value);
    expect(await browser.control('combobox', name)).toMatchObject({
      value: expect.stringContaining(option === 'mo9' ? 'Monday: 9:00' : option),
    });
  });

  test.each([
    ['Flight', '9:00', 'Monday: 9:00, Tuesday: 9:00'],
    ['Seat', 'Window', 'Window (1), Window (2)'],
    ['Train', '9:00', 'click the one that is meant'],
  ])('%s: %s alone is refused, and nothing is chosen', async (name, option, way) => {
    expect(await select(name, option)).toMatchObject({ code: 'no-such-option', message: expect.stringContaining(way) });
    expect(await said()).toBeUndefined();
  });
});

describe('H6: a list that opens slowly', () => {
  test('is waited for', async () => {
    expect(await select('City', 'Graz')).toEqual({});
    expect(await said()).toBe('Graz');
  });

  test('that is open already is not shut', async () => {
    await browser.click('combobox', 'City');
    await select('City', 'Linz');
    expect(await said()).toBe('Linz');
  });
});

test.each([
  ['Travelcancellation', 'travel'],
  ['Household', 'house'],
  ['👨‍👩‍👧 Family', 'family'],
  ['Auflage', 'edition'],
  ['می‌خوانم', 'book'],
])('H13: what is read as %s is called so', async (name, what) => {
  await browser.click('button', name);
  expect(await said()).toBe(what);
});
