import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandLine, commandLine } from '../../support/command-line.js';
import { assignThenFinish, click, memoryDevice, say, startHarness, type Harness } from '../../support/agent-harness.js';
import { until } from '../../support/until.js';
import { freePort } from '../../support/free-port.mjs';
import { sharedServerAddress, temporalCli } from '../../support/temporal-server.js';

describe('an operator', () => {
  let harness: Harness;
  let steadyhand: CommandLine;
  /** A machine without a worker: the harness's host is remote to it. */
  let elsewhere: CommandLine;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-operator-'));
    harness = await startHarness({ address: sharedServerAddress() });
    const env = { STEADYHAND_KINDS: 'memory', TEMPORAL_CLI_PATH: temporalCli() };
    steadyhand = commandLine({ address: sharedServerAddress(), folder: harness.home, env });
    elsewhere = commandLine({ address: sharedServerAddress(), folder, env });
  });

  afterAll(async () => {
    await harness?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Refresh' }] } } });
  const asksOnce = { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] }), say('FINISH')] };

  interface ShownHost {
    readonly host?: string;
    readonly here: boolean;
    readonly worker: string;
    readonly process?: number;
    readonly devices: readonly { readonly device: string; readonly state: string; readonly owner: string; readonly epoch?: number }[];
  }

  function lines<T>(...args: readonly string[]): Promise<readonly T[]> {
    return linesOf(steadyhand, ...args);
  }

  async function linesOf<T>(program: CommandLine, ...args: readonly string[]): Promise<readonly T[]> {
    const { code, stdout, stderr } = await program(...args, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as T);
  }

  test('a run started by the bare Temporal CLI is listed and shown with its request', async () => {
    const id = harness.expect(asksOnce);
    const input = JSON.stringify({ request: `Delete the note of ${id}`, device });
    await steadyhand(
      ...['temporal', 'workflow', 'start', '--type', 'hostAgent', '--task-queue', 'steadyhand', '--workflow-id', id, '--input', input],
    );
    const listed = await until(
      async () => (await lines<{ id: string; request?: string }>('list')).find((run) => run.id === id),
      'the run in the list',
    );
    expect(listed.request).toBe(`Delete the note of ${id}`);
    expect((await lines<{ request?: string }>('show', id))[0]?.request).toBe(`Delete the note of ${id}`);
  });

  test('show counts the tokens of the agent that works for a run', async () => {
    const run = await harness.run(asksOnce, { request: 'which', device });
    await run.asks('question');
    const used = async (id: string): Promise<{ modelCalls: number; inputTokens: number }> =>
      (await lines<{ usage: { modelCalls: number; inputTokens: number } }>('show', id))[0]?.usage ?? { modelCalls: 0, inputTokens: 0 };
    const { modelCalls, inputTokens } = (await run.progress()).usage;
    expect(inputTokens).toBeGreaterThan(0);
    expect(await used(run.id)).toMatchObject({ modelCalls, inputTokens });
  });

  test('show of a flow names the command that shows its nodes, and flow show of another run the command that shows its steps', async () => {
    const nodes = [{ id: 'look', name: 'look', node_type: { type: 'FindText', search_text: 'Refresh' } }];
    const flow = await harness.flow(() => ({ name: 'look around', nodes, edges: [] }), { device });
    const run = await harness.run({ host: assignThenFinish, app: [say('FINISH')] }, { request: 'look', device });
    await Promise.all([flow.handle.result(), run.handle.result()]);
    const offline = commandLine({ address: `127.0.0.1:${await freePort()}`, folder: harness.home, env: { STEADYHAND_KINDS: 'memory' } });
    const toFlow = `A flow: \`npx steadyhand flow show ${flow.id}\` shows its path and variables.`;
    const toRun = { code: 1, stdout: '', stderr: `error '${run.id}' is not a flow: \`npx steadyhand show ${run.id}\` shows its steps.\n` };
    for (const program of [steadyhand, offline]) {
      const shown = await program('show', flow.id);
      expect({ code: shown.code, lines: shown.stdout.split('\n').filter((line) => line.startsWith('A flow')) }).toEqual({
        code: 0,
        lines: [toFlow],
      });
      expect(await program('flow', 'show', flow.id)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^look 1 /m) });
      expect(await program('flow', 'show', run.id)).toEqual(toRun);
      expect((await program('show', run.id)).stdout).not.toContain('flow show');
    }
  });

  test('hosts shows a device with its owner and epoch, on its own machine and from another', async () => {
    const run = await harness.run(asksOnce, { request: 'which', device });
    await run.asks('question');
    const device1 = { device: expect.any(String), kind: 'memory', state: 'held', owner: run.id, epoch: 1 };
    const own = (hosts: readonly ShownHost[]) => hosts.find(({ host }) => host === harness.worker.hostId);

    const [first, ...others] = await lines<ShownHost>('hosts');
    expect(first).toMatchObject({ host: harness.worker.hostId, here: true, worker: 'polls', process: process.pid });
    expect(first?.devices).toContainEqual(expect.objectContaining(device1));
    expect(others.every(({ here }) => !here)).toBe(true);

    const far = own(await linesOf(elsewhere, 'hosts'));
    expect(far).toMatchObject({ here: false, worker: 'polls' });
    expect(far?.devices).toContainEqual(expect.objectContaining(device1));

    const text = (await elsewhere('hosts')).stdout;
    expect(text).toMatch(new RegExp(`${harness.worker.hostId} +polls`));
    expect(text).toMatch(new RegExp(`memory +held +${harness.worker.hostId} +1 +just now +${run.id}`));
  });

  test('devices close: the device is closed from any machine, the next action goes to another one, and the agent is told', async () => {
    const app = [say('PENDING', { Questions: ['Which?'] }), click('Refresh'), click('Refresh'), say('FINISH')];
    const run = await harness.run({ host: assignThenFinish, app }, { request: 'delete', device });
    const { asker, requestId } = await run.asks('question');
    const [owned] = (await lines<ShownHost>('hosts')).flatMap(({ devices }) => devices).filter(({ owner }) => owner === run.id);
    const id = owned?.device ?? '';
    const before = harness.openDevices();

    expect(await elsewhere('devices', 'close', id)).toEqual({
      code: 2,
      stdout: '',
      stderr: `error Closing takes the memory device from '${run.id}': \`npx steadyhand devices close ${id} --yes\` does it.\n`,
    });
    expect(harness.openDevices()).toBe(before);

    expect(await linesOf(elsewhere, 'devices', 'close', id.slice(0, 8), '--yes')).toEqual([{ device: id, owner: run.id, closed: true }]);
    expect(harness.openDevices()).toBe(before - 1);
    const gone = await steadyhand('devices', 'close', id, '--yes');
    expect(gone).toMatchObject({ code: 1, stderr: `error There is no device '${id}': \`npx steadyhand hosts\` shows those that exist.\n` });

    await harness.client.workflow.getHandle(asker).signal('answer', { requestId, answers: ['this'] });
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    const performed = (await harness.records(run)).filter(({ type }) => type === 'performed').map(({ data }) => data);
    expect(performed.length).toBeGreaterThan(0);
    expect(performed.every(({ deviceId, epoch }) => deviceId !== id && epoch === 2)).toBe(true);
    expect(harness.asked(run).some(({ text }) => /interface was (opened|reset)|another interface|opened again/i.test(text))).toBe(true);
  });

  test('what a run left on a host without a worker is shown, and only that host can close it', async () => {
    await mkdir(join(folder, 'devices'), { recursive: true });
    await writeFile(join(folder, 'host.json'), JSON.stringify({ version: 3, hostId: 'LEFT' }));
    const owner = { sessionId: 'gone/device-1', sessionRunId: 's', ownerWorkflowId: 'gone', ownerFirstRunId: 'r', origins: [] };
    const opened = { state: 'open', attachment: {}, epoch: 3, generation: 0, openedAt: new Date().toISOString() };
    await writeFile(
      join(folder, 'devices', 'left-1.json'),
      JSON.stringify({ version: 1, deviceId: 'left-1', kind: 'web', ...owner, ...opened }),
    );

    const [here] = await linesOf<ShownHost>(elsewhere, 'hosts');
    expect(here).toMatchObject({ host: 'LEFT', here: true, worker: 'none', devices: [{ device: 'left-1', state: 'left', epoch: 3 }] });
    expect(await elsewhere('devices', 'close', 'left', '--yes')).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error The run of device left-1 has ended, and no worker runs on its host LEFT: `npx steadyhand worker` closes it when it starts.\n',
    });
  });
});
