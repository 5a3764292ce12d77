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
  if (!/click_input .* → done/.test(facts.news) && facts.answers.length < 2)
    return { Function: 'click_input', Args: {}, ControlLabel: send?.label ?? '', ControlText: 'Add', Status: 'CONTINUE', Comment: 'sends' };
  return facts.request === 'blind-open' && facts.answers.length < 2
    ? { Function: '', Status: 'PENDING', Questions: ['Anything else?'], Comment: 'asks' }
    : { Function: '', Status: 'FINISH', Result: 'sent', Comment: 'done' };
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
  const blindDevice = (run: string) => ({
    start: 'form',
    screens: {
      form: {
        title: 'Form',
        controls: [{ role: 'button', name: 'Add', on: { post: { url: world.ledger.url, body: { run, press: 1 } }, goto: 'form' } }],
      },
    },
  });

  test('FL1: what was pressed since the backup is not pressed again where the screen shows it, whether its run waited, went on, or had ended', async () => {
    const { entries } = world.ledger;
    const blindNames = ['blind-ended', 'blind-open'];
    const asking = await start('asking');
    const blind: Handle[] = [];
    for (const name of blindNames) blind.push(await harness.start(blindDevice(name), {}, name));
    for (const handle of [asking, ...blind]) await question(handle);
    const names = ['pressing-1', 'pressing-2', 'pressing-3', 'ended'];
    const going: Handle[] = [];
    for (const name of names) going.push(await start(name));
    await until(() => names.every((name) => world.made(name).length > 0), 'presses');
    server = await copies.take(server);
    const atBackup = entries.length;

    // What happens now Temporal will not know.
    for (const handle of [asking, ...blind]) await answer(handle);
    const forgotten = await start('forgotten');
    await question(forgotten);
    for (const handle of going.slice(0, 3)) await question(handle);
    for (const handle of [asking, ...blind.slice(0, 1), ...going.slice(3)]) await handle.result();
    await until(() => world.made('blind-open').length > 0, 'the press of the one that does not end');
    for (const handle of blind.slice(1)) await question(handle);
    const since = entries.length - atBackup;

    await harness.worker.kill('SIGTERM');
    server = await copies.putBack(server);
    await harness.hosts[0]?.startAgain();
    const results = await attend([asking, ...going]).ended();
    const blindResults = await attend(blind).ended();
    await expect(forgotten.describe()).rejects.toMatchObject({ name: 'WorkflowNotFoundError' });
    await until(async () => (await harness.drivers()).length === 0, 'the end of every device, also that of the run which is forgotten');
    // A person starts it again.
    const again = await start('forgotten');
    await answer(again);
    const started = await again.result();
    const struck = { [`restored by ${copies.name}`]: 1, 'presses since the backup': since - blind.length };
    const shown = judge({
      entries: entries.filter((entry) => !blindNames.includes((entry as { run: string }).run)),
      wanted: world.wanted(['asking', ...names, 'forgotten']),
      results: [...results, started, { outcome: 'forgotten', unknownOutcomes: 0 }],
      struck,
    });
    expect(tellCounts('backup and restore, where the screen shows it', shown)).toMatchObject({ twice: 0, lost: 0, failed: 1 });
    // Whether the journal knows the new decision depends on where the run stood in the copy: nobody but a person, or the system that it was for, can tell. Never more than once more.
    for (const [index, name] of [
      [0, 'its run had ended'],
      [1, 'its run waits'],
    ] as const) {
      const unseen = judge({
        entries: world.made(blindNames[index] ?? ''),
        wanted: [{ run: blindNames[index], press: 1 }],
        results: blindResults.slice(index, index + 1),
        struck: { ...struck, 'presses since the backup': 1 },
      });
      const { twice, lost, failed } = tellCounts(`backup and restore, where no screen shows it: ${name}`, unseen);
      expect({ most: Math.max(twice, 1), lost, failed }).toEqual({ most: 1, lost: 0, failed: 0 });
    }
  }, 400_000);
});
