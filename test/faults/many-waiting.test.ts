// Runs that wait for people on one worker, at rest and after its death: a thousand in `npm run test:fleet`. Prints what each costs: memory of the worker, history, rows.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readPrompt } from '../../examples/scripted-model/prompt.mjs';
import { startScriptedModel } from '../../examples/scripted-model/server.mjs';
import { connectTemporal, findTemporal } from '../../src/client/temporal-connection.js';
import type { hostAgent } from '../../src/workflows/index.js';
import { progressQuery, taskQueue } from '../../src/workflows/messages.js';
import { fastTimings, memoryDevice } from '../support/agent-harness.js';
import { assignOnce } from '../support/fault-harness.js';
import { startLedger, type Ledger } from '../support/ledger.js';
import { atRest, openInHistory, type AtRest } from '../support/left-open.js';
import { rowsOf } from '../support/rows.js';
import { startDevServer, type DevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';
import { startWorkerProcess, type WorkerProcess } from '../support/worker-process.js';

/** An even number. */
const runs = Number(process.env['STEADYHAND_WAITING'] ?? 60);
const answered = 20;
/** Fewer say nothing of memory: a collection of garbage is tens of megabytes. */
const enough = 500;
const longMs = 900_000;
const restMs = 15_000;
/** MB a waiting run, agent and subtask in the worker's cache: 1.5 was measured. */
const mostEach = 3;

describe('many waiting runs', () => {
  let server: DevServer;
  let folder: string;
  let client: Client;
  let ledger: Ledger;
  let model: Awaited<ReturnType<typeof startScriptedModel>>;
  let worker: WorkerProcess;

  beforeAll(async () => {
    [server, ledger, folder] = await Promise.all([startDevServer(), startLedger(), mkdtemp(join(tmpdir(), 'steadyhand-waiting-'))]);
    client = await connectTemporal(findTemporal(folder, { TEMPORAL_ADDRESS: server.address }));
    model = await startScriptedModel({
      script: ({ text, fields }) => {
        const facts = readPrompt(text);
        if (fields.includes('CurrentSubtask')) return assignOnce(facts);
        if (facts.title === 'Added') return { Function: '', Status: 'FINISH', Result: 'added', Comment: 'done' };
        if (!text.includes('this very one')) return { Function: '', Status: 'PENDING', Questions: ['Which?'], Comment: 'asks' };
        const label = facts.find('btn', /^Add$/)?.label ?? '';
        return { Function: 'click_input', Args: {}, ControlLabel: label, ControlText: 'Add', Status: 'CONTINUE', Comment: 'adds' };
      },
    });
    await startWorker();
  });

  afterAll(async () => {
    await worker?.kill('SIGKILL');
    await client?.connection.close();
    await server?.stop();
    await Promise.all([model?.close(), ledger?.close()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Always of the same data folder: one host. */
  async function startWorker(): Promise<void> {
    const home = join(folder, 'host');
    await mkdir(home, { recursive: true });
    const settings = {
      kinds: ['memory'],
      slots: 16,
      timings: fastTimings,
      model: { images: false },
      settings: { releaseDeviceAfter: 500 },
    };
    await writeFile(join(home, 'steadyhand.config.json'), JSON.stringify(settings));
    const env = {
      OPENAI_BASE_URL: `${model.url}/v1`,
      OPENAI_API_KEY: 'scripted',
      STEADYHAND_MODEL: 'scripted-model',
      TEMPORAL_ADDRESS: server.address,
    };
    worker = await startWorkerProcess({ home, env });
  }

  const idOf = (run: number): string => `waits-${run}`;
  async function start(from: number, to: number): Promise<void> {
    for (let run = from; run < to; run += 1) {
      const add = { post: { url: ledger.url, body: { run: idOf(run) } }, goto: 'added' };
      const screens = {
        main: { title: 'Main', controls: [{ role: 'button', name: 'Add', on: add }] },
        added: { title: 'Added', controls: [] },
      };
      await client.workflow.start<typeof hostAgent>('hostAgent', {
        taskQueue,
        workflowId: idOf(run),
        args: [{ request: `order ${idOf(run)}`, device: memoryDevice({ start: 'main', screens }) }],
      });
    }
  }

  const count = async (query: string): Promise<number> => (await client.workflow.count(`${query} AND ExecutionStatus='Running'`)).count;
  const asking = (): Promise<number> => count("SteadyhandState='PENDING' AND WorkflowType='hostAgent'");
  const untilAsking = (wanted: number) => until(async () => (await asking()) >= wanted, `${wanted} questions`, longMs);
  const untilNoDevices = () => until(async () => (await count("WorkflowType='deviceSession'")) === 0, 'devices given back', longMs);

  /** No workflow task is left of what was done, nor anything else under way. */
  async function allAtRest(): Promise<readonly AtRest[] | undefined> {
    const agents = await atRest(client, 'hostAgent');
    return agents.every(({ pending }) => pending === 0) ? agents : undefined;
  }

  async function answer(run: number, requestId: string): Promise<void> {
    await client.workflow.getHandle(idOf(run)).signal('answer', { requestId, answers: ['this very one'] });
  }

  test('FL1: they wait on one worker, cost nothing but rows and survive its death; those that are answered act once', async () => {
    await start(0, runs / 2);
    await untilAsking(runs / 4);
    // In the middle of what it does.
    await worker.kill('SIGKILL');
    await startWorker();
    const idle = await residentMb(worker.pid);
    // The first ones load code and fill what is kept once: what a run costs shows in the second half.
    await untilAsking(runs / 2);
    await untilNoDevices();
    const half = { memory: await residentMb(worker.pid), rows: await rowsOf(server) };
    await start(runs / 2, runs);
    await untilAsking(runs);
    await untilNoDevices();
    const waiting = { memory: await residentMb(worker.pid), rows: await rowsOf(server) };
    const agents = await until(allAtRest, 'rest', longMs);
    tell({ idle, half, waiting, agents });
    expect(agents).toHaveLength(runs);
    // Whatever could wake one would be a timer or an activity: of a wait of a month, too.
    for (const { workflowId } of agents.filter((_run, index) => index % Math.ceil(runs / 20) === 0)) {
      const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
      expect({ workflowId, open: openInHistory(events ?? []) }).toEqual({ workflowId, open: [] });
    }
    if (server.database) expect(waiting.rows.open).toEqual({ timers: 0, activities: 0 });

    const requests: string[] = [];
    for (let run = 0; run < answered; run += 1)
      requests.push((await client.workflow.getHandle(idOf(run)).query(progressQuery)).request?.requestId ?? '');
    await worker.kill('SIGKILL');
    // Half of the answers while nobody works.
    for (let run = 0; run < answered / 2; run += 1) await answer(run, requests[run] ?? '');
    await startWorker();
    for (let run = answered / 2; run < answered; run += 1) await answer(run, requests[run] ?? '');
    for (let run = 0; run < answered; run += 1)
      expect(await client.workflow.getHandle<typeof hostAgent>(idOf(run)).result()).toMatchObject({
        outcome: 'completed',
        unknownOutcomes: 0,
      });
    expect(ledger.entries.map((entry) => (entry as { run: string }).run).sort()).toEqual(
      Array.from({ length: answered }, (_, run) => idOf(run)).sort(),
    );

    // The others have slept through it all, and go on sleeping.
    await untilNoDevices();
    await sleep(restMs);
    const left = new Set(Array.from({ length: runs - answered }, (_, run) => idOf(run + answered)));
    expect(await atRest(client, 'hostAgent')).toEqual(agents.filter(({ workflowId }) => left.has(workflowId)));
    expect(await asking()).toBe(runs - answered);
    console.info(`after its death, with ${answered} of them gone on and the others not in its cache: ${await residentMb(worker.pid)} MB`);
    if (runs >= enough) expect((waiting.memory - half.memory) / (runs / 2)).toBeLessThan(mostEach);
  }, 2_400_000);
});

interface Measured {
  readonly memory: number;
  readonly rows: Awaited<ReturnType<typeof rowsOf>>;
}

interface Told extends Record<'half' | 'waiting', Measured>, Record<'agents', readonly AtRest[]> {
  readonly idle: number;
}

function tell({ idle, half, waiting, agents }: Told): void {
  const more = agents.length / 2;
  const mean = (of: readonly AtRest[], key: 'events' | 'bytes') => Math.round(of.reduce((sum, each) => sum + each[key], 0) / of.length);
  const rows = waiting.rows.rows === undefined ? '' : `, ${((waiting.rows.rows - (half.rows.rows ?? 0)) / more).toFixed(1)} rows`;
  console.info(
    [
      `${agents.length} waiting runs on one worker:`,
      `  its memory: idle ${idle} MB, with ${more} of them ${half.memory} MB, with all ${waiting.memory} MB: ${Math.round(((waiting.memory - half.memory) * 1_024) / more)} KB a run, in its cache`,
      `  history: agent ${mean(agents, 'events')} events, ${mean(agents, 'bytes')} bytes`,
      `  database: ${Math.round((waiting.rows.bytes - half.rows.bytes) / more)} bytes a run${rows}`,
    ].join('\n'),
  );
}

async function residentMb(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}
