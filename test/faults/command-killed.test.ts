import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { hostLockHolder } from '../../src/adapters/filesystem/host-folder.js';
import { commandLine, type Started } from '../support/command-line.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

test.each(['worker', 'up'])('D25: the worker of `%s` ends with it, even by SIGKILL, and the next one gets its folder', async (command) => {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-killed-'));
  const steadyhand = commandLine({ address: sharedServerAddress(), folder });
  const holder = (): Promise<string | undefined> => hostLockHolder(folder);
  const begun: Started[] = [];
  const begin = async (): Promise<{ readonly started: Started; readonly worker: string }> => {
    const started = steadyhand.start(command);
    begun.push(started);
    return { started, worker: await until(holder, 'a worker') };
  };
  try {
    const first = await begin();
    first.started.process.kill('SIGKILL');
    await until(async () => (await holder()) === undefined, 'the end of its worker');
    const second = await begin();
    expect(second.worker).not.toBe(first.worker);
    expect(second.worker).not.toBe(String(first.started.process.pid));
    second.started.process.kill('SIGTERM');
    await second.started.ended;
    expect(await holder()).toBeUndefined();
  } finally {
    const left = await holder();
    if (left !== undefined) process.kill(Number(left), 'SIGKILL');
    for (const { process: command } of begun) command.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
