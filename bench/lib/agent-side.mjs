// Our side: the worker as users run it (dist/worker.js), with in-process devices and a model that answers at once.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '../../dist/config/config.js';
import { connectTemporal, findTemporal } from '../../dist/client/temporal-connection.js';
import { startWorker } from '../../dist/worker.js';
import { createInstantModel, device, requestOf } from './instant-model.mjs';

let numbered = 0;

/** `around` is put around the worker's ports. */
export async function startAgentSide({
  address,
  home,
  slots = 2,
  onAnswer,
  model = createInstantModel(onAnswer),
  around = {},
  drivers = [],
}) {
  await writeFile(join(home, 'steadyhand.config.json'), JSON.stringify({ kinds: ['memory'], slots, model: { images: false } }));
  const environment = { STEADYHAND_HOME: home, TEMPORAL_ADDRESS: address };
  const config = loadConfig(environment, home);
  const target = findTemporal(home, environment);
  const worker = await startWorker({ config, server: target, log: () => undefined, model, around, drivers });
  return { stop: () => worker.stop() };
}

/** Runs a `hostAgent` of `steps` steps, all of its AppAgent since there is one application, and measures the time from its start to its result. */
export async function runAgent(client, steps, id) {
  const run = `${process.pid}-${++numbered}`;
  const workflowId = id ?? `bench-agent-${run}`;
  const started = performance.now();
  const result = await client.workflow.execute('hostAgent', {
    taskQueue: 'steadyhand',
    workflowId,
    args: [{ request: requestOf(run, steps), device, settings: { maxStep: steps + 10 } }],
  });
  const milliseconds = performance.now() - started;
  if (result.outcome !== 'completed' || result.steps !== steps)
    throw new Error(`The run ended with ${result.outcome} after ${result.steps} steps instead of ${steps}.`);
  return { milliseconds, workflowId };
}

/** Runs a flow on the same device, and measures the time from its start to its result. `visits`: the expected number of node visits. */
export async function runFlow(client, flow, visits) {
  const workflowId = `bench-flow-${process.pid}-${++numbered}`;
  const started = performance.now();
  const result = await client.workflow.execute('flow', {
    taskQueue: 'steadyhand',
    workflowId,
    args: [{ flow, device, settings: { maxStep: visits + 10 } }],
  });
  const milliseconds = performance.now() - started;
  if (result.outcome !== 'completed' || result.visits !== visits)
    throw new Error(`The flow ended with ${result.outcome} after ${result.visits} visits instead of ${visits}: ${result.message}`);
  return { milliseconds, workflowId };
}

export async function connect(address) {
  return connectTemporal(findTemporal('', { TEMPORAL_ADDRESS: address }));
}
