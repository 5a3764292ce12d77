import { join } from 'node:path';
import { createFileDeviceRecords } from '../filesystem/device-records.js';
import { createHandDriver } from './hand-driver.js';

/** Browsers outlive their worker; what runs did not close, this does. Only when no worker has the folder: a device belongs to its host's worker. */
export async function closeLeftBrowsers(home: string, onFailure: (error: unknown) => void): Promise<void> {
  const records = createFileDeviceRecords({ folder: join(home, 'devices') });
  const driver = createHandDriver({
    settings: { kind: 'web', chromium: '', chromedriver: '', profiles: join(home, 'profiles'), secrets: {} },
    journal: join(home, 'journal'),
    now: () => 0,
  });
  for (const { deviceId, epoch, attachment } of await records.list()) {
    const context = { deviceId, folder: await records.folderOf(deviceId, epoch), origins: [], signal: AbortSignal.timeout(10_000) };
    await driver.destroy(attachment, context).catch(onFailure);
  }
}
