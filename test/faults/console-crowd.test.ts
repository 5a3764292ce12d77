// EV24: a console over two hundred open runs, some of which wait for a person. Times are printed; only what would be wrong on any machine is asserted.
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ConsoleServer } from '../../src/console/server.js';
import { assignThenFinish, memoryDevice, say, startHarness, type Harness } from '../support/agent-harness.js';
import { admittedTo, openDesk } from '../support/console.js';
import { startDevServer, type DevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const [open, waiting] = [200, 20];
const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Refresh' }] } } });

let server: DevServer;
let harness: Harness;
let desk: ConsoleServer;
let asked = 0;
beforeAll(async () => {
  server = await startDevServer();
  harness = await startHarness({ address: server.address, config: { slots: 40 } });
  desk = await openDesk(harness, { around: (steadyhand) => ({ ...steadyhand, waiting: () => ((asked += 1), steadyhand.waiting()) }) });
});
afterAll(async () => {
  await desk?.close();
  await harness?.close();
  await server?.stop();
});

interface Message {
  readonly topic: string;
  readonly value?: readonly { readonly request?: unknown }[];
}

/** What a browser is told, until it has seen enough. */
async function looked(topic: string, isEnough: (value: NonNullable<Message['value']>) => boolean): Promise<number> {
  const began = performance.now();
  const leave = new AbortController();
  const reply = await fetch(`${desk.url}/api/live?topic=${topic}`, { headers: await admittedTo(desk), signal: leave.signal });
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of reply.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(part, { stream: true });
    const lines = text.split('\n').slice(0, -1);
    const messages = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Message);
    if (messages.some(({ value }) => value && isEnough(value))) break;
  }
  leave.abort();
  return performance.now() - began;
}

test('EV24: two hundred open runs', async () => {
  const idle = Array.from({ length: open - waiting }, (_, index) =>
    harness.client.workflow.start('hostAgent', {
      taskQueue: 'nobody-polls-this',
      workflowId: `crowd-${process.pid}-${index}`,
      memo: { request: `Order ${index}` },
      args: [{ request: `Order ${index}`, device }],
    }),
  );
  const runs = await Promise.all(idle);
  for (let index = 0; index < waiting; index += 1) {
    const brain = { host: assignThenFinish, app: [say('PENDING', { Questions: [`Which day, ${index}?`] }), say('FINISH')] };
    await harness.run(brain, { request: `Book ${index}`, device });
  }
  await until(async () => (await harness.client.workflow.count("SteadyhandState='PENDING'")).count >= waiting, 'those who wait');
  const first = await looked('runs', (value) => value.length >= open);
  const inbox = await looked('inbox', (value) => value.filter(({ request }) => request !== undefined).length >= waiting);
  const before = { cpu: process.cpuUsage(), at: performance.now(), asked };
  const stay = new AbortController();
  const headers = await admittedTo(desk);
  const viewers = [1, 2, 3].map(() =>
    fetch(`${desk.url}/api/live?topic=inbox&topic=runs`, { headers, signal: stay.signal }).then((reply) => reply.body?.getReader().read()),
  );
  await Promise.all(viewers);
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  stay.abort();
  const seconds = (performance.now() - before.at) / 1_000;
  const { user, system } = process.cpuUsage(before.cpu);
  const readings = asked - before.asked;
  process.stderr.write(
    `console: ${open} open runs, ${waiting} waiting: first list ${Math.round(first)} ms, first inbox ${Math.round(inbox)} ms, ` +
      `three viewers for ${seconds.toFixed(0)} s: ${(((user + system) / 1e6 / seconds) * 100).toFixed(1)} % of a core (with the worker and the tests in the same process), ${readings} readings\n`,
  );
  expect(readings).toBeLessThanOrEqual(seconds + 2);
  for (const run of runs) await run.terminate();
}, 300_000);
