// The application that a desktop was opened for.
import { expect, test } from '@jest/globals';
import { launched } from '../../../src/adapters/desktop/desktop-driver.js';

const device = (current: boolean) => ({
  launchApplication: async () => undefined,
  listApplications: async () => [{ id: 'mousepad-7', name: 'Mousepad', running: true, current }],
});

test('is what has come to the front, and what was asked for where nothing has', async () => {
  expect(await launched(device(true), 'editor')).toBe('Mousepad');
  expect(await launched(device(false), 'editor')).toBe('editor');
});
