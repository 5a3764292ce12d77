// The cost of sessions that wait for a device: a hundred of them, two slots, both taken by runs that wait for a person. Counted at the server, which
// sees the requests of all clients.
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test/support/dev-server.mjs';
import { connect, startAgentSide } from '../lib/agent-side.mjs';
import { plain } from '../lib/figures.mjs';
import { asks, device } from '../lib/instant-model.mjs';
import { withScope } from '../lib/scope.mjs';

const slots = 2;
const waiting = 100;
/** As long as a poll, so that every poller is counted once. */
const countedMs = 60_000;
const patienceMs = 60_000;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureWaiting(say) {
  return withScope(async (scope) => {
    const metricsPort = await freePort();
    const { address } = await scope.temporal({ metricsPort });
    const agents = await startAgentSide({ address, home: await scope.folder(), slots, model: asks });
    scope.onEnd(() => agents.stop());
    const client = await connect(address);
    scope.onEnd(() => client.connection.close());

    const start = (count, name) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          client.workflow.start('hostAgent', {
            taskQueue: 'steadyhand',
            workflowId: `bench-${name}-${index}`,
            args: [{ request: 'wait', device }],
          }),
        ),
      );
    await start(slots, 'held');
    await until(client, "SteadyhandState='PENDING'", slots);
    const alone = await counted(metricsPort);
    say(`${slots} runs hold the devices: ${told(alone)}`);
    const runs = await start(waiting, 'waits');
    await until(client, "WorkflowType='deviceSession' AND ExecutionStatus='Running'", slots + waiting);
    await quiet(metricsPort);
    const before = await events(client);
    // The server adds up its counters once a second.
    await pause(3_000);
    const crowded = await counted(metricsPort);
    say(`${waiting} more wait for one: ${told(crowded)}`);
    const grown = (await events(client)) - before;
    await Promise.all(runs.map((run) => run.terminate()));
    return [
      plain(
        `our requests per minute for each of ${waiting} sessions that wait for ${slots} slots`,
        'requests',
        Math.max(0, perMinute(crowded) - perMinute(alone)) / waiting,
        {
          atMost: 0.1,
        },
      ),
      plain('… of all clients and workers while none waits', 'per minute', perMinute(alone)),
      plain('… and while they wait', 'per minute', perMinute(crowded)),
      plain(`events that their histories gain in ${countedMs / 1_000} s`, 'events', grown, { atMost: 0 }),
    ];
  });
}

/** Requests by name that clients and workers made while it counted. */
async function counted(metricsPort) {
  const before = await requests(metricsPort);
  await pause(countedMs);
  const after = await requests(metricsPort);
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) => (count > (before[name] ?? 0) ? [[name, count - (before[name] ?? 0)]] : [])),
  );
}

async function requests(metricsPort) {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const sums = {};
  for (const [, labels, value] of text.matchAll(/^service_requests(?:_total)?\{([^}]*)\} (\S+)$/gm)) {
    if (!labels.includes('service_name="frontend"')) continue;
    const name = /operation="([^"]*)"/.exec(labels)?.[1] ?? '';
    sums[name] = (sums[name] ?? 0) + Number(value);
  }
  if (Object.keys(sums).length === 0) throw new Error('The Temporal server shows no requests among its metrics.');
  return sums;
}

/** Waits until the started sessions are idle. */
async function quiet(metricsPort) {
  const begun = (all) => (all['RespondWorkflowTaskCompleted'] ?? 0) + (all['StartWorkflowExecution'] ?? 0);
  for (let last = -1, deadline = Date.now() + patienceMs; Date.now() < deadline; await pause(2_000)) {
    const now = begun(await requests(metricsPort));
    if (now === last) return;
    last = now;
  }
  throw new Error('The waiting sessions do not become idle.');
}

async function until(client, query, wanted) {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await pause(200)) {
    const { count } = await client.workflow.count(query);
    if (count === wanted) return;
  }
  throw new Error(`There are not ${wanted} workflows with ${query}.`);
}

async function events(client) {
  let sum = 0;
  for await (const { workflowId } of client.workflow.list({ query: "WorkflowId STARTS_WITH 'bench-waits' AND ExecutionStatus='Running'" }))
    sum += Number((await client.workflow.getHandle(workflowId).describe()).historyLength);
  return sum;
}

function perMinute(counts) {
  return (Object.values(counts).reduce((sum, count) => sum + count, 0) * 60_000) / countedMs;
}

function told(counts) {
  return Object.entries(counts)
    .sort((one, other) => other[1] - one[1])
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
