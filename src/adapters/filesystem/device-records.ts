// devices/<id>.json records what was opened; devices/<id>.generation counts its actions: sixteen digits, overwritten in place before every
// dispatch.
import { open, readdir, readFile, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { DeviceRecord } from '../../domain/device/device-spec.js';
import type { DeviceRecords } from '../../ports/device-records.js';
import { parseJson, safeName, makeFolder } from './files.js';

export function createFileDeviceRecords({ folder }: { readonly folder: string }): DeviceRecords {
  const generations = new Map<string, Promise<FileHandle>>();

  function pathOf(deviceId: string, ending: string): string {
    return join(folder, `${safeName(deviceId)}${ending}`);
  }

  async function generationOf(record: DeviceRecord): Promise<number> {
    const text = await readFile(pathOf(record.deviceId, '.generation'), 'utf8').catch(() => '');
    return Math.max(record.generation, Number(text) || 0);
  }

  return {
    async list() {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
      const records = await Promise.all(names.map(async (name) => parseJson(await readFile(join(folder, name), 'utf8').catch(() => ''))));
      return Promise.all(records.filter(isDeviceRecord).map(async (record) => ({ ...record, generation: await generationOf(record) })));
    },
    async save(record) {
      await makeFolder(folder);
      await writeFileAtomic(pathOf(record.deviceId, '.json'), `${JSON.stringify(record, undefined, 2)}\n`, { fsync: false });
    },
    async saveGeneration(deviceId, generation) {
      const file = generations.get(deviceId) ?? openInPlace(pathOf(deviceId, '.generation'));
      generations.set(deviceId, file);
      // A folder that is missing or a full disk may be there again at the next action.
      file.catch(() => generations.delete(deviceId));
      await writeDigits(await file, generation);
    },
    readGeneration: async (deviceId) => Number(await readFile(pathOf(deviceId, '.generation'), 'utf8').catch(() => '')) || 0,
    async remove(deviceId) {
      const file = generations.get(deviceId);
      generations.delete(deviceId);
      await (await file?.catch(() => undefined))?.close();
      await rm(pathOf(deviceId, '.generation'), { force: true });
      await rm(pathOf(deviceId, '.json'), { force: true });
    },
    async folderOf(deviceId, epoch) {
      const path = pathOf(deviceId, `-${epoch}`);
      await makeFolder(path);
      return path;
    },
    removeFolder: (deviceId, epoch) => rm(pathOf(deviceId, `-${epoch}`), { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** For the process that has the device with that folder. */
export async function saveGenerationBeside(folder: string, generation: number): Promise<void> {
  const file = await openInPlace(`${folder.replace(/-\d+$/, '')}.generation`);
  await writeDigits(file, generation).finally(() => file.close());
}

async function writeDigits(file: FileHandle, generation: number): Promise<void> {
  await file.write(String(generation).padStart(16, '0'), 0);
}

/** Neither truncated nor appended to: a kill leaves either the old digits or the new ones. */
async function openInPlace(path: string): Promise<FileHandle> {
  await (await open(path, 'a')).close();
  return open(path, 'r+');
}

/** A record of ours; a file of another version or origin is left alone. */
function isDeviceRecord(value: unknown): value is DeviceRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    value.version === 1 &&
    'deviceId' in value &&
    typeof value.deviceId === 'string'
  );
}
