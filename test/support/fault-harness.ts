// A run on real processes: a worker that can be killed, a stub device that outlives it, a ledger outside, and a scripted model whose answers follow from the screen alone, so that a repeated
// question gets the same answer.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { readPrompt, type PromptFacts } from '../../examples/scripted-model/prompt.mjs';
import { startScriptedModel } from '../../examples/scripted-model/server.mjs';
import type { DeviceScript } from '../../src/adapters/memory/device-script.js';
import { connectTemporal, findTemporal } from '../../src/temporal-connection.js';
import type { hostAgent } from '../../src/workflows/index.js';
import { progressQuery, taskQueue, type ProgressView } from '../../src/workflows/messages.js';
import { fastTimings, until } from './agent-harness.js';
import { startLedger, type Ledger } from './ledger.js';
import { startWorkerProcess, type WorkerProcess } from './worker-process.js';

type Reply = Readonly<Record<string, unknown>>;

export interface FaultHarness {
  readonly client: Client;
  readonly ledger: Ledger;
  readonly home: string;
  worker: WorkerProcess;
  /** Called before each answer of the model, with its number; may hold it back. */
  beforeAnswer: (number: number) => void;
  start(device: DeviceScript, settings?: Reply): Promise<WorkflowHandle<typeof hostAgent>>;
  restart(signal: NodeJS.Signals): Promise<void>;
  progress(handle: WorkflowHandle): Promise<ProgressView>;
  /** Records of devices that this host still has. */
  devices(): Promise<readonly { readonly deviceId: string; readonly epoch: number; readonly attachment: { readonly pid?: number } }[]>;
  /** Actions whose begin the journal has. */
  begun(): Promise<number>;
  close(): Promise<void>;
}

/** The screen says how far the order has come: three presses of "Add", then done. */
export function threePresses(url: string, { delayMs = 0, delayAfterMs = 0 } = {}): DeviceScript {
  const screen = (count: number) => ({
    title: `Added ${count}`,
    controls: [
      { role: 'heading', name: `Added ${count}` },
      ...(count < 3
        ? [{ role: 'button', name: 'Add', on: { delayMs, post: { url, body: { press: count + 1 } }, delayAfterMs, goto: `s${count + 1}` } }]
        : []),
    ],
  });
  return { start: 's0', screens: { s0: screen(0), s1: screen(1), s2: screen(2), s3: screen(3) } };
}

export function pressUntilDone({ title, find }: PromptFacts): Reply {
  const add = find('btn', /^(Add|Delete)$/);
  return add
    ? { Function: 'click_input', Args: {}, ControlLabel: add.label, ControlText: 'Add', Status: 'CONTINUE', Comment: title }
    : { Function: '', Status: 'FINISH', Result: title, Comment: title };
}

export function assignOnce({ applications, previousSubtasks }: PromptFacts): Reply {
  const last = previousSubtasks.at(-1);
  if (last) return { Status: 'FINISH', Result: last.result, Comment: 'done' };
  return {
    Status: 'ASSIGN',
    CurrentSubtask: 'press Add three times',
    ControlLabel: applications.find(({ current }) => current)?.number ?? '1',
    Message: [],
  };
}

export interface FaultOptions {
  readonly address: string;
  readonly app?: (facts: PromptFacts) => Reply;
  readonly slots?: number;
  readonly env?: Readonly<Record<string, string>>;
}

let numbered = 0;

export async function startFaultHarness({ address, app = pressUntilDone, slots = 2, env: more = {} }: FaultOptions): Promise<FaultHarness> {
  const ledger = await startLedger();
  let answers = 0;
  const model = await startScriptedModel({
    script: ({ text, fields }) => {
      harness.beforeAnswer(++answers);
      return fields.includes('CurrentSubtask') ? assignOnce(readPrompt(text)) : app(readPrompt(text));
    },
  });
  const home = await mkdtemp(join(tmpdir(), 'steadyhand-faults-'));
  await writeFile(
    join(home, 'steadyhand.config.json'),
    JSON.stringify({ kinds: ['stub'], slots, timings: fastTimings, model: { images: false } }),
  );
  const env = {
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_API_KEY: 'scripted',
    STEADYHAND_MODEL: 'scripted-model',
    TEMPORAL_ADDRESS: address,
    ...more,
  };
  const client = await connectTemporal(findTemporal(home, { TEMPORAL_ADDRESS: address }));
  const handles: WorkflowHandle[] = [];
  const harness: FaultHarness = {
    client,
    ledger,
    home,
    worker: await startWorkerProcess({ home, env }),
    beforeAnswer: () => undefined,
    async start(script, settings = {}) {
      const handle = await client.workflow.start<typeof hostAgent>('hostAgent', {
        taskQueue,
        workflowId: `fault-${process.pid}-${Date.now().toString(36)}-${++numbered}`,
        args: [{ request: 'press', device: { kind: 'stub', capabilities: { script } }, settings }],
      });
      handles.push(handle);
      return handle;
    },
    async restart(signal) {
      await harness.worker.kill(signal);
      harness.worker = await startWorkerProcess({ home, env });
    },
    progress: (handle) => handle.query(progressQuery),
    async devices() {
      const folder = join(home, 'devices');
      const files = (await readdir(folder)).filter((name) => name.endsWith('.json') && !name.includes('generation'));
      return Promise.all(files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))));
    },
    async begun() {
      const folder = join(home, 'journal');
      const files = await readdir(folder).catch(() => []);
      const text = (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('');
      return text.split('"t":"intended"').length - 1;
    },
    async close() {
      for (const handle of handles) await handle.cancel().catch(() => undefined);
      for (const handle of handles) await handle.result().catch(() => undefined);
      await until(async () => (await harness.devices()).length === 0, 'closing the devices', 40_000).catch(() => undefined);
      await harness.worker.kill('SIGKILL');
      for (const { attachment } of await harness.devices()) if (attachment.pid) kill(attachment.pid);
      await client.connection.close();
      await model.close();
      await ledger.close();
      await rm(home, { recursive: true, force: true });
    },
  };
  return harness;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
