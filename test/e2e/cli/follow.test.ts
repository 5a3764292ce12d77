// Following a run for a long time: the server ends long polls within 100 ms instead of 20 s, so that a few seconds see as many of them as ten minutes normally do.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { memoryDevice, startHarness, type Harness } from '../../support/agent-harness.js';
import { commandLine } from '../../support/command-line.js';
import { startDevServer, type DevServer } from '../../support/temporal-server.js';

const looks = Array.from({ length: 6 }, (_, index) => `look ${index + 1}`);

let server: DevServer;
let harness: Harness;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-follow-'));
  server = await startDevServer({ dynamicConfig: { 'history.longPollExpirationInterval': '100ms' } });
  harness = await startHarness({ address: server.address });
});

afterAll(async () => {
  await harness?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('following a run sees it to its end and leaks nothing', async () => {
  const nodes = looks.map((id) => ({ id, name: id, node_type: { type: 'ListWindows' }, settle_ms: 300 }));
  const edges = looks.slice(1).map((to, index) => ({ from: looks[index], to }));
  const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [] } } });
  await writeFile(join(folder, 'looks.flow.json'), JSON.stringify({ name: 'looks', nodes, edges }));
  await writeFile(join(folder, 'input.json'), JSON.stringify({ device }));
  const steadyhand = commandLine({
    address: server.address,
    folder,
    env: { STEADYHAND_SHARED: harness.config.shared, STEADYHAND_KINDS: 'memory' },
  });
  const { code, stdout, stderr } = await steadyhand(
    'flow',
    'run',
    'looks.flow.json',
    '--input',
    'input.json',
    '--id',
    harness.expect({}),
    '--follow',
  );
  expect({ code, shown: looks.filter((name) => stdout.includes(name)) }).toEqual({ code: 0, shown: looks });
  expect(stdout).toContain('completed');
  expect(stderr).not.toContain('MaxListenersExceededWarning');
});
