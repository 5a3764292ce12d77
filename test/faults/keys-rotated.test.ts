// Newer keys while runs are open (docs/encryption.md, "Other keys"): of what Temporal stores, and of what runs carry over. Runs wait for a person meanwhile, continue as new, and lose their worker.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PromptFacts } from '../../examples/scripted-model/prompt.mjs';
import { addNewestKey, ensureKeyRing } from '../../src/adapters/filesystem/key-ring-file.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { judge, tellCounts } from '../support/operations.js';
import { attend, pressOrAsk, startPressWorld, type PressWorld } from '../support/press-world.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startDevServer, type DevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const runs = 4;

/** Each waits for a person in the middle of its presses. */
function asksOnce(facts: PromptFacts) {
  return facts.title === 'Added 6' && facts.answers.length === 0
    ? { Function: '', Status: 'PENDING', Questions: ['Go on?'], Comment: 'asks' }
    : pressOrAsk(facts);
}

describe('keys that are rotated under open runs', () => {
  const folder = temporaryFolder();
  let server: DevServer;
  let harness: FaultHarness;
  let world: PressWorld;
  beforeAll(async () => {
    // Every few steps a run continues as new, and seals what it carries.
    [server, world] = await Promise.all([startDevServer({ suggestContinueAsNewAt: 40 }), startPressWorld({ presses: 14, delayMs: 500 })]);
  });
  afterAll(async () => {
    await harness?.close();
    await world?.close();
    await server?.stop();
  });

  test('LK60: payloads and what runs carry are sealed with newer keys from then on; nothing twice, nothing lost, no run stands still', async () => {
    const payloads = join(folder(), 'payloads.json');
    await ensureKeyRing(payloads);
    const env = { STEADYHAND_ENCRYPTION_KEY_FILE: payloads };
    harness = await startFaultHarness({ address: server.address, app: asksOnce, slots: runs, env });
    const carried = join(harness.home, '..', 'shared', 'keys', 'runs.json');
    let rotated = 0;
    /** Resolves with the id of the newest key of payloads. */
    const rotate = async () => {
      const [newest] = await addNewestKey(payloads);
      await addNewestKey(carried);
      rotated += 1;
      return newest.id;
    };
    const { entries } = world.ledger;
    const names = Array.from({ length: runs }, (_, run) => `keys-${run}`);
    const handles = [];
    for (const name of names) handles.push(await harness.start(world.deviceOf(name)));
    const [first] = handles;
    const isUsed = (id: string) => until(async () => (await storedOf(first?.workflowId ?? '')).includes(bytesOf(id)), 'a newer key in use');
    await until(() => entries.length >= runs, 'presses');
    await isUsed(await rotate());
    for (const handle of handles) await until(async () => (await harness.progress(handle)).request, 'a question');
    // While all wait: who answers has the newer key, and so has the next worker.
    const whileWaiting = await rotate();
    await harness.restart('SIGKILL');
    const pressing = attend(handles);
    const ending = pressing.ended();
    await isUsed(whileWaiting);
    for (let more = 1; more <= 2; more += 1) await isUsed(await rotate());
    const results = await ending;
    const struck = { 'keys rotated': rotated, 'worker killed': 1 };
    const counts = judge({ entries, wanted: world.wanted(names), results, struck });
    expect(tellCounts('keys rotated under open runs', counts)).toMatchObject({
      twice: 0,
      lost: 0,
      failed: 0,
      pressed: runs * world.presses,
    });
    expect(pressing.asked()).toBe(counts.unknown + runs);
  });

  /** What Temporal has of a run, over its chain: the names of keys are readable in it. */
  async function storedOf(workflowId: string): Promise<string> {
    const { client } = harness;
    let text = '';
    for await (const { runId } of client.workflow.list({ query: `WorkflowId = '${workflowId}'` }))
      text += JSON.stringify(await client.workflow.getHandle(workflowId, runId).fetchHistory());
    return text;
  }

  /** As protobuf's JSON has bytes. */
  function bytesOf(id: string): string {
    return Buffer.from(id).toString('base64');
  }
});
