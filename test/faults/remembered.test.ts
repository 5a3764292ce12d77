// HE42 in a real browser: what runs unasked after an approval that is remembered, and what does not. Effects are counted by the page's server.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { flowRunIn } from '../support/stores-in.js';
import { agentCards } from '../../src/domain/report/agent-cards.js';
import { confirmUpdate, type ConfirmBody } from '../../src/workflows/messages.js';
import { assignThenFinish, click, say, startHarness, type Answer, type Harness, type Run } from '../support/agent-harness.js';
import { until } from '../support/until.js';
import { startObeyingSite, type ObeyingSite } from '../support/obeying-site.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { edge, node } from '../pure/flow/documents.js';

const reminder = (
  heading = 'Order 17',
  more = '',
) => `<title>Shop</title><h1>${heading}</h1><p id="clock">12:03:04</p><form onsubmit="return false">
  <p>A reminder to Ada</p><button onclick="post('sent for ' + document.querySelector('h1').innerText); ${more}">Send</button></form>`;
/** With each click the clock goes on. */
const ticking = reminder('Order 17', `clock.innerText = '12:03:0' + Math.ceil(Math.random() * 9)`);
const nextOrder = reminder('Order 17', `document.querySelector('h1').innerText = 'Order 18'`);
const over = say('FINISH', { Result: 'over' });

describe('an approval that is remembered', () => {
  let harness: Harness;
  let site: ObeyingSite;
  const open: Run[] = [];
  beforeAll(async () => {
    site = await startObeyingSite();
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 2 } });
  });
  afterAll(async () => {
    for (const run of open) await run.handle.cancel().catch(() => undefined);
    await harness?.close();
    await site?.close();
  });

  async function started(html: string, actions: readonly Answer[], more: object = {}, path = '/'): Promise<Run> {
    site.serve(html);
    const url = `${site.url}${path}`;
    const run = await harness.run(
      { host: assignThenFinish, app: [...actions, over] },
      { request: 'do it', device: { kind: 'web', url }, ...more },
    );
    open.push(run);
    return run;
  }

  /** The host shows what its agent asks a moment longer than it is asked. */
  const answered = new Set<string>();
  const asked = (run: Run) =>
    until(async () => {
      const request = await run.asks('confirmation');
      return !answered.has(`${run.id} ${request.requestId}`) && request;
    }, 'a confirmation that is asked for');

  async function confirm(run: Run, more: Omit<ConfirmBody, 'requestId' | 'approved'> = {}): Promise<string> {
    const { asker, requestId } = await asked(run);
    const reply = await harness.client.workflow
      .getHandle(asker)
      .executeUpdate(confirmUpdate, { args: [{ requestId, approved: true, ...more }] });
    answered.add(`${run.id} ${requestId}`);
    return reply;
  }

  async function rejected(run: Run): Promise<void> {
    const { requestId } = await asked(run);
    answered.add(`${run.id} ${requestId}`);
    await run.handle.signal('confirm', { requestId, approved: false });
    await run.handle.result();
  }

  const eventsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = site.events.length;
    await work();
    return site.events.slice(before);
  };

  test('HE42: the same goes unasked, whatever the clock says; steps say whose approval it was', async () => {
    const events = await eventsOf(async () => {
      const run = await started(ticking, [click('Send'), click('Send'), click('Send')]);
      expect(await asked(run)).toMatchObject({ remembering: { what: { text: 'click button "Send"' } } });
      const reply = await confirm(run, { by: 'ada', remember: { for: 'run' } });
      const [, id = ''] = /^Approved, and remembered as ([0-9a-f]{8}) for this run;/.exec(reply) ?? [];
      await run.handle.result();
      const notes = agentCards(run.id, await harness.records(run)).flatMap(({ card }) => card.notes);
      const told = notes.filter((note) => note.startsWith('Nobody was asked'));
      expect(told).toHaveLength(2);
      expect(told[0]).toContain(`ada's approval ${id} of `);
    });
    expect(events).toEqual(['sent for Order 17', 'sent for Order 17', 'sent for Order 17']);
  });

  test('HE42: for another object, and in another run, it is asked', async () => {
    const events = await eventsOf(async () => {
      const run = await started(nextOrder, [click('Send'), click('Send')]);
      await confirm(run, { remember: { for: 'run' } });
      await rejected(run);
      await rejected(await started(nextOrder, [click('Send')]));
    });
    expect(events).toEqual(['sent for Order 17']);
  });

  test('HE42: what pays is asked each time', async () => {
    const events = await eventsOf(async () => {
      const pay = `<title>Shop</title><h1>Cart</h1><form onsubmit="return false"><p>Total: $5</p><button onclick="post('paid')">Pay now</button></form>`;
      const run = await started(pay, [click('Pay now'), click('Pay now')]);
      expect(await asked(run)).toMatchObject({ remembering: { not: 'what pays or orders something is asked about each time' } });
      await expect(confirm(run, { remember: { for: 'run' } })).rejects.toMatchObject({
        cause: { message: expect.stringMatching(/^This approval cannot be remembered: what pays or orders something/) },
      });
      await confirm(run);
      await rejected(run);
    });
    expect(events).toEqual(['paid']);
  });

  test('HE42: a later subtask of the run has it, too', async () => {
    const events = await eventsOf(async () => {
      site.serve(ticking);
      const [assign, finish] = assignThenFinish;
      const run = await harness.run(
        {
          host: [assign, assign, finish] as readonly Answer[],
          app: [click('Send'), say('FINISH', { Result: 'once' }), click('Send'), over],
        },
        { request: 'remind twice', device: { kind: 'web', url: `${site.url}/` }, settings: { host: 'always' } },
      );
      open.push(run);
      await confirm(run, { by: 'ada', remember: { for: 'run' } });
      await run.handle.result();
    });
    expect(events).toEqual(['sent for Order 17', 'sent for Order 17']);
  });

  test('HE42: once its time is over it is asked', async () => {
    const run = await started(ticking, [
      click('Send'),
      // The model thinks for longer than the approval lasts.
      async (situation) => (await delay(2_500), await (click('Send') as (of: typeof situation) => object)(situation)) as never,
    ]);
    // As the bare Temporal CLI sends it.
    const { asker, requestId } = await asked(run);
    await harness.client.workflow.getHandle(asker).signal('confirm', { requestId, approved: true, remember: { for: 'run', until: '2s' } });
    answered.add(`${run.id} ${requestId}`);
    await rejected(run);
  });

  test('HE42: where a rule forbids it, the request says so and takes an approval for once', async () => {
    const rules = [{ reason: 'our customers', words: ['send'], remember: false }];
    const run = await started(ticking, [click('Send')], { guard: { rules } });
    expect(await asked(run)).toMatchObject({ remembering: { not: 'a rule of the guard forbids it (our customers)' } });
    await expect(confirm(run, { remember: { for: 'run' } })).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/^This approval cannot be remembered: a rule of the guard forbids it \(our customers\)\./) },
    });
    await confirm(run);
    await run.handle.result();
  });

  test('HE42: flows ask the same way', async () => {
    site.serve(ticking);
    const send = (id: string) => node(id, { type: 'Click', target: 'Send' });
    const run = await harness.flow(
      () => ({ name: 'remind twice', nodes: [send('first'), send('second')], edges: [edge('first', 'second')] }),
      {
        device: { kind: 'web', url: `${site.url}/` },
      },
    );
    const { asker, requestId } = await run.asks('confirmation');
    await harness.client.workflow
      .getHandle(asker)
      .executeUpdate(confirmUpdate, { args: [{ requestId, approved: true, by: 'ada', remember: { for: 'run' } }] });
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
    const { visits } = await flowRunIn(harness.config.shared, run.id);
    expect(visits.map(({ events }) => events.filter(({ type }) => type === 'approved_before').map(({ payload }) => payload))).toEqual([
      [],
      [expect.objectContaining({ by: 'ada', message: expect.stringMatching(/^nobody was asked: ada's approval /) })],
    ]);
  });
});
