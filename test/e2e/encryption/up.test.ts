// `up --encrypt` as people use it: its key, its codec server, bare Temporal CLI and Web UI through it, rotation while a run waits for a person, and every command that reads what Temporal stores.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { openEncryption } from '../../../src/client/data-converter.js';
import { loadConfig } from '../../../src/config/config.js';
import { memoryDevice } from '../../support/agent-harness.js';
import { type EncryptedUp, question, startEncryptedUp } from '../../support/encrypted-up.js';
import { plantedIn } from '../../support/planted.js';
import { until } from '../../support/until.js';
import { openViewer } from '../../support/viewer.js';
import { historiesOf } from '../../support/what-a-run-wrote.js';

const bundle = fileURLToPath(new URL('../../../dist/workflow-bundle.js', import.meta.url));
const image = fileURLToPath(new URL('../../../docs/images/encrypted-run-in-web-ui.png', import.meta.url));
const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Refresh' }] } } });
const keyIds = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/"encryption-key-id": ?"([^"]+)"/g)].map(([, id = '']) => Buffer.from(id, 'base64').toString()));

/** Of what the Temporal CLI has printed, where payloads stand in Base64. */
const tells = (printed: string, word: string): boolean => plantedIn(new Map([['here', Buffer.from(printed)]]), [word]).length > 0;

let up: EncryptedUp;
beforeAll(async () => {
  up = await startEncryptedUp();
});
afterAll(() => up?.close());

/** A run that waits for its answer. */
async function waiting(id: string, request: string): Promise<void> {
  const input = join(up.home, `${id}.json`);
  await writeFile(input, JSON.stringify({ request: `${request} (${id})`, device }));
  expect(await up.steadyhand('run', '--input', input, '--id', id)).toMatchObject({ code: 0 });
  await asks(id);
}

async function asks(id: string): Promise<string> {
  return until(async () => {
    const { stdout } = await up.steadyhand('inbox', '--json');
    const entry = stdout.split('\n').find((line) => line.includes(`"${id}`));
    return entry !== undefined && (JSON.parse(entry) as { request?: { requestId?: string } }).request?.requestId;
  }, `a question of ${id}`);
}

async function ended(id: string): Promise<void> {
  await until(
    async () => /"state":"(COMPLETED|FINISH)|completed/i.test((await up.steadyhand('show', id, '--json')).stdout),
    `the end of ${id}`,
  );
}

describe('LK60: up --encrypt', () => {
  test('makes a key and tells where the codec server is, for its own user alone', async () => {
    for (const file of ['keys/payloads.json', 'codec-server.json'])
      expect([file, (await stat(join(up.home, file))).mode & 0o777]).toEqual([file, 0o600]);
    expect(up.codecServer).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test('nobody reads a run at the server; the Temporal CLI does through the codec server, and answers with and without it', async () => {
    await waiting('run-blue', 'Press it, Flamingo');
    const raw = await up.bare('workflow', 'show', '--workflow-id', 'run-blue', '--output', 'json');
    expect(raw).toContain('encryption-key-id');
    expect([tells(raw, 'Flamingo'), tells(raw, 'Kranich')]).toEqual([false, false]);
    const { token } = JSON.parse(await readFile(join(up.home, 'codec-server.json'), 'utf8')) as { readonly token: string };
    const codec = ['--codec-endpoint', up.codecServer, '--codec-auth', `Bearer ${token}`];
    const show = ['workflow', 'show', '--workflow-id', 'run-blue', '--output', 'json'];
    expect(tells(await up.bare(...show, ...codec), 'Flamingo')).toBe(true);
    expect(tells((await up.steadyhand('temporal', ...show)).stdout, 'Flamingo')).toBe(true);
    await expect(
      up.bare('workflow', 'query', '--type', 'progress', '--workflow-id', 'run-blue', ...codec.slice(0, 2), '--codec-auth', 'Bearer no'),
    ).rejects.toThrow(/The token is missing or wrong/);

    // Plain, as a bare CLI sends it.
    const answer = JSON.stringify({ requestId: await asks('run-blue'), answers: ['light blue'] });
    await up.bare('workflow', 'signal', '--workflow-id', 'run-blue', '--name', 'answer', '--input', answer);
    await ended('run-blue');

    // Encrypted by the codec server on its way.
    await waiting('run-green', 'Press it again, Flamingo');
    const other = JSON.stringify({ requestId: await asks('run-green'), answers: ['dark-green-Reiher'] });
    await up.bare('workflow', 'signal', '--workflow-id', 'run-green', '--name', 'answer', '--input', other, ...codec);
    await ended('run-green');
    expect(tells(await up.bare('workflow', 'show', '--workflow-id', 'run-green', '--output', 'json'), 'dark-green')).toBe(false);
  });

  test('a run that waits under the old key is answered under the new one, and goes on', async () => {
    await waiting('run-red', 'Press it once more');
    const made = await up.steadyhand('new-key', '--json');
    expect(JSON.parse(made.stdout)).toMatchObject({ older: [expect.any(String)] });
    expect(await up.steadyhand('answer', 'run-red', 'dark', 'red')).toMatchObject({ code: 0, stderr: '' });
    await ended('run-red');
    expect(keyIds(await up.bare('workflow', 'show', '--workflow-id', 'run-red', '--output', 'json')).size).toBe(2);
  });

  test('list, show, report, export, rerun, flow from-run and gc read it', async () => {
    const out = join(up.home, 'out');
    const of = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await up.steadyhand(...args);
      expect([args.join(' '), code, code === 0 ? '' : stderr]).toEqual([args.join(' '), 0, '']);
      return stdout;
    };
    expect(await of('list')).toContain('Press it, Flamingo');
    expect(await of('show', 'run-blue')).toContain('Refresh');
    await of('report', 'run-blue', '--json', '--out', `${out}.report.json`);
    const report = await readFile(`${out}.report.json`, 'utf8');
    for (const text of ['Flamingo', question, 'light blue', 'Refresh']) expect([text, report.includes(text)]).toEqual([text, true]);
    await of('export', 'run-blue', '--out', `${out}.gz`);
    expect(await of('rerun', `${out}.gz`)).toMatch(/same/i);
    expect(await of('rerun', 'run-red')).toMatch(/same/i);
    await of('flow', 'from-run', 'run-blue', '--out', `${out}.flow.json`, '--name', 'Press');
    expect(await readFile(`${out}.flow.json`, 'utf8')).toContain('Refresh');
    await of('gc', '--older-than', '1d');
  });

  test('its encrypted histories are replayed with the keys, and not without', async () => {
    const connection = await Connection.connect({ address: up.address });
    try {
      const bare = new Client({ connection });
      expect((await historiesOf(bare, 'run-red')).size).toBeGreaterThan(20);
      const history = await bare.workflow.getHandle('run-red').fetchHistory();
      const { dataConverter } = await openEncryption(loadConfig({ STEADYHAND_HOME: up.home }, up.home));
      const workflowBundle = { codePath: bundle };
      await expect(Worker.runReplayHistory({ workflowBundle, dataConverter }, history, 'run-red')).resolves.toBeUndefined();
      await expect(Worker.runReplayHistory({ workflowBundle }, history, 'run-red')).rejects.toThrow();
    } finally {
      await connection.close();
    }
  });

  test('the console shows it', async () => {
    const viewer = await openViewer();
    try {
      await viewer.go(up.console.replace('/#', '/runs/run-blue#'));
      await viewer.sees('Flamingo', 30_000);
    } finally {
      await viewer.close();
    }
  });

  test('the Web UI shows it through the codec server', async () => {
    const viewer = await openViewer();
    try {
      const { runId } = JSON.parse(
        (await up.bare('workflow', 'describe', '--workflow-id', 'run-blue', '--output', 'json')).replace(/^[^{]*/, ''),
      ).workflowExecutionInfo.execution as { readonly runId: string };
      await viewer.size(1_280, 800);
      await viewer.go(`${up.ui}/namespaces/default/workflows/run-blue/${runId}/history`);
      await viewer.sees('Flamingo', 60_000);
      if (process.env['STEADYHAND_RECORD'] !== undefined) await viewer.screenshot(image);
    } finally {
      await viewer.close();
    }
  });

  test('Ctrl-C ends all of it', async () => {
    const other = await up.steadyhand('list', '--json');
    expect(other.code).toBe(0);
    const { code } = await up.stop();
    expect(code).toBe(0);
    await expect(stat(join(up.home, 'codec-server.json'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
