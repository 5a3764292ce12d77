import { join } from 'node:path';
import { folderOfDevice, handsIn } from '../../adapters/hand/hand-process.js';
import { createFileDeviceRecords } from '../../adapters/filesystem/device-records.js';
import { ok, warn, type Check } from './check.js';

/** Processes of devices (docs/design/hand.md) that no record knows: nobody would end them. */
export async function checkHands(home: string): Promise<Check | undefined> {
  const devices = join(home, 'devices');
  const [hands, records] = await Promise.all([handsIn(devices), createFileDeviceRecords({ folder: devices }).list()]);
  const known = new Set(records.map((record) => folderOfDevice(devices, record)));
  const strays = hands.filter(({ folder }) => !known.has(folder));
  const name = 'device processes';
  if (strays.length > 0)
    return warn(
      name,
      `${strays.length} of closed devices: ${strays.map(({ pid }) => `process ${pid}`).join(', ')}`,
      `remove ${strays.map(({ folder }) => folder).join(', ')}: each ends within 5 s, and its browser with it`,
    );
  return hands.length === 0 ? undefined : ok(name, `${hands.length}, each of an open device`);
}
