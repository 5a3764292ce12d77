import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createFileDeviceRecords } from '../../../src/adapters/filesystem/device-records.js';
import { openHostFolder, type HostFolder, hostLockHolder } from '../../../src/adapters/filesystem/host-folder.js';
import { checkFolder, checkPrivate } from '../../../src/cli/doctor/settings.js';
import type { DeviceRecord } from '../../../src/domain/device/device-spec.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const opened: HostFolder[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

async function open(home = folder()): Promise<HostFolder> {
  const host = await openHostFolder({ home });
  opened.push(host);
  return host;
}

describe('The data folder of a host', () => {
  test('keeps its host id', async () => {
    const first = await open();
    await first.close();
    opened.length = 0;
    expect((await open()).hostId).toBe(first.hostId);
    expect(first.hostId).toMatch(/^[0-9A-Z]{26}$/);
  });

  test('is refused, and left as it is, where another version made it; doctor says so too', async () => {
    const made = JSON.stringify({ version: 1, hostId: '01K9000000000000000000000A' });
    await writeFile(join(folder(), 'host.json'), made);
    await expect(openHostFolder({ home: folder() })).rejects.toMatchObject({
      code: 'host-format',
      message: `The data folder ${folder()} was made by another version of steadyhand, which this one cannot go on with: set STEADYHAND_HOME to a new folder, or delete it.`,
    });
    expect(await readdir(folder())).toEqual(['host.json']);
    expect(await readFile(join(folder(), 'host.json'), 'utf8')).toBe(made);
    expect(await checkFolder(folder())).toMatchObject({ status: 'fail', advice: 'set STEADYHAND_HOME to a new folder, or delete it' });
  });

  test('LK33: is closed to others, also one that was open to them, and doctor names what is open', async () => {
    await mkdir(join(folder(), 'journal'), { recursive: true });
    for (const path of [folder(), join(folder(), 'journal')]) await chmod(path, 0o755);
    expect(await checkPrivate([folder(), folder()])).toMatchObject({ status: 'warn', advice: `\`chmod 700 ${folder()}\`` });
    await open();
    for (const path of [folder(), join(folder(), 'journal'), join(folder(), 'devices')])
      expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect(await checkPrivate([folder(), join(folder(), 'missing')])).toBeUndefined();
  });

  test('that cannot be made or written is refused in one sentence, at once', async () => {
    await writeFile(join(folder(), 'file'), '');
    const homes = [join(folder(), 'file', 'home'), ...(process.platform === 'linux' ? ['/proc/steadyhand'] : [])];
    for (const home of homes) {
      await expect(openHostFolder({ home })).rejects.toMatchObject({
        code: 'host-folder-unusable',
        message: expect.stringMatching(
          /^The data folder \S+ cannot be used \(E[A-Z]+: .*\): correct it or its disk, or set STEADYHAND_HOME to another one\.$/,
        ),
      });
      expect(await checkFolder(home)).toMatchObject({ status: 'fail', detail: expect.stringContaining(`${home} cannot be written (E`) });
    }
  });

  test.each([
    ['moved', (home: string) => rename(home, `${home}-moved`)],
    ['removed', (home: string) => rm(home, { recursive: true })],
    [
      'replaced by a new one',
      async (home: string) => {
        await rename(home, `${home}-moved`);
        await mkdir(home);
        await writeFile(join(home, 'host.json'), JSON.stringify({ version: 3, hostId: '01K9000000000000000000000A' }));
      },
    ],
    ['robbed of its lock', (home: string) => rm(join(home, 'host.sock'))],
  ])('D21: that was %s is lost to its worker', async (_, happens) => {
    const home = join(folder(), 'home');
    const { lost } = await open(home);
    await happens(home);
    await expect(lost).rejects.toMatchObject({ code: 'host-folder-lost' });
  });

  test('D21: keeps its lock when it is moved, by whichever path, short or long, somebody comes to it', async () => {
    const long = join(folder(), 'x'.repeat(120));
    for (const [home, moved, link] of [
      [join(folder(), 'home'), join(folder(), 'moved'), join(folder(), 'link')],
      [join(long, 'home'), join(long, 'moved'), join(long, 'link')],
    ] as const) {
      await open(home);
      await rename(home, moved);
      await symlink(moved, link);
      for (const path of [moved, link]) await expect(openHostFolder({ home: path })).rejects.toMatchObject({ code: 'host-locked' });
    }
  });

  test('D21: is refused to a second worker, with the reason and what to do', async () => {
    await open();
    await expect(openHostFolder({ home: folder() })).rejects.toMatchObject({
      code: 'host-locked',
      message: `Another worker (process ${process.pid}) uses the data folder ${folder()}. Stop it first, or give this one its own folder with STEADYHAND_HOME.`,
    });
    expect(await hostLockHolder(folder())).toBe(String(process.pid));
  });

  test('D21: goes to exactly one of several workers that start at once, even over a stale socket', async () => {
    await leaveStaleSocket(join(folder(), 'host.sock'));
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, () => open()));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('of a dead worker is taken over', async () => {
    await leaveStaleSocket(join(folder(), 'host.sock'));
    expect(await hostLockHolder(folder())).toBeUndefined();
    await open();
    expect(await hostLockHolder(folder())).toBe(String(process.pid));
  });

  test('may have a path that is too long for a socket', async () => {
    const home = join(folder(), 'x'.repeat(200));
    await open(home);
    await expect(openHostFolder({ home })).rejects.toMatchObject({ code: 'host-locked' });
  });
});

describe('Device records', () => {
  const record: DeviceRecord = {
    version: 1,
    deviceId: '../d/1',
    kind: 'stub',
    state: 'open',
    attachment: { port: 1 },
    epoch: 3,
    generation: 0,
    sessionId: 's',
    sessionRunId: 'r',
    ownerWorkflowId: 'o',
    ownerFirstRunId: 'f',
    origins: [],
    openedAt: 'now',
  };

  test('are found by the next process, with the latest generation', async () => {
    const records = createFileDeviceRecords({ folder: folder() });
    await records.save(record);
    await records.saveGeneration(record.deviceId, 9);
    await records.saveGeneration(record.deviceId, 10);
    expect(await createFileDeviceRecords({ folder: folder() }).list()).toEqual([{ ...record, generation: 10 }]);
    await records.remove(record.deviceId);
    expect(await records.list()).toEqual([]);
    await records.remove(record.deviceId);
  });

  test('a generation that could not be written can be once its folder is there', async () => {
    const home = join(folder(), 'devices');
    const records = createFileDeviceRecords({ folder: home });
    await expect(records.saveGeneration(record.deviceId, 9)).rejects.toMatchObject({ code: 'ENOENT' });
    await records.save(record);
    await records.saveGeneration(record.deviceId, 10);
    expect(await records.list()).toEqual([{ ...record, generation: 10 }]);
    await records.remove(record.deviceId);
  });

  test('a broken or foreign file is left alone', async () => {
    await writeFile(join(folder(), 'a.json'), '{"version":1,"dev');
    await writeFile(join(folder(), 'b.json'), '{"version":2,"deviceId":"x"}');
    expect(await createFileDeviceRecords({ folder: folder() }).list()).toEqual([]);
    expect(await readFile(join(folder(), 'b.json'), 'utf8')).toContain('version');
  });

  test('a record has its own folder, which is removed with its contents', async () => {
    const records = createFileDeviceRecords({ folder: folder() });
    const own = await records.folderOf('d', 1);
    expect(own.startsWith(folder())).toBe(true);
    await writeFile(join(own, 'x'), '');
    await records.removeFolder('d', 1);
    await rm(own, { recursive: true }).then(
      () => expect('still there').toBe('removed'),
      () => undefined,
    );
  });
});

/** What a killed worker leaves: a socket that nobody listens on. Node removes it on close, so it is moved aside meanwhile. */
async function leaveStaleSocket(path: string): Promise<void> {
  const { rename } = await import('node:fs/promises');
  const server = createServer().listen(path);
  await new Promise((resolve) => server.once('listening', resolve));
  await rename(path, `${path}.aside`);
  await new Promise((resolve) => server.close(resolve));
  await rename(`${path}.aside`, path);
}
