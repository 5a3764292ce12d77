// Runs the interesting paths of an explorer once and returns their histories, for test/replay/.
import { startScriptedModel } from '../../examples/scripted-model/server.mjs';
import type { DeviceScript } from '../../src/adapters/memory/device-script.js';
import { confirmUpdate, frontierQuery, progressQuery } from '../../src/workflows/messages.js';
import { startHarness, type Harness } from './agent-harness.js';
import { exploredScript } from './explored-script.js';
import { answerExplorer, exploredShop } from './explored-shop.js';
import { chainOf, explore, type Exploring } from './explorers.js';
import type { Recorded } from './record-histories.js';
import { startDevServer } from './temporal-server.js';
import { until } from './until.js';

/** Fifty loops; cancelled; approved and rejected; a lost device; the first and the last part of one that continued as new. */
export async function recordExplorers(address: string): Promise<readonly Recorded[]> {
  const server = await startDevServer({ suggestContinueAsNewAt: 40 });
  try {
    return [...(await withModel(address, ways)), ...(await withModel(server.address, parts))];
  } finally {
    await server.stop();
  }
}

const { script } = exploredScript({ run: '', screens: 24, buttons: 3 });
const breaking: DeviceScript = {
  start: 'home',
  screens: {
    home: {
      title: 'Home',
      controls: ['Break', 'Add'].map((name) => ({ role: 'button', name, on: name === 'Break' ? { die: true } : {} })),
    },
  },
};

async function ways(harness: Harness): Promise<readonly Recorded[]> {
  const { client } = harness;
  const ended = async (name: string, handle: Exploring): Promise<Recorded> => {
    await handle.result();
    return { name: `explorer-${name}`, workflowId: handle.workflowId, history: await handle.fetchHistory() };
  };
  const without = (appId: string, own: DeviceScript, input: object = {}): Promise<Exploring> =>
    explore(client, { appId, device: { kind: 'memory', script: own }, ...input });
  const confirmed = async (approved: boolean): Promise<Exploring> => {
    const handle = await without(`approved: ${approved}`, exploredShop(), { decisionPlane: 'always', budget: { max_steps: 6 } });
    const { requestId } = await until(async () => (await handle.query(progressQuery)).request, 'a question');
    await handle.executeUpdate(confirmUpdate, { args: [{ requestId, approved }] });
    return handle;
  };
  const cancelled = await without('cancelled', script);
  await until(async () => (await cancelled.query(frontierQuery)).steps >= 2, 'two steps');
  await cancelled.cancel();
  return [
    await ended('fifty-loops', await without('fifty loops', script)),
    await ended('cancelled', cancelled),
    await ended('approved', await confirmed(true)),
    await ended('rejected', await confirmed(false)),
    await ended('lost-device', await without('lost device', breaking)),
  ];
}

async function parts({ client }: Harness): Promise<readonly Recorded[]> {
  const handle = await explore(client, { appId: 'parts', budget: { max_steps: 12 }, device: { kind: 'memory', script } });
  await handle.result();
  const runs = await chainOf(client, handle);
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last || runs.length === 1) throw new Error('the explorer did not continue as new');
  const { workflowId } = handle;
  return [
    { name: 'explorer-continued-first', workflowId, history: first },
    { name: 'explorer-continued-last', workflowId, history: last },
  ];
}

async function withModel<T>(address: string, work: (harness: Harness) => Promise<T>): Promise<T> {
  const model = await startScriptedModel({ script: answerExplorer });
  try {
    const harness = await startHarness({ address, env: { OPENAI_BASE_URL: `${model.url}/v1` } });
    return await work(harness).finally(() => harness.close());
  } finally {
    await model.close();
  }
}
