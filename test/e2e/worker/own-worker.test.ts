// A fully customized worker: a kind of device, a model, a tool, a guard rule, an artifact store, and a workflow.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Client } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { connectTemporal, findTemporal } from '../../../src/client/temporal-connection.js';
import { createMemoryArtifactStore, createMemoryDriver, createScriptedModel, type MemoryDriver, type Turn } from '../../../src/testing.js';
import { loadConfig, startWorker, type DeviceDriver, type OwnTool, type RunningWorker } from '../../../src/worker.js';
import { confirmUpdate, progressQuery } from '../../../src/workflows/messages.js';
import { readPrompt } from '../../../examples/scripted-model/prompt.mjs';
import { quietRuntime } from '../../support/quiet-runtime.mjs';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import type { approval } from './own-workflows.js';

const device = {
  kind: 'own-paper',
  capabilities: {
    script: {
      start: 'sheet',
      screens: {
        sheet: { title: 'Sheet', controls: [{ role: 'button', name: 'Put ink on it', on: { goto: 'done' } }] },
        done: { title: 'Inked', controls: [{ role: 'heading', name: 'Inked' }] },
      },
    },
  },
} as const;

const calls: unknown[] = [];
const clock: OwnTool = {
  name: 'clock',
  description: 'Tells the time of a zone',
  inputSchema: { type: 'object', properties: { zone: { type: 'string' } } },
  readOnly: true,
  run: async (args) => (calls.push(args), 'noon'),
};

/** Every request is one subtask: press what is there, then finish. */
function answer({ text, fields }: Turn): Readonly<Record<string, unknown>> {
  const { find, applications } = readPrompt(text);
  if (fields.includes('CurrentSubtask')) {
    if (text.includes('It is inked.')) return { Status: 'FINISH', Result: 'signed', Comment: 'signed' };
    return { Status: 'ASSIGN', CurrentSubtask: 'sign it', ControlLabel: applications[0]?.number ?? '1' };
  }
  if (!fields.includes('Status')) return {};
  const button = find('btn', /ink/);
  if (!button) return { Status: 'FINISH', Result: 'It is inked.' };
  return { Function: 'click_input', Args: {}, ControlLabel: button.label, ControlText: 'Put ink on it', Status: 'CONTINUE' };
}

let home: string;
let client: Client;
let worker: RunningWorker;
let paper: MemoryDriver;
const said: string[] = [];

beforeAll(async () => {
  quietRuntime();
  home = await mkdtemp(join(tmpdir(), 'steadyhand-own-'));
  paper = createMemoryDriver();
  const config = loadConfig({ STEADYHAND_HOME: home, STEADYHAND_KINDS: 'memory' }, home);
  const workflowBundle = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('own-workflows.ts', import.meta.url)),
    logger: new DefaultLogger('ERROR'),
    webpackConfigHook: (webpack) => ({ ...webpack, resolve: { ...webpack.resolve, extensionAlias: { '.js': ['.ts', '.js'] } } }),
  });
  worker = await startWorker({
    config,
    server: { address: sharedServerAddress() },
    drivers: [{ ...paper, kind: 'own-paper' } satisfies DeviceDriver],
    model: createScriptedModel(answer),
    artifacts: createMemoryArtifactStore(),
    tools: [clock],
    guardRules: [{ reason: 'signs something', words: ['ink'] }],
    workflows: { taskQueue: 'own-approvals', workflowBundle },
    log: (line) => said.push(line),
  });
  client = await connectTemporal(findTemporal(home, { TEMPORAL_ADDRESS: sharedServerAddress() }));
});

afterAll(async () => {
  await worker?.stop();
  await client?.connection.close();
  await rm(home, { recursive: true, force: true });
});

test('CL2, CL3: an agent is a step of a custom workflow, with a custom device, model, tool, guard rule and artifact store', async () => {
  expect(said).toEqual([expect.stringMatching(/^worker ready: .* for memory, own-paper, /)]);
  const handle = await client.workflow.start<typeof approval>('approval', {
    taskQueue: 'own-approvals',
    workflowId: 'approval-of-a-contract',
    args: ['the contract', device],
  });
  const agent = client.workflow.getHandle(`${handle.workflowId}/sign`);
  const request = await until(async () => {
    const { request: pending, asker } = await agent.query(progressQuery).catch(() => ({ request: undefined, asker: undefined }));
    return pending && asker ? { ...pending, asker } : undefined;
  }, 'the approval');
  expect(request).toMatchObject({ kind: 'confirmation', reason: 'signs something' });
  await client.workflow.getHandle(request.asker).executeUpdate(confirmUpdate, { args: [{ requestId: request.requestId, approved: true }] });
  expect(await handle.result()).toEqual({ at: 'noon', outcome: 'completed', said: 'It is inked.' });
  expect(calls).toEqual([{ zone: 'UTC' }]);
  expect(paper.sessions.size).toBe(0);
  // The custom store has received everything.
  expect(await readdir(home)).not.toContain('artifacts');
});

test('a worker that cannot start leaves nothing open: a program that catches the error ends by itself', async () => {
  const broken = {
    server: { address: sharedServerAddress() },
    workflows: { taskQueue: 'nowhere', workflowsPath: join(home, 'nowhere.js') },
  };
  const code = `
    const { startWorker, loadConfig } = await import(${JSON.stringify(new URL('../../../dist/worker.js', import.meta.url))});
    const home = ${JSON.stringify(join(home, 'other'))};
    const config = loadConfig({ STEADYHAND_HOME: home, STEADYHAND_KINDS: 'memory' }, home);
    await startWorker({ ...${JSON.stringify(broken)}, config, log: () => undefined }).catch((error) => console.log(error.code));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { timeout: 20_000 });
  expect(stdout).toBe('ENOENT\n');
});
