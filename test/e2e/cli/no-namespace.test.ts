// FL7: a namespace that the server does not have is told in one sentence by every command, and by a worker.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, type CommandLine } from '../../support/command-line.js';
import { sharedServerAddress, temporalEnvironment } from '../../support/temporal-server.js';

const workerProgram = fileURLToPath(new URL('../../../dist/worker.js', import.meta.url));
const sentence = (): string =>
  `The Temporal server at ${sharedServerAddress()} has no namespace 'nope': correct TEMPORAL_NAMESPACE, or create it with \`npx steadyhand temporal operator namespace create --namespace nope\`.`;
let folder: string;
let steadyhand: CommandLine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-namespace-'));
  steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { TEMPORAL_NAMESPACE: 'nope' } });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['list'],
  ['inbox'],
  ['show a'],
  ['cancel a'],
  ['run hello'],
  ['schedule list'],
  ['schedule trigger a'],
  ['gc --older-than 30d'],
])('FL7: `%s` says that there is no such namespace, and how to get it', async (words) => {
  expect(await steadyhand(...words.split(' '))).toEqual({ code: 3, stdout: '', stderr: `error ${sentence()}\n` });
});

test('FL7: so does a worker, as its only line', async () => {
  const env = { ...temporalEnvironment(sharedServerAddress()), STEADYHAND_HOME: folder, TEMPORAL_NAMESPACE: 'nope' };
  const worker = spawn(process.execPath, [workerProgram], { env, cwd: folder });
  let said = '';
  worker.stderr.on('data', (text: Buffer) => (said += text.toString()));
  expect(await once(worker, 'close')).toEqual([1, null]);
  expect(said).toBe(`${sentence()}\n`);
});

test('FL7: the doctor tells it among its checks', async () => {
  const { stdout } = await steadyhand('doctor', '--json');
  const checks = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
  expect(checks).toContainEqual({
    name: 'Temporal server',
    status: 'fail',
    detail: `The Temporal server at ${sharedServerAddress()} has no namespace 'nope'`,
    advice: 'correct TEMPORAL_NAMESPACE, or create it with `npx steadyhand temporal operator namespace create --namespace nope`',
  });
  expect(checks.map(({ name }) => name)).toContain('Data folder');
});
