// Browsers outlive the worker that opened them, so that the next one can continue. When the demo ends without a worker to close them, this does.
import { join } from 'node:path';
import { createFileDeviceRecords } from '../../dist/adapters/filesystem/device-records.js';
import { createWebDriverDriver } from '../../dist/adapters/webdriver/webdriver-driver.js';

/** Only when no worker is running: a device belongs to its host's worker. */
export async function closeLeftBrowsers(folder) {
  const records = createFileDeviceRecords({ folder: join(folder, 'devices') });
  const driver = createWebDriverDriver({ chromium: '', chromedriver: '', profiles: join(folder, 'profiles') });
  for (const { deviceId, epoch, attachment } of await records.list()) {
    const context = { deviceId, folder: await records.folderOf(deviceId, epoch), origins: [], signal: AbortSignal.timeout(10_000) };
    await driver.destroy(attachment, context).catch((error) => console.error(`A browser may be left: ${error.message}`));
  }
}
