// A run on real processes: workers that can be killed (each with its own home, so each is a host), a stub device that outlives them, an outside ledger, and a scripted model whose answers depend on the screen alone, so that a repeated
// question gets the same answer.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { readPrompt, type PromptFacts } from '../../examples/scripted-model/prompt.mjs';
import { startScriptedModel, type Script } from '../../examples/scripted-model/server.mjs';
import type { DeviceScript } from '../../src/adapters/memory/device-script.js';
import { loadConfig } from '../../src/config/config.js';
import type { DeviceSpec } from '../../src/domain/device/device-spec.js';
import type { Timings } from '../../src/domain/run/resolve-settings.js';
import { openEncryption } from '../../src/client/data-converter.js';
import { connectTemporal, findTemporal } from '../../src/client/temporal-connection.js';
import type { hostAgent } from '../../src/workflows/index.js';
import { progressQuery, taskQueue, type ProgressView } from '../../src/workflows/messages.js';
import { fastTimings } from './agent-harness.js';
import { until } from './until.js';
import { startLedger, type Ledger } from './ledger.js';
import { startWorkerProcess, type WorkerProcess } from './worker-process.js';

type Reply = Readonly<Record<string, unknown>>;

/** A host's record of a device. */
export interface DeviceFile {
  readonly deviceId: string;
  readonly epoch: number;
  readonly ownerWorkflowId: string;
  readonly attachment: { readonly pid?: number; readonly processes?: readonly { readonly pid: number }[] };
}

/** One worker with its data folder. */
export interface FaultHost {
  readonly home: string;
  worker: WorkerProcess;
  /** Starts another worker process with the same data folder, from that program (default: as built); the previous one must have ended. */
  startAgain(program?: string): Promise<void>;
  /** Device records that this host still has. */
  devices(): Promise<readonly DeviceFile[]>;
  /** Live device processes that this host opened, recorded or not; `hands`: those that have them. */
  drivers(): Promise<readonly number[]>;
  hands(): Promise<readonly number[]>;
  /** Number of actions that began according to the journal. */
  begun(): Promise<number>;
  /** Number of actions with an outcome in the journal. */
  done(): Promise<number>;
}

export interface FaultHarness {
  readonly client: Client;
  readonly ledger: Ledger;
  /** Folder and process of the first host. */
  readonly home: string;
  worker: WorkerProcess;
  readonly hosts: readonly FaultHost[];
  /** Resolves when the model is about to give its n-th answer from now. */
  answerComing(n: number): Promise<void>;
  /** The same, and the answer is held back until the function that it resolves with is called. */
  answerHeld(n: number): Promise<() => void>;
  /** Given a script, it uses a stub device. */
  start(device: DeviceScript | DeviceSpec, settings?: Reply, request?: string): Promise<WorkflowHandle<typeof hostAgent>>;
  restart(signal: NodeJS.Signals): Promise<void>;
  /** Worker, hands and browsers at once: what was under way nobody knows, unless a stub tells. */
  restartWithHands(): Promise<void>;
  progress(handle: WorkflowHandle): Promise<ProgressView>;
  /** Those of all hosts together. */
  devices(): Promise<readonly DeviceFile[]>;
  drivers(): Promise<readonly number[]>;
  hands(): Promise<readonly number[]>;
  begun(): Promise<number>;
  done(): Promise<number>;
  /** The host that holds this run's device; waits until there is one. */
  holderOf(handle: WorkflowHandle): Promise<FaultHost>;
  close(): Promise<void>;
}

export interface PressOptions {
  readonly delayMs?: number;
  readonly delayAfterMs?: number;
  /** Delays of the first press only. */
  readonly first?: { readonly delayMs?: number; readonly delayAfterMs?: number };
  /** The press, counted from one, that needs a person's approval. */
  readonly guarded?: number;
  /** Added to each ledger entry. */
  readonly body?: Reply;
  /** The device tells nobody what it has heard. */
  readonly silent?: boolean;
}

/** The screen shows the progress of the order: three presses of "Add", then done. */
export function threePresses(
  url: string,
  { delayMs = 0, delayAfterMs = 0, first = {}, guarded, body = {}, silent = false }: PressOptions = {},
): DeviceScript {
  const press = (count: number) => {
    const timing = { delayMs, delayAfterMs, ...(count === 0 ? first : {}) };
    const name = count + 1 === guarded ? 'Delete' : 'Add';
    return { role: 'button', name, on: { ...timing, post: { url, body: { ...body, press: count + 1 } }, goto: `s${count + 1}` } };
  };
  const screen = (count: number) => ({
    title: `Added ${count}`,
    controls: [{ role: 'heading', name: `Added ${count}` }, ...(count < 3 ? [press(count)] : [])],
  });
  return { start: 's0', silent, screens: { s0: screen(0), s1: screen(1), s2: screen(2), s3: screen(3) } };
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
  /** Replaces all answers. */
  readonly script?: Script;
  /** Turns of AI steps. */
  readonly step?: (prompt: string) => Reply;
  readonly toolServers?: Readonly<Record<string, object>>;
  /** Further fields of the workers' configuration. */
  readonly config?: Readonly<Record<string, object>>;
  readonly slots?: number;
  readonly kind?: 'stub' | 'web' | 'desktop' | 'appium';
  /** Number of workers, each with its own folder. */
  readonly hosts?: number;
  readonly timings?: Partial<Timings>;
  readonly env?: Readonly<Record<string, string>>;
}

let numbered = 0;

export async function startFaultHarness({
  address,
  app = pressUntilDone,
  script,
  step = () => ({ text: '', tool_calls: [] }),
  toolServers = {},
  config: further = {},
  slots = 2,
  kind = 'stub',
  hosts: count = 1,
  timings = {},
  env: more = {},
}: FaultOptions): Promise<FaultHarness> {
  const ledger = await startLedger();
  let beforeAnswer: () => Promise<void> | void = () => undefined;
  const model = await startScriptedModel({
    script: async (turn) => {
      const { text, fields } = turn;
      await beforeAnswer();
      if (script) return script(turn);
      if (fields.includes('tool_calls')) return step(text);
      return fields.includes('CurrentSubtask') ? assignOnce(readPrompt(text)) : app(readPrompt(text));
    },
  });
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-faults-'));
  // The host decides too: more places at which to kill.
  const settings = { host: 'always' };
  const config = {
    kinds: [kind],
    slots,
    timings: { ...fastTimings, ...timings },
    model: { images: false },
    settings,
    toolServers,
    ...further,
  };
  const env = {
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_API_KEY: 'scripted',
    STEADYHAND_MODEL: 'scripted-model',
    TEMPORAL_ADDRESS: address,
    // Hosts share this: one decides on what another has observed.
    STEADYHAND_SHARED: join(folder, 'shared'),
    ...more,
  };
  const hosts: FaultHost[] = [];
  try {
    for (let n = 1; n <= count; n += 1) hosts.push(await startHost(join(folder, `host-${n}`), config, env));
  } catch (error) {
    for (const { worker } of hosts) await worker.kill('SIGKILL');
    await Promise.all([model.close(), ledger.close(), rm(folder, { recursive: true, force: true })]);
    throw error;
  }
  const [first] = hosts;
  if (!first) throw new RangeError('At least one host is needed.');
  const { home } = first;
  const { dataConverter } = await openEncryption(loadConfig({ ...env, STEADYHAND_HOME: home }, home));
  const client = await connectTemporal(findTemporal(home, { TEMPORAL_ADDRESS: address }), dataConverter);
  const handles: WorkflowHandle[] = [];
  const harness: FaultHarness = {
    client,
    ledger,
    home,
    hosts,
    get worker() {
      return first.worker;
    },
    set worker(process) {
      first.worker = process;
    },
    async answerComing(n) {
      const release = await harness.answerHeld(n);
      release();
    },
    answerHeld: (n) =>
      new Promise((resolve) => {
        let left = n;
        beforeAnswer = () => {
          left -= 1;
          return left === 0 ? new Promise((release) => resolve(release)) : undefined;
        };
      }),
    async start(given, settings = {}, request = 'press') {
      const device = 'kind' in given ? given : { kind: 'stub', capabilities: { script: given } };
      const handle = await client.workflow.start<typeof hostAgent>('hostAgent', {
        taskQueue,
        workflowId: `fault-${process.pid}-${Date.now().toString(36)}-${++numbered}`,
        args: [{ request, device, settings }],
      });
      handles.push(handle);
      return handle;
    },
    async restart(signal) {
      await first.worker.kill(signal);
      await first.startAgain();
    },
    async restartWithHands() {
      const hands = await first.hands();
      const browsers = (await first.devices()).flatMap(({ attachment: { processes = [] } }) => processes.map(({ pid }) => pid));
      await first.worker.kill('SIGKILL');
      [...hands, ...browsers].forEach(kill);
      await first.startAgain();
    },
    progress: (handle) => handle.query(progressQuery),
    devices: async () => (await Promise.all(hosts.map((host) => host.devices()))).flat(),
    drivers: async () => (await Promise.all(hosts.map((host) => host.drivers()))).flat(),
    hands: async () => (await Promise.all(hosts.map((host) => host.hands()))).flat(),
    begun: async () => (await Promise.all(hosts.map((host) => host.begun()))).reduce((sum, each) => sum + each, 0),
    done: async () => (await Promise.all(hosts.map((host) => host.done()))).reduce((sum, each) => sum + each, 0),
    holderOf: (handle) =>
      until(async () => {
        for (const host of hosts) {
          const [own] = (await host.devices()).filter(({ ownerWorkflowId }) => ownerWorkflowId === handle.workflowId);
          if (own?.attachment.pid) return host;
        }
        return undefined;
      }, 'a device on some host'),
    async close() {
      for (const { worker } of hosts) worker.thaw();
      for (const handle of handles) await handle.cancel().catch(() => undefined);
      // After a failed test there may be nobody to answer.
      const deadline = Date.now() + 30_000;
      // One call at a time: none may be in progress, or waiting for a retry, when the connection closes.
      for (const handle of handles) {
        const ended = async () => (await handle.describe()).status.name !== 'RUNNING';
        await until(ended, 'the end of a run', Math.max(100, deadline - Date.now())).catch(() => undefined);
      }
      await until(async () => (await harness.devices()).length === 0, 'closing the devices', 40_000).catch(() => undefined);
      for (const { worker } of hosts) await worker.kill('SIGKILL');
      for (const pid of [...(await harness.hands()), ...(await harness.drivers())]) kill(pid);
      await client.connection.close();
      await model.close();
      await ledger.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return harness;
}

async function startHost(home: string, config: unknown, env: Readonly<Record<string, string>>): Promise<FaultHost> {
  async function journalled(what: string): Promise<number> {
    const folder = join(home, 'journal');
    const files = await readdir(folder).catch(() => []);
    const text = (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('');
    return text.split(`"t":"${what}"`).length - 1;
  }

  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'steadyhand.config.json'), JSON.stringify(config));
  const host: FaultHost = {
    home,
    worker: await startWorkerProcess({ home, env }),
    async startAgain(program) {
      host.worker = await startWorkerProcess({ home, env, ...(program === undefined ? {} : { program }) });
    },
    async devices() {
      const folder = join(home, 'devices');
      const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
      // A record may disappear between the two calls, or be half written.
      const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')));
      return texts.filter((text) => text !== '').map((text) => JSON.parse(text));
    },
    drivers: () => processesNaming(join(home, 'devices'), false),
    hands: () => processesNaming(join(home, 'devices'), true),
    begun: () => journalled('intended'),
    done: () => journalled('done'),
  };
  return host;
}

/** Ids of processes whose command line contains that folder: of processes of devices, or of all others. */
async function processesNaming(folder: string, areHands: boolean): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return ids
    .filter((_id, index) => lines[index]?.includes(`${folder}/`) && /(?:device-process|hand)\.m?js/.test(lines[index]) === areHands)
    .map(Number);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
