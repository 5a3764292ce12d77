import { join } from 'node:path';
import { createFileDeviceRecords } from '../filesystem/device-records.js';
import { endProcess } from '../device-process/start-process.js';
import { createWebDriverDriver } from './webdriver-driver.js';

/** Browsers outlive their worker; what runs did not close, this does. Only when no worker has the folder: a device belongs to its host's worker. */
export async function closeLeftBrowsers(home: string, onFailure: (error: unknown) => void): Promise<void> {
  const records = createFileDeviceRecords({ folder: join(home, 'devices') });
  const driver = createWebDriverDriver({ chromium: '', chromedriver: '', profiles: join(home, 'profiles') });
  const close = async (deviceId: string, epoch: number, attachment: Parameters<typeof driver.destroy>[0]): Promise<void> => {
    const folder = await records.folderOf(deviceId, epoch);
    await endProcess(folder);
    await driver.destroy(attachment, { deviceId, folder, origins: [], signal: AbortSignal.timeout(10_000) });
  };
  for (const { deviceId, epoch, attachment } of await records.list()) await close(deviceId, epoch, attachment).catch(onFailure);
}
