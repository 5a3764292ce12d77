// HE42 in a real browser: what runs unasked after an approval that is remembered, and what does not. Effects are counted by the page's server.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createFileArtifactStore } from '../../src/adapters/filesystem/artifact-store.js';
import { createFileFlowRecords } from '../../src/adapters/filesystem/flow-records.js';
import { createSteadyhand } from '../../src/client/steadyhand.js';
import { createClientContext } from '../../src/client/context.js';
import { findTemporal } from '../../src/client/temporal-connection.js';
import { stepsOf } from '../../src/client/steps.js';
import { approvalsWorkflow } from '../../src/domain/human/approvals.js';
import { startWorker, type RunningWorker } from '../../src/worker.js';
import { approvalsQuery, confirmUpdate, revokeUpdate, taskQueue, type ConfirmBody } from '../../src/workflows/messages.js';
import { assignThenFinish, click, say, startHarness, type Answer, type Harness, type Run } from '../support/agent-harness.js';
import { until } from '../support/until.js';
import { startObeyingSite, type ObeyingSite } from '../support/obeying-site.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { edge, node } from '../pure/flow/documents.js';

const mail = (sender: string) =>
  `<li><p>${sender}</p><button onclick="post('deleted ${sender}'); this.closest('li').remove()">Delete</button></li>`;
/** The total is another one after each click. */
const order = (...totals: readonly number[]) => `<title>Shop</title><h1>Cart</h1><form onsubmit="return false">
  <p>Total: <span id="total">$${totals[0]}</span></p><button onclick="pay()">Pay now</button></form>
  <script>
    const totals = ${JSON.stringify(totals)};
    const pay = () => { post('paid $' + totals.shift()); total.textContent = '$' + (totals[0] ?? 1); };
  </script>`;
const over = say('FINISH', { Result: 'over' });

describe('an approval that is remembered', () => {
  let harness: Harness;
  let site: ObeyingSite;
  const open: Run[] = [];
  const steadyhand = () =>
    createSteadyhand(
      createClientContext({
        env: { TEMPORAL_ADDRESS: sharedServerAddress() },
        folder: harness.home,
        program: 'steadyhand',
        client: harness.client,
      }),
    );

  beforeAll(async () => {
    site = await startObeyingSite();
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 2 } });
  });
  afterAll(async () => {
    for (const run of open) await run.handle.cancel().catch(() => undefined);
    await harness?.client.workflow
      .getHandle(approvalsWorkflow.id)
      .terminate()
      .catch(() => undefined);
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

  test('HE42: for a run, the same and less run unasked, more is asked; steps say whose approval it was', async () => {
    const events = await eventsOf(async () => {
      const run = await started(
        order(5, 5, 4, 6),
        Array.from({ length: 4 }, () => click('Pay now')),
      );
      expect(await asked(run)).toMatchObject({ remembering: { what: { amounts: { $: { high: 5 } } } } });
      expect(await confirm(run, { by: 'ada', remember: { for: 'run' } })).toMatch(/^Approved, and remembered as [0-9a-f]{8} for this run;/);
      expect(await asked(run)).toMatchObject({ facts: { amounts: [expect.stringContaining('$6')] } });
      const [approval] = await steadyhand().approvals.list();
      expect(approval).toMatchObject({ for: 'run', run: { id: run.id }, by: 'ada', used: 2 });
      await rejected(run);
      const notes = stepsOf(await harness.records(run)).flatMap((step) => step.notes);
      const told = notes.filter((note) => note.startsWith('Nobody was asked'));
      expect(told).toHaveLength(2);
      expect(told[0]).toContain(`ada's approval ${approval?.id ?? ''} of `);
      // Its run has ended.
      expect(await steadyhand().approvals.list()).toEqual([]);
    });
    expect(events).toEqual(['paid $5', 'paid $5', 'paid $4']);
  });

  test('LK32: who sends without reading makes no approval: neither by a signal nor by starting the keeper with some', async () => {
    const run = await started(order(5, 5), [click('Pay now'), click('Pay now')]);
    await confirm(run, { by: 'ada', remember: { for: 'run' } });
    await run.handle.result();
    const keeper = harness.client.workflow.getHandle(approvalsWorkflow.id);
    const real = await keeper.query(approvalsQuery);
    expect(real).not.toEqual([]);
    const forged = { ...real[0], id: 'f0f0f0f0', for: 'app' as const };
    for (const more of [[], [undefined], ['0'.repeat(26)]]) await keeper.signal(approvalsWorkflow.remember, forged, ...more);
    expect(await keeper.query(approvalsQuery)).toEqual(real);
    for (const { id } of real) await keeper.executeUpdate(revokeUpdate, { args: [{ id }] });
    await keeper.result();

    const { type, id: workflowId } = approvalsWorkflow;
    await harness.client.workflow.start(type, { workflowId, taskQueue, args: [[forged], '0'.repeat(26)] });
    const next = harness.client.workflow.getHandle(workflowId);
    await next.signal(approvalsWorkflow.remember, forged, '0'.repeat(26));
    expect(await next.query(approvalsQuery)).toEqual([]);
    await next.terminate();
  });

  test('HE42: another row is asked', async () => {
    const events = await eventsOf(async () => {
      const run = await started(`<title>Mail</title><ul>${mail('Ada')}${mail('Bob')}</ul>`, [click('Delete'), click('Delete')]);
      await confirm(run, { remember: { for: 'run' } });
      await rejected(run);
    });
    expect(events).toEqual(['deleted Ada']);
  });

  test('HE42: for an application, another run runs unasked, over a restart of the worker; on another page, and once it is taken back, it is asked', async () => {
    const events = await eventsOf(async () => {
      const first = await started(order(5), [click('Pay now')]);
      const { requestId } = await asked(first);
      // As the bare Temporal CLI sends it.
      await first.handle.signal('confirm', { requestId, approved: true, by: 'ada', remember: { for: 'app', until: '2h' } });
      await first.handle.result();
      await harness.worker.stop();
      const again = await restarted();
      try {
        const second = await started(order(5), [click('Pay now')]);
        await second.handle.result();
        await rejected(await started(order(5), [click('Pay now')], {}, '/other'));
        const { approvals } = steadyhand();
        const [approval] = await approvals.list();
        expect(approval).toMatchObject({ for: 'app', by: 'ada', used: 1, what: { page: `${site.url}/` } });
        await expect(approvals.revoke('zzz')).rejects.toThrow("No approval 'zzz' is remembered");
        expect(await approvals.revoke((approval?.id ?? '').slice(0, 4))).toBe(approval?.id);
        expect(await approvals.list()).toEqual([]);
        await rejected(await started(order(5), [click('Pay now')]));
        await expired();
        await forbidden();
        await flows();
      } finally {
        for (const run of open.splice(0)) await run.handle.cancel().catch(() => undefined);
        await delay(500);
        await again.stop();
      }
    });
    expect(events).toEqual(['paid $5', 'paid $5', 'paid $5', 'paid $5', 'paid $5', 'paid $5']);
  });

  function restarted(): Promise<RunningWorker> {
    const { config, home } = harness;
    return startWorker({ config, server: findTemporal(home, { TEMPORAL_ADDRESS: sharedServerAddress() }), log: () => undefined });
  }

  /** HE42: once its time is over it is asked. */
  async function expired(): Promise<void> {
    const run = await started(order(5, 5), [
      click('Pay now'),
      async (situation) => (await delay(2_500), await (click('Pay now') as (of: typeof situation) => object)(situation)) as never,
    ]);
    await confirm(run, { remember: { for: 'app', until: '2s' } });
    await rejected(run);
  }

  /** HE42: where a rule forbids it, the request says so and takes an approval for once. */
  async function forbidden(): Promise<void> {
    const rules = [{ reason: 'money leaves', words: ['pay'], remember: false }];
    const run = await started(order(5), [click('Pay now')], { guard: { rules } });
    expect(await asked(run)).toMatchObject({ remembering: { not: 'a rule of the guard forbids it (money leaves)' } });
    await expect(confirm(run, { remember: { for: 'run' } })).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/^This approval cannot be remembered: a rule of the guard forbids it \(money leaves\)\./) },
    });
    await confirm(run);
    await run.handle.result();
  }

  /** HE42: flows ask the same way. */
  async function flows(): Promise<void> {
    site.serve(order(5, 5));
    const pay = (id: string) => node(id, { type: 'Click', target: 'Pay now' });
    const run = await harness.flow(() => ({ name: 'pay twice', nodes: [pay('first'), pay('second')], edges: [edge('first', 'second')] }), {
      device: { kind: 'web', url: `${site.url}/` },
    });
    const { asker, requestId } = await run.asks('confirmation');
    await harness.client.workflow
      .getHandle(asker)
      .executeUpdate(confirmUpdate, { args: [{ requestId, approved: true, by: 'ada', remember: { for: 'run' } }] });
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
    const artifacts = createFileArtifactStore({ folder: join(harness.config.shared, 'artifacts') });
    const records = createFileFlowRecords({ folder: join(harness.config.shared, 'runs'), artifacts });
    const place = await records.find(run.id);
    const visits = (place && (await records.read(place)))?.visits ?? [];
    expect(visits.map(({ events }) => events.filter(({ type }) => type === 'approved_before').map(({ payload }) => payload))).toEqual([
      [],
      [expect.objectContaining({ by: 'ada', for: 'run', message: expect.stringMatching(/^nobody was asked: ada's approval /) })],
    ]);
  }
});
