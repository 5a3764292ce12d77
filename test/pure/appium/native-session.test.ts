import { command, unlessUnsupported } from '../../../src/adapters/appium/native-session.js';

const failing = (name: string, message: string): Promise<number> =>
  command<number>(() => Promise.reject(Object.assign(new Error(message), { name }))).catch(unlessUnsupported(1));

describe('what a driver is asked and may not have', () => {
  test.each([
    ['unsupported operation', "Unsupported execute method 'mobile: deviceScreenInfo'"],
    ['unknown method', 'Method is not implemented'],
  ])('has its default when the driver answers %s', async (name, message) => {
    expect(await failing(name, message)).toBe(1);
  });

  test.each([
    ['unknown error', 'socket hang up', 'action-failed'],
    ['timeout', 'Request timed out!', 'action-failed'],
    ['invalid session id', 'no such session', 'device-gone'],
  ])('has none when it fails with %s: the next time it may be answered', async (name, message, code) => {
    await expect(failing(name, message)).rejects.toMatchObject({ code });
  });
});
