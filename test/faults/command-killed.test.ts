import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { hostLockHolder } from '../../src/adapters/filesystem/host-folder.js';
import { isRunning, markOf, type ProcessMark } from '../../src/adapters/process-kit/process-marks.js';
import { commandLine, type Started } from '../support/command-line.js';
import { freePort } from '../support/free-port.mjs';
import { sharedServerAddress, temporalCli } from '../support/temporal-server.js';
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

/** Of that command, as soon as there is one. */
async function workerOf(command: number): Promise<ProcessMark | undefined> {
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === command) return markOf(Number(id));
  }
  return undefined;
}

test.each(['worker', 'up'])(
  'D25: the worker of `%s` ends also when the command is killed while the worker is still being loaded',
  async (command) => {
    if (process.platform !== 'linux') return console.info('not tried: only /proc tells which process a command has just started');
    const folder = await mkdtemp(join(tmpdir(), 'steadyhand-killed-'));
    const started = commandLine({ address: sharedServerAddress(), folder }).start(command);
    let worker: ProcessMark | undefined;
    try {
      worker = await until(() => workerOf(started.process.pid ?? 0), 'the process of its worker');
      started.process.kill('SIGKILL');
      await started.ended;
      const mark = worker;
      await until(async () => !(await isRunning(mark)), 'the end of its worker', 30_000);
    } finally {
      started.process.kill('SIGKILL');
      if (worker && (await isRunning(worker))) process.kill(worker.pid, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test.each(['worker', 'up'])(
  'D25: a second `%s` in a folder names the worker that has it, though its ports are taken, and binds none',
  async (command) => {
    const folder = await mkdtemp(join(tmpdir(), 'steadyhand-killed-'));
    const env = { STEADYHAND_METRICS: `127.0.0.1:${await freePort()}` };
    const steadyhand = commandLine({ address: sharedServerAddress(), folder, env });
    const first = steadyhand.start('worker');
    const second: Started[] = [];
    try {
      const holder = await until(() => hostLockHolder(folder), 'a worker');
      await until(async () => first.stderr().includes('worker ready'), 'that worker at work');
      const again = steadyhand.start(command);
      second.push(again);
      const { code, stdout, stderr } = await again.ended;
      expect(code).toBe(1);
      expect(stderr).toContain(`Another worker (process ${holder}) uses the data folder ${folder}.`);
      expect(stderr).not.toContain('Metrics');
      expect(stdout).toBe('');
      expect((await readdir(folder)).filter((name) => name.startsWith('console-'))).toEqual([]);
    } finally {
      for (const { process: each } of [first, ...second]) each.kill('SIGTERM');
      await Promise.all([first, ...second].map(({ ended }) => ended));
      await rm(folder, { recursive: true, force: true });
    }
  },
);

/** `up` without a configured server, so that it starts one. */
function upAlone(folder: string): Started {
  const env = { TEMPORAL_ADDRESS: '', TEMPORAL_CLI_PATH: temporalCli(), STEADYHAND_KINDS: 'none' };
  return commandLine({ address: '', folder, env }).start('up', '--no-console');
}

async function serversOf(folder: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'args=']);
  return stdout.split('\n').filter((line) => line.includes(join(folder, 'temporal.db')));
}

test('the Temporal server that `up` has started ends with it, even by SIGKILL as soon as it is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-killed-'));
  const started = upAlone(folder);
  try {
    await until(async () => (await serversOf(folder)).length > 0, 'its server');
    started.process.kill('SIGKILL');
    await until(async () => (await serversOf(folder)).length === 0, 'the end of its server');
  } finally {
    started.process.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});

test('`up` starts its server beside another program that listens where one usually is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-beside-'));
  const other = createServer((socket) => socket.destroy());
  // It may be taken: by a server, or by what is none either.
  const listens = await new Promise<boolean>((resolve) =>
    other.once('error', () => resolve(false)).listen(7233, '127.0.0.1', () => resolve(true)),
  );
  const started = listens ? upAlone(folder) : undefined;
  try {
    if (!started) return console.info('not tried: something else has port 7233');
    await until(async () => started.stdout().includes('Worker'), 'a worker');
    expect(started.stdout()).toMatch(/Temporal server +127\.0\.0\.1:(?!7233)\d+ started here/);
    started.process.kill('SIGTERM');
    expect(await started.ended).toMatchObject({ code: 0 });
  } finally {
    started?.process.kill('SIGKILL');
    if (listens) await once(other.close(), 'close');
    await rm(folder, { recursive: true, force: true });
  }
});
