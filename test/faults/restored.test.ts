// The server's database is put back to an earlier copy while runs are open (docs/production.md, "Backup and restore"). Temporal has forgotten what was
// done since; the host has not: it refuses orders to a device as an earlier worker held it, those decided on a screen that it has left, and those in its journal.
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PromptFacts } from '../../examples/scripted-model/prompt.mjs';
import { pressUntilDone, startFaultHarness, threePresses, type FaultHarness } from '../support/fault-harness.js';
import { judge, tellCounts } from '../support/operations.js';
import { attend, pressOrAsk, startPressWorld, type PressWorld } from '../support/press-world.js';
import { serverCopies } from '../support/server-copies.js';
import type { hostAgent } from '../../src/workflows/index.js';
import { startDevServer, type DevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';

describe.each(serverCopies)('$name, put back', (copies) => {
  let server: DevServer;
  let harness: FaultHarness;

  beforeAll(async () => {
    server = await startDevServer();
    // Two are wanted. The button is still there then: sent once more, it would make three.
    harness = await startFaultHarness({
      address: server.address,
      app: (facts) => pressUntilDone(facts.title === 'Added 2' ? { ...facts, find: () => undefined } : facts),
    });
  });
  afterAll(async () => {
    await harness?.close();
    await server?.stop();
  });

  test('FL1: what was done after the copy was taken is not sent again: the run looks at the screen as it is, and goes on', async () => {
    const presses = () => harness.ledger.entries.map((entry) => (entry as { press: number }).press);
    const first = harness.answerHeld(3);
    const run = await harness.start(threePresses(harness.ledger.url));
    const decide = await first;
    expect(presses()).toEqual([1]);
    server = await copies.take(server);

    let decideLater = decide;
    // Once, or again: while the server was away, the question that is held may have been taken for lost, and is asked anew.
    while (presses().length < 2) {
      const later = harness.answerHeld(1);
      decideLater();
      decideLater = await later;
    }
    expect(presses()).toEqual([1, 2]);
    const events = async () => (await run.describe()).historyLength;
    const known = await events();
    await harness.worker.kill('SIGTERM');
    server = await copies.putBack(server);
    // It has forgotten.
    expect(await until(events, 'an answer of the server')).toBeLessThan(known);
    decideLater();
    await harness.hosts[0]?.startAgain();
    expect(await run.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0, previousSubtasks: [{ result: 'Added 2' }] });
    expect(presses()).toEqual([1, 2]);
  }, 300_000);
});

/** Runs of these kinds wait for a person once, on that screen. */
const asksOn: Readonly<Record<string, string>> = { pressing: 'Added 4', asking: 'Added 2', blind: 'Form', forgotten: 'Added 2' };

function app(facts: PromptFacts) {
  const [kind = ''] = facts.request.split('-');
  if (facts.title === asksOn[kind] && facts.answers.length === 0)
    return { Function: '', Status: 'PENDING', Questions: ['Go on?'], Comment: 'asks' };
  if (kind !== 'blind') return pressOrAsk(facts);
  const send = facts.find('btn', /^Add$/);
  return /click_input/.test(facts.news)
    ? { Function: '', Status: 'FINISH', Result: 'sent', Comment: 'done' }
    : { Function: 'click_input', Args: {}, ControlLabel: send?.label ?? '', ControlText: 'Add', Status: 'CONTINUE', Comment: 'sends' };
}

describe.each(serverCopies)('$name, after everything was lost', (copies) => {
  let server: DevServer;
  let harness: FaultHarness;
  let world: PressWorld;
  beforeAll(async () => {
    [server, world] = await Promise.all([startDevServer(), startPressWorld({ presses: 6 })]);
    harness = await startFaultHarness({ address: server.address, app, slots: 8 });
  });
  afterAll(async () => {
    await harness?.close();
    await world?.close();
    await server?.stop();
  });

  type Handle = WorkflowHandle<typeof hostAgent>;
  const start = (name: string): Promise<Handle> => harness.start(world.deviceOf(name), {}, name);
  const question = (handle: Handle) => until(async () => (await harness.progress(handle)).request, `the question of ${handle.workflowId}`);
  const answer = async (handle: Handle) => handle.signal('answer', { requestId: (await question(handle)).requestId, answers: ['yes'] });

  /** Its screen is the same before and after the press. */
  const blindDevice = () => ({
    start: 'form',
    screens: {
      form: {
        title: 'Form',
        controls: [
          { role: 'button', name: 'Add', on: { post: { url: world.ledger.url, body: { run: 'blind', press: 1 } }, goto: 'form' } },
        ],
      },
    },
  });

  test('FL1: what was pressed since the backup is not pressed again where the screen shows it, whether its run waited, went on, or had ended', async () => {
    const { entries } = world.ledger;
    const waiting = { asking: await start('asking'), blind: await harness.start(blindDevice(), {}, 'blind') };
    await question(waiting.asking);
    await question(waiting.blind);
    const names = ['pressing-1', 'pressing-2', 'pressing-3', 'ended'];
    const going: Handle[] = [];
    for (const name of names) going.push(await start(name));
    await until(() => names.every((name) => world.made(name).length > 0), 'presses');
    server = await copies.take(server);
    const atBackup = entries.length;

    // What happens now Temporal will not know.
    await answer(waiting.asking);
    await answer(waiting.blind);
    const forgotten = await start('forgotten');
    await question(forgotten);
    for (const handle of going.slice(0, 3)) await question(handle);
    for (const handle of [waiting.asking, waiting.blind, ...going.slice(3)]) await handle.result();
    const since = entries.length - atBackup;

    await harness.worker.kill('SIGTERM');
    server = await copies.putBack(server);
    await harness.hosts[0]?.startAgain();
    const open = [waiting.asking, ...going];
    const pressing = attend([...open, waiting.blind]);
    const results = await pressing.ended();
    await expect(forgotten.describe()).rejects.toMatchObject({ name: 'WorkflowNotFoundError' });
    await until(async () => (await harness.drivers()).length === 0, 'the end of every device, also that of the run which is forgotten');
    // A person starts it again.
    const again = await start('forgotten');
    await answer(again);
    const started = await again.result();
    const shown = entries.filter((entry) => (entry as { run: string }).run !== 'blind');
    const counts = judge({
      entries: shown,
      wanted: world.wanted(['asking', ...names, 'forgotten']),
      results: [...results.slice(0, -1), started, { outcome: 'forgotten', unknownOutcomes: 0 }],
      struck: { [`restored by ${copies.name}`]: 1, 'presses since the backup': since },
    });
    const blind = judge({
      entries: world.made('blind'),
      wanted: [{ run: 'blind', press: 1 }],
      results: results.slice(-1),
      struck: { [`restored by ${copies.name}`]: 1, 'presses since the backup': 1 },
    });
    tellCounts('backup and restore', counts);
    tellCounts('backup and restore, a press that no screen shows', blind);
    expect(counts).toMatchObject({ twice: 0, lost: 0, failed: 1 });
    // The same decision has the same key, which the journal has.
    expect(blind).toMatchObject({ pressed: 1, twice: 0, lost: 0 });
  }, 400_000);
});
