import { createTesseractTextReader } from '../../src/adapters/tesseract/tesseract-text-reader.js';
import type { TextReader } from '../../src/ports/pictures.js';
import {
  describeWithDesktop,
  offerApplications,
  openTestDesktop,
  type TestApplications,
  type TestDesktop,
} from '../support/desktop/test-desktop.js';

describeWithDesktop('an application without accessibility information', () => {
  let applications: TestApplications;
  let reader: TextReader;
  let desktop: TestDesktop;
  beforeAll(async () => {
    applications = await offerApplications({ Canvas: ['canvas'], Restless: ['canvas', 'restless'] });
    reader = createTesseractTextReader();
  });
  afterAll(async () => {
    await applications.dispose();
    await reader.close();
  });
  afterEach(() => desktop.close());

  test('its texts are read from its picture and can be clicked', async () => {
    desktop = await openTestDesktop({ app: 'Canvas' }, { reader });
    const { device } = desktop;
    const order = async () => {
      const { controls, notices } = await device.look();
      expect(notices).toEqual([expect.stringContaining('read from its picture')]);
      expect(controls.every(({ source }) => source === 'ocr')).toBe(true);
      return { texts: controls.map(({ name }) => name), target: controls.find(({ name }) => name === 'Place order') };
    };
    const { texts, target } = await order();
    expect(texts).toContain('Orders so far 0');
    if (!target) throw new Error(`No words to click among ${texts.join(', ')}`);
    await device.perform({ type: 'click', target: { control: target }, button: 'left', clickCount: 1 }, new AbortController().signal);
    await device.settle(5_000);
    expect((await order()).texts).toContain('Orders so far 1');
  });

  test('it is settled when its picture is', async () => {
    desktop = await openTestDesktop({ app: 'Restless' });
    await desktop.device.look();
    expect(await desktop.device.settle(1_500)).toBe(false);
    await desktop.close();
    desktop = await openTestDesktop({ app: 'Canvas' });
    await desktop.device.look();
    expect(await desktop.device.settle(5_000)).toBe(true);
  });

  test('without a text reader an observation has only the picture, and says so', async () => {
    desktop = await openTestDesktop({ app: 'Canvas' });
    expect(await desktop.device.look()).toMatchObject({ controls: [], notices: [expect.stringContaining('only its picture')] });
  });
});
