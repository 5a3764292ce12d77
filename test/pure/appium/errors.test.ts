import { missesApplication } from '../../../src/adapters/appium/appium-driver.js';

test.each([
  ["Activity name '.Main' used to start the app doesn't exist or cannot be launched! Make sure it exists", true],
  ["The application at '/tmp/shop.apk' does not exist or is not accessible", true],
  ["App with bundle identifier 'org.shop' is not installed", true],
  ["App 'org.shop' isn't installed or cannot be launched", true],
  ["Could not find a driver for automationName 'Nobody' and platformName 'Android'", false],
  ["The Android SDK root folder '/opt/sdk' does not exist on the local file system", false],
  ["The file at '/tmp/keys' does not exist or is not accessible", false],
])('%s: %s', (reason, misses) => {
  expect(missesApplication(reason)).toBe(misses);
});
