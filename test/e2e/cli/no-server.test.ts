import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Connection } from '@temporalio/client';
import { startTemporalServer, type TemporalServer } from '../../../src/client/temporal-server.js';
import { commandLine } from '../../support/command-line.js';
import { freePort } from '../../support/free-port.mjs';
import { temporalCli, temporalEnvironment } from '../../support/temporal-server.js';

const mainProgram = new URL('../../../dist/cli/main.js', import.meta.url).href;
const workerProgram = fileURLToPath(new URL('../../../dist/worker.js', import.meta.url));
let folder: string;

const configuredButDead = (address: string): string =>
  `No Temporal server answers at ${address}, which is configured: start that one, correct TEMPORAL_ADDRESS, or unset it to have one started here by \`npx steadyhand up\`.`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-cli-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('without a server a command exits with 3 and one line', async () => {
  const address = `127.0.0.1:${await freePort()}`;
  const { code, stdout, stderr } = await commandLine({ address, folder }).start('list').ended;
  expect({ code, stdout, stderr }).toEqual({
    code: 3,
    stdout: '',
    stderr: `error ${configuredButDead(address)}\n`,
  });
});

test.each([[[]], [['--json']]])('a .env that cannot be read ends any command with one line (%j)', async (more) => {
  await writeFile(join(folder, '.env'), Buffer.from([0x41, 0x3d, 0xe9]));
  const { code, stdout, stderr } = await commandLine({ address: '127.0.0.1:1', folder }).start('list', ...more).ended;
  const message = `${join(folder, '.env')}:1:3 is not UTF-8 there: save it as UTF-8.`;
  const error = { code: 'config-invalid', message };
  expect([code, stdout, stderr]).toEqual(more.length > 0 ? [2, `${JSON.stringify({ error })}\n`, ''] : [2, '', `error ${message}\n`]);
});

test('a command that waits for what keeps no process alive goes on to its end', async () => {
  const script = `
    import { main } from ${JSON.stringify(mainProgram)};
    const waiting = { parseAsync: () => new Promise((resolve) => setTimeout(resolve, 100).unref()) };
    console.log(await main(process, () => waiting));`;
  const command = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, env: temporalEnvironment('127.0.0.1:1') });
  let said = '';
  command.stdout.on('data', (text: Buffer) => (said += text.toString()));
  expect(await once(command, 'close')).toEqual([0, null]);
  expect(said).toBe('0\n');
});

test('a worker without a server ends with one line that says what to do', async () => {
  const address = `127.0.0.1:${await freePort()}`;
  const worker = spawn(process.execPath, [workerProgram], { env: { ...temporalEnvironment(address), STEADYHAND_HOME: folder } });
  let said = '';
  worker.stderr.on('data', (text: Buffer) => (said += text.toString()));
  expect(await once(worker, 'close')).toEqual([1, null]);
  expect(said).toBe(`${configuredButDead(address)}\n`);
});

test('up does not start a server when one is configured and does not answer', async () => {
  const address = `127.0.0.1:${await freePort()}`;
  expect(await commandLine({ address, folder })('up')).toMatchObject({
    code: 3,
    stderr: `error ${configuredButDead(address)}\n`,
  });
});

test('help, an unknown command and wrong JSON need no server', async () => {
  const steadyhand = commandLine({ address: '127.0.0.1:1', folder });
  expect(await steadyhand('--help')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Exit codes:') });
  expect(await steadyhand('soar')).toMatchObject({ code: 2, stderr: "error unknown command 'soar'. See `npx steadyhand --help`.\n" });
  expect(await steadyhand('run', 'x', '--input', '/dev/null')).toMatchObject({
    code: 2,
    stderr: 'error /dev/null:1:1 is not JSON: expected a value, found the end.\n',
  });
});

test('temporal passes every option through, and the exit code back', async () => {
  const steadyhand = commandLine({ address: '127.0.0.1:1', folder, env: { TEMPORAL_CLI_PATH: temporalCli() } });
  expect((await steadyhand('temporal', '--version')).stdout).toContain('temporal version');
  expect((await steadyhand('temporal', 'workflow', 'list', '--help')).stdout).toContain('temporal workflow list');
  expect((await steadyhand('temporal', 'workflow', 'list', '--fly')).code).toBe(1);
});

test('a server is started with its state in the folder, announced in server.json, and stopped completely', async () => {
  const servers: TemporalServer[] = [];
  try {
    const first = await startTemporalServer({ cli: temporalCli(), home: folder });
    servers.push(first);
    expect(JSON.parse(await readFile(join(folder, 'server.json'), 'utf8'))).toEqual({
      address: first.address,
      ui: first.ui,
      http: first.http,
      pid: first.pid,
    });
    expect((await fetch(first.ui)).status).toBe(200);
    expect((await fetch(`${first.http}/api/v1/namespaces`)).status).toBe(200);
    const connection = await Connection.connect({ address: first.address });
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: 'default' });
    await connection.close();
    expect(customAttributes).toHaveProperty('SteadyhandState');

    const beside = await startTemporalServer({ cli: temporalCli(), home: join(folder, 'other') });
    servers.push(beside);
    expect(beside.address).not.toBe(first.address);

    await first.stop();
    await expect(readFile(join(folder, 'server.json'))).rejects.toThrow('ENOENT');
    await first.stop();
  } finally {
    for (const server of servers) await server.stop();
  }
});

test('one for a program itself is on no port where others look for a server', async () => {
  const hidden = await startTemporalServer({ cli: temporalCli(), home: folder, isHidden: true });
  try {
    const ports = [hidden.address, hidden.ui, hidden.http].map((address) => Number(address.split(':').at(-1)));
    // Above them the server takes its own as it starts.
    for (const port of ports) expect(port >= 20_000 && port < 32_768).toBe(true);
  } finally {
    await hidden.stop();
  }
});

test('a Temporal CLI that does not start is reported with the end of its log', async () => {
  await expect(startTemporalServer({ cli: '/bin/false', home: folder })).rejects.toMatchObject({
    code: 'server-unreachable',
    message: expect.stringContaining(join(folder, 'temporal.log')),
  });
});
