// Runs that wait for an answer with their devices open (fifty in `npm run test:fleet`), over a deploy whose workflows begin otherwise (FL3): each goes on in the device that it had.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readPrompt } from '../../examples/scripted-model/prompt.mjs';
import { startDeployScene, theAnswer, type DeployScene } from '../support/deploy-scene.js';
import { assignOnce, type DeviceFile } from '../support/fault-harness.js';
import { startLedger, type Ledger } from '../support/ledger.js';
import { judge, tellCounts } from '../support/operations.js';
import { until } from '../support/until.js';

const runs = Number(process.env['STEADYHAND_HELD'] ?? 10);
const longMs = 600_000;

describe('a deploy under open devices', () => {
  let scene: DeployScene;
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await startLedger();
    scene = await startDeployScene({
      config: { slots: runs },
      script: ({ text, fields }) => {
        const facts = readPrompt(text);
        if (fields.includes('CurrentSubtask')) return assignOnce(facts);
        const open = facts.find('btn', /^(Open|Add)$/);
        // What was done before the deploy shows on the screen after it.
        if (facts.title === 'Main') return press(open?.label, 'Open');
        if (facts.title === 'Added') return { Function: '', Status: 'FINISH', Result: 'added', Comment: 'done' };
        if (!text.includes(theAnswer)) return { Function: '', Status: 'PENDING', Questions: ['Which?'], Comment: 'asks' };
        return press(open?.label, 'Add');
      },
    });
  });
  afterAll(async () => {
    await scene?.close();
    await ledger?.close();
  });

  const press = (label = '', name = '') => ({
    ...{ Function: 'click_input', Args: {}, ControlLabel: label, ControlText: name, Status: 'CONTINUE', Comment: `presses ${name}` },
  });
  const deviceOf = (run: string) => {
    const on = (what: string, goto: string) => ({ post: { url: ledger.url, body: { run, what } }, goto });
    const screens = {
      main: { title: 'Main', controls: [{ role: 'button', name: 'Open', on: on('opened', 'order') }] },
      order: { title: 'Order', controls: [{ role: 'button', name: 'Add', on: on('added', 'added') }] },
      added: { title: 'Added', controls: [] },
    };
    return { kind: 'stub', capabilities: { script: { start: 'main', screens } } };
  };

  /** The processes of the devices, by the run that has them. */
  async function devices(): Promise<Readonly<Record<string, number | undefined>>> {
    const folder = join(scene.folder, 'host', 'devices');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    const files = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as DeviceFile));
    return Object.fromEntries(files.map(({ ownerWorkflowId, attachment }) => [ownerWorkflowId, attachment.pid]));
  }

  /** What doctor says of it. */
  async function deployment(): Promise<readonly { readonly name: string; readonly status: string; readonly detail: string }[]> {
    const { stdout } = await scene.steadyhand('doctor', '--json');
    const checks = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; status: string; detail: string });
    return checks.filter(({ name }) => name === 'Deployment');
  }

  test('FL3: runs with devices open end in those devices, none stuck, no error of nondeterminism, each order made once', async () => {
    const { client, startWorker, promote, status, answer } = scene;
    const old = await startWorker('host', '1.0.0', 'stub');
    await promote('1.0.0');
    const ids = Array.from({ length: runs }, (_, run) => `holds-${run + 1}`);
    const waiting = await Promise.all(ids.map((id) => scene.start(id, { request: `order ${id}`, device: deviceOf(id) })));
    const asking = "SteadyhandState='PENDING' AND WorkflowType='hostAgent' AND ExecutionStatus='Running'";
    await until(async () => (await client.workflow.count(asking)).count === runs, 'the questions', longMs);
    const before = await devices();
    expect(Object.keys(before)).toHaveLength(runs);
    const [first] = waiting;
    expect(first && (await scene.isIncompatible(first))).toBe(true);

    expect(await deployment()).toEqual([expect.objectContaining({ status: 'ok', detail: "'steadyhand', new runs go to 1.0.0" })]);
    // Somebody forgot the old version: its runs stand still, and are told of.
    await old.kill('SIGTERM');
    await startWorker('host', '2.0.0', 'stub', scene.next);
    await promote('2.0.0');
    await until(
      async () => (await deployment()).some(({ detail }) => /^\d+ open on version 1\.0\.0, which has no worker/.test(detail)),
      'doctor says that the old version has no worker',
    );
    // As docs/production.md has it: the old version decides on, without devices; the new one has the host.
    await startWorker('decides', '1.0.0', 'none');
    expect(await devices()).toEqual(before);
    for (const handle of waiting) await answer(handle);
    const results = await Promise.all(waiting.map((handle) => handle.result()));
    for (const result of results) expect(result).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    const wanted = ids.flatMap((run) => ['opened', 'added'].map((what) => ({ run, what })));
    const struck = { 'version promoted': 1, 'worker stopped': 1 };
    tellCounts('a version promoted under open runs', judge({ entries: ledger.entries, wanted, results, struck }));

    // In the devices that they had: one that was opened again would begin with its first screen.
    const made = ledger.entries.map((entry) => JSON.stringify(entry)).sort();
    expect(made).toEqual(ids.flatMap((run) => ['added', 'opened'].map((what) => JSON.stringify({ run, what }))).sort());
    expect(scene.asked().filter(({ text }) => text.includes('opened again'))).toEqual([]);
    await until(async () => (await status()).versions.every(({ open }) => open === 0), 'none open on either version');
    const moved = "TemporalWorkerDeploymentVersion='steadyhand:2.0.0' AND WorkflowType='hostAgent'";
    expect((await client.workflow.count(moved)).count).toBe(runs);
    expect(await scene.failedTasks()).toEqual([]);
    await until(async () => Object.keys(await devices()).length === 0, 'closing the devices');
  }, 1_800_000);
});
