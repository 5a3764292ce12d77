// A run of 2,000 steps that continues as new: the memory of the worker's process, and the longest history. And the size of the bundle.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { connect, runAgent } from '../lib/agent-side.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { compared, plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';

const steps = 2_000;
const megabyte = 2 ** 20;
const bundle = new URL('../../dist/workflow-bundle.js', import.meta.url);

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureMemory(say) {
  return withScope(async (scope) => {
    const { address } = await scope.temporal();
    const worker = await startWorkerProcess(scope, address);
    const client = await connect(address);
    scope.onEnd(() => client.connection.close());

    const samples = [];
    worker.on('message', ({ step, rss }) => {
      samples.push({ step, rss: rss / megabyte });
      say(`step ${step}: ${Math.round(rss / megabyte)} MB`);
    });
    const { milliseconds, workflowId } = await runAgent(client, steps);
    say(`${steps} steps in ${Math.round(milliseconds / 1_000)} s`);
    const histories = await historiesOf(client, workflowId);
    say(`histories: ${histories.map(({ workflowId: id, length }) => `${id.slice(workflowId.length) || 'host'} ${length}`).join(', ')}`);
    return [
      compared(`resident memory, steps 1,500–2,000 : steps 300–800`, 'MB', between(samples, 1_500, steps), between(samples, 300, 800), {
        atMost: 1.1,
      }),
      plain(
        `longest history of a run of ${steps} steps (${histories.length} runs)`,
        'events',
        Math.max(...histories.map(({ length }) => length)),
        { atMost: 5_000 },
      ),
      plain('workflow bundle', 'MB', statSync(bundle).size / 1e6, { atMost: 1.5 }),
    ];
  });
}

async function startWorkerProcess(scope, address) {
  const script = fileURLToPath(new URL('../memory-worker.mjs', import.meta.url));
  const worker = fork(script, [address, await scope.folder()], { execArgv: ['--expose-gc'] });
  const exited = once(worker, 'exit');
  scope.onEnd(async () => {
    if (worker.connected) worker.send('stop');
    const forced = setTimeout(() => worker.kill('SIGKILL'), 10_000);
    await exited;
    clearTimeout(forced);
  });
  const [first] = await Promise.race([once(worker, 'message'), exited]);
  if (first?.ready !== true) throw new Error('The worker of the memory bench did not start.');
  return worker;
}

function between(samples, from, to) {
  return median(samples.filter(({ step }) => step >= from && step <= to).map(({ rss }) => rss));
}

/** Every run of the session's workflows, including those that continued as new. The list of runs lags behind a little. */
async function historiesOf(client, workflowId) {
  for (let patience = 50; ; patience--) {
    const found = [];
    for await (const { workflowId: id, historyLength, status } of client.workflow.list({ query: `WorkflowId STARTS_WITH "${workflowId}"` }))
      if (status.name !== 'RUNNING') found.push({ workflowId: id, length: historyLength });
    const events = found.reduce((sum, { length }) => sum + length, 0);
    // Two activities per step are twelve events.
    if (events >= 12 * (steps - 10)) return found;
    if (patience === 0) throw new Error(`Only ${events} events in ${found.length} runs are listed.`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
