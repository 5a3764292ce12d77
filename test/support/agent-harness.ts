// A real worker (in this process) on the real server, with a scripted model behind HTTP and an in-process device: what end-to-end tests of workflows need.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { readPrompt } from '../../examples/scripted-model/prompt.mjs';
import { startScriptedModel, type AnsweredTurn, type Turn } from '../../examples/scripted-model/server.mjs';
import { isStepEntry, type StepEntry } from '../../src/domain/run/entry.js';
import { loadConfig, type Config } from '../../src/config/config.js';
import { openEncryption } from '../../src/client/data-converter.js';
import { connectTemporal, findTemporal } from '../../src/client/temporal-connection.js';
import { startWorker, type RunningWorker, type PortWrappers } from '../../src/worker.js';
import type { flow, hostAgent } from '../../src/workflows/index.js';
import { progressQuery, taskQueue, type ProgressView } from '../../src/workflows/messages.js';
import type { DeviceScript } from '../../src/adapters/memory/device-script.js';
import { createMemoryDriver } from '../../src/adapters/memory/memory-driver.js';
import type { DeviceDriver } from '../../src/ports/device.js';
import { quietRuntime } from './quiet-runtime.mjs';
import { storesIn } from './stores-in.js';
import { until } from './until.js';

type Reply = Readonly<Record<string, unknown>>;
/** What a prompt shows, and how often that agent was asked earlier in this run. */
export type Situation = ReturnType<typeof readPrompt> & { readonly text: string; readonly turn: number };
export type Answer = Reply | ((situation: Situation) => Reply | Promise<Reply>);

/** Replies of one run, found by the text of its request. Lists are used in order; their last entry repeats. */
export interface Brain {
  readonly host?: readonly Answer[];
  readonly app?: readonly Answer[];
  readonly evaluate?: readonly Answer[];
  /** For a flow: turns of an AI step, name choices, heals, image descriptions, outcome verdicts. */
  readonly step?: readonly Answer[];
  readonly choice?: readonly Answer[];
  readonly heal?: readonly Answer[];
  readonly vision?: readonly Answer[];
  readonly outcome?: readonly Answer[];
}

export interface HarnessOptions {
  readonly address: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, unknown>>;
  /** Wraps the worker's own ports. */
  readonly around?: Omit<PortWrappers, 'driver'>;
  /** Wraps the driver of the device in memory. */
  readonly driver?: (driver: DeviceDriver) => DeviceDriver;
}

export interface Harness {
  readonly client: Client;
  readonly config: Config;
  readonly home: string;
  readonly worker: RunningWorker;
  /** Starts a run whose request is unique, so that its brain is found. */
  run(brain: Brain, input: Readonly<Record<string, unknown>>): Promise<Run>;
  /** Starts a flow. The brain answers prompts that contain the run's id: in the step's own prompt, or in the text to find. */
  flow(documentOf: (id: string) => object, input: Readonly<Record<string, unknown>>, brain?: Brain): Promise<FlowRun>;
  /** Registers the brain of a run that is started elsewhere; returns an id that its request must contain. */
  expect(brain: Brain): string;
  /** Of its agents' steps. */
  records(run: Run): Promise<readonly StepEntry[]>;
  asked(run: Run): readonly AnsweredTurn[];
  /** Presses that button of the newest device, bypassing the engine. */
  press(name: string): Promise<void>;
  /** Loses the newest device, bypassing the engine. */
  loseDevice(): void;
  /** Number of live UI sessions. */
  openDevices(): number;
  close(): Promise<void>;
}

export interface Run {
  readonly id: string;
  readonly request: string;
  readonly handle: WorkflowHandle<typeof hostAgent>;
  progress(): Promise<ProgressView>;
  /** Waits until the run asks and returns the request. `kind` skips an earlier request that may still be shown. */
  asks(kind?: 'question' | 'confirmation'): Promise<NonNullable<ProgressView['request']> & { readonly asker: string }>;
}

export interface FlowRun extends Pick<Run, 'id' | 'progress' | 'asks'> {
  readonly handle: WorkflowHandle<typeof flow>;
}

export const fastTimings = {
  leaseHeartbeatMs: 3_000,
  performHeartbeatMs: 3_000,
  decideHeartbeatMs: 3_000,
  hostSilenceMs: 10_000,
  reopenAfterMs: 5_000,
} as const;

let numbered = 0;

export async function startHarness({ address, env = {}, config: file = {}, around = {}, driver: wrap }: HarnessOptions): Promise<Harness> {
  quietRuntime();
  const brains = new Map<string, { readonly brain: Brain; readonly turns: Map<keyof Brain, Asked> }>();
  const driver = createMemoryDriver();
  const model = await startScriptedModel({ script: (turn) => reply(turn, brains) });
  const home = await mkdtemp(join(tmpdir(), 'steadyhand-e2e-'));
  const environment = {
    STEADYHAND_HOME: home,
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_API_KEY: 'scripted',
    STEADYHAND_MODEL: 'scripted-model',
    TEMPORAL_ADDRESS: address,
    ...env,
  };
  const { writeFile } = await import('node:fs/promises');
  await writeFile(
    join(home, 'steadyhand.config.json'),
    JSON.stringify({ kinds: ['memory'], slots: 4, timings: fastTimings, model: { images: false }, ...file }),
  );
  const config = loadConfig(environment, home);
  const target = findTemporal(home, environment);
  const started = await startWorker({ config, server: target, log: () => undefined, drivers: [wrap?.(driver) ?? driver], around });
  let stopping: Promise<void> | undefined;
  /** A test may stop it early, to look at what it leaves. */
  const worker: RunningWorker = { ...started, stop: () => (stopping ??= started.stop()) };
  const client = await connectTemporal(target, (await openEncryption(config)).dataConverter);
  const handles: WorkflowHandle[] = [];

  function expect(brain: Brain): string {
    numbered += 1;
    // Found by its text in a prompt: the number stands inside, since one at the end would be the beginning of another.
    const id = `test-${process.pid}-${numbered}-${Date.now().toString(36)}`;
    brains.set(id, { brain, turns: new Map() });
    handles.push(client.workflow.getHandle(id));
    return id;
  }

  return {
    client,
    config,
    home,
    worker,
    expect,
    async run(brain, input) {
      const id = expect(brain);
      const request = typeof input['request'] === 'string' ? `${input['request']} (${id})` : id;
      const handle = await client.workflow.start<typeof hostAgent>('hostAgent', {
        taskQueue,
        workflowId: id,
        args: [input['plan'] || input['keepOpen'] ? input : { ...input, request }],
      });
      const progress = (): Promise<ProgressView> => handle.query(progressQuery);
      return { id, request, handle, progress, asks: (kind) => asks(progress, kind) };
    },
    async flow(documentOf, input, brain = {}) {
      const id = expect(brain);
      const args: [unknown] = [{ flow: documentOf(id), ...input }];
      const handle = await client.workflow.start<typeof flow>('flow', { taskQueue, workflowId: id, args });
      const progress = (): Promise<ProgressView> => handle.query(progressQuery);
      return { id, handle, progress, asks: (kind) => asks(progress, kind) };
    },
    records: async ({ id }) => (await storesIn(config.shared).records.read(id)).filter(isStepEntry),
    asked: ({ id }) => model.requests().filter(({ text }) => text.includes(id)),
    async press(name) {
      const session = [...driver.sessions.values()].at(-1);
      const control = session?.look().controls.find((candidate) => candidate.name === name);
      if (!session || !control) throw new Error(`there is no '${name}' on the newest device`);
      await session.perform({ type: 'click', target: { control }, button: 'left', clickCount: 1 }, AbortSignal.timeout(5_000));
    },
    loseDevice() {
      const newest = [...driver.sessions.keys()].at(-1);
      if (newest === undefined) throw new Error('there is no device');
      driver.kill(newest);
    },
    openDevices: () => driver.sessions.size,
    async close() {
      // What a failed test left open is real: a browser, a display. A cancelled run closes it; a terminated one leaves it until it is missed.
      for (const handle of handles) await handle.cancel().catch(() => undefined);
      if (!stopping) await until(async () => (await heldDevices(home)) === 0, 'closing the devices', 20_000).catch(() => undefined);
      for (const handle of handles) await handle.terminate('test over').catch(() => undefined);
      await worker.stop();
      await client.connection.close();
      await model.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function heldDevices(home: string): Promise<number> {
  const files = await readdir(join(home, 'devices')).catch(() => []);
  return files.filter((name) => name.endsWith('.json')).length;
}

async function asks(
  progress: () => Promise<ProgressView>,
  kind?: 'question' | 'confirmation',
): Promise<NonNullable<ProgressView['request']> & { readonly asker: string }> {
  return until(async () => {
    const { request, asker } = await progress();
    return request && asker && (kind ?? request.kind) === request.kind ? { ...request, asker } : undefined;
  }, 'a question');
}

/** The last question to an agent: its number from zero, its whole text. */
interface Asked {
  readonly index: number;
  readonly text: string;
}

function reply(
  turn: Turn,
  brains: ReadonlyMap<string, { readonly brain: Brain; readonly turns: Map<keyof Brain, Asked> }>,
): Reply | Promise<Reply> {
  const [, found] = [...brains].find(([id]) => turn.text.includes(id)) ?? [];
  if (!found) return { Status: 'ERROR', Comment: 'the test has no brain for this request' };
  const agent = askedFor.find(([field]) => turn.fields.includes(field))?.[1] ?? 'evaluate';
  const last = found.turns.get(agent);
  // A decision whose activity was lost asks the same again: that is no further turn. Other questions are asked twice on purpose.
  const isSame = decides.has(agent) && last?.text === turn.text;
  const index = last === undefined ? 0 : isSame ? last.index : last.index + 1;
  found.turns.set(agent, { index, text: turn.text });
  const answers = found.brain[agent] ?? [];
  const answer = answers[Math.min(index, answers.length - 1)];
  if (answer === undefined) return { Status: 'ERROR', Comment: `the test gave ${agent} no answer` };
  return typeof answer === 'function' ? answer({ ...readPrompt(turn.text), text: turn.text, turn: index }) : answer;
}

/** The script of a model that serves one run. */
export function scriptFor(brain: Brain): (turn: Turn) => Reply | Promise<Reply> {
  const brains = new Map([['', { brain, turns: new Map<keyof Brain, Asked>() }]]);
  return (turn) => reply(turn, brains);
}

/** Whose prompts tell what came before, so that no two of them are the same. */
const decides: ReadonlySet<keyof Brain> = new Set(['host', 'app']);

/** Recognized by a field that only that reply has. */
const askedFor: readonly (readonly [field: string, agent: keyof Brain])[] = [
  ['CurrentSubtask', 'host'],
  ['Status', 'app'],
  ['tool_calls', 'step'],
  ['closes', 'heal'],
  ['name', 'choice'],
  ['reached', 'outcome'],
  ['text', 'vision'],
];

// ── Shorthand for replies ──

/** HostAgent: give the subtask to the application in front, then finish. */
export const assignThenFinish: readonly Answer[] = [
  ({ applications }) => ({
    Status: 'ASSIGN',
    CurrentSubtask: 'do the work',
    ControlLabel: applications.find(({ current }) => current)?.number ?? '1',
    Message: [],
  }),
  { Status: 'FINISH', Result: 'all done', Comment: 'done' },
];

/** AppAgent: click the control of that name, with that status. */
export function click(name: string, Status = 'CONTINUE', more: Reply = {}): Answer {
  return (situation) => ({ Function: 'click_input', Args: {}, ...aim(situation, name), Status, Comment: `click ${name}`, ...more });
}

export function type(name: string, text: string, Status = 'CONTINUE'): Answer {
  return (situation) => ({
    Function: 'set_edit_text',
    Args: { text, clear_current_text: true },
    ...aim(situation, name),
    Status,
    Comment: `type into ${name}`,
  });
}

export function say(Status: string, more: Reply = {}): Answer {
  return { Function: '', Status, Comment: `it is ${Status}`, ...more };
}

function aim({ find }: Situation, name: string): { readonly ControlLabel: string; readonly ControlText: string } {
  const control = ['btn', 'box', 'a', 'chk', 'combo', 'pw']
    .map((kind) => find(kind, new RegExp(`^${name}$`)))
    .find((candidate) => candidate !== undefined);
  return { ControlLabel: control?.label ?? '', ControlText: name };
}

/** A device of kind `memory` that follows this script. */
export function memoryDevice(script: DeviceScript): { readonly kind: 'memory'; readonly capabilities: { readonly script: DeviceScript } } {
  return { kind: 'memory', capabilities: { script } };
}

/** The answer, after something else was done: once, however often it is asked for. */
export function afterwards(work: () => Promise<void>, answer: Answer): Answer {
  let isDone = false;
  return async (situation) => {
    if (!isDone) await work();
    isDone = true;
    return typeof answer === 'function' ? answer(situation) : answer;
  };
}
