// EV30–EV35: a person takes over an agent, acts, and gives it back.
import { describe, expect, test } from '@jest/globals';
import type { Run } from '../../../src/client/run.js';
import { assignThenFinish, click, memoryDevice, say } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { asClient } from '../../support/as-client.js';
import { onlyReplayed } from '../../support/caching.js';
import { until } from '../../support/until.js';
import { row } from '../../support/hold-screens.js';

describe.each(onlyReplayed)('a person at the wheel of an agent (%s)', (_name, { env }) => {
  const world = useAgents(env);

  const shop = () =>
    memoryDevice({
      start: 'form',
      screens: {
        form: {
          title: 'Form',
          controls: [
            { role: 'button', name: 'Solve captcha', on: { post: { url: world.ledger.url, body: { by: 'hand' } }, goto: 'inside' } },
            { role: 'textbox', name: 'Day' },
          ],
        },
        inside: {
          title: 'Inside',
          controls: [
            { role: 'heading', name: 'Welcome' },
            { role: 'button', name: 'Delete' },
          ],
        },
      },
    });

  const withRun = <T>(id: string, work: (run: Run) => Promise<T>): Promise<T> => asClient(world.harness, id, work);

  test('EV30, EV31, EV32, EV35: it asks for hands, a person does it at the same screen, and the model is told what changed and the note', async () => {
    const before = world.ledger.entries.length;
    const prompts: string[] = [];
    const started = await world.harness.run(
      {
        host: assignThenFinish,
        app: [
          say('PENDING', { Questions: ['There is a captcha.'], NeedsHands: true }),
          ({ text }) => {
            prompts.push(text);
            return { Function: '', Status: 'FINISH', Result: 'inside', Comment: 'done' };
          },
        ],
      },
      { request: 'log in', device: shop() },
    );
    expect(await started.asks()).toMatchObject({ kind: 'question', needsHands: true });
    await withRun(started.id, async (run) => {
      const from = Date.now();
      const held = await run.takeOver({ by: 'Ann', reason: 'captcha' });
      console.log(`EV37 hand-over of a waiting run: ${Date.now() - from} ms`);
      expect(held).toMatchObject({ by: 'Ann', reason: 'captcha', parked: true, at: started.id });
      expect(await run.progress()).toMatchObject({ state: 'HELD', hold: { by: 'Ann', parked: true }, request: { kind: 'question' } });
      await expect(run.takeOver({ by: 'Bob' })).rejects.toThrow(/^Ann has taken over since/);
      await expect(run.act({ type: 'go-back' }, { by: 'Bob' })).rejects.toThrow(/Ann has taken over, not Bob/);
      const seen = await run.look();
      expect(seen).toMatchObject({ title: 'Form', width: 640 });
      expect(seen.picture).toMatch(/^sha256:/);
      const acted = await run.act({ type: 'click', at: row(0) });
      expect(acted).toMatchObject({ outcome: { status: 'done' }, look: { title: 'Inside' } });
      expect(world.ledger.entries.length - before).toBe(1);
      // EV34: nobody is asked; it is recorded as approved by whoever acts.
      expect(await run.act({ type: 'click', at: row(1) })).toMatchObject({
        outcome: { status: 'done' },
        approved: expect.stringMatching(/delet/),
      });
      expect(await run.handBack({ note: 'the captcha is solved' })).toMatch(/^Handed back/);
      await expect(run.handBack()).rejects.toThrow(/Nobody has taken over/);
      await expect(run.act({ type: 'go-back' }, { by: 'Ann' })).rejects.toThrow(/Nobody has taken over/);
    });
    const result = await started.handle.result();
    expect(result).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(result.blackboard.questions).toEqual([{ question: 'There is a captcha.', answer: 'the captcha is solved' }]);
    expect(prompts[0]).toContain('Ann took over the screen (captcha) and has given it back: the captcha is solved.');
    expect(prompts[0]).toMatch(/What changed on the screen while the user had it[\s\S]*Welcome/);
    const records = await world.harness.records(started);
    expect(records.filter(({ type }) => type === 'person-acted').map(({ data }) => [data['actor'], data['action']])).toEqual([
      ['person:Ann', 'click at 40, 12'],
      ['person:Ann', 'click at 40, 36'],
    ]);
  });

  test('A77, EV30: taken in the middle of a decision, it is broken off, nothing is done meanwhile, and it is decided anew', async () => {
    let asked = 0;
    const started = await world.harness.run(
      {
        host: assignThenFinish,
        app: [
          async () => {
            asked += 1;
            if (asked === 1) await new Promise((resolve) => setTimeout(resolve, 8_000));
            return { Function: '', Status: 'FINISH', Result: 'r', Comment: 'done' };
          },
        ],
      },
      { request: 'think', device: shop() },
    );
    await until(() => asked === 1, 'the model to think');
    await withRun(started.id, async (run) => {
      const from = Date.now();
      expect(await run.takeOver({ by: 'Ann' })).toMatchObject({ parked: true });
      console.log(`EV37 hand-over from the middle of a decision: ${Date.now() - from} ms`);
      expect(await run.look()).toMatchObject({ title: 'Form' });
      const { step } = await run.progress();
      await run.act({ type: 'click', at: row(1) });
      expect((await run.progress()).step).toBe(step);
      await run.handBack({ note: 'nothing to see' });
    });
    expect(await started.handle.result()).toMatchObject({ outcome: 'completed' });
    expect(asked).toBeGreaterThan(1);
  });

  test('EV30: a question that is answered during the hold counts after it; a hold that nobody ends runs out', async () => {
    const started = await world.harness.run(
      { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] }), say('FINISH', { Result: 'done' })] },
      { request: 'ask', device: shop(), settings: { holdTimeout: 2_500 } },
    );
    const question = await started.asks();
    await withRun(started.id, async (run) => {
      const held = await run.takeOver({ by: 'Ann' });
      await run.answer(question.requestId, ['Friday']);
      const { state } = await run.progress();
      // On a slow machine it may have run out meanwhile.
      expect(state === 'HELD' || Date.now() >= Date.parse(held.until)).toBe(true);
    });
    const result = await started.handle.result();
    expect(result.blackboard.questions).toEqual([{ question: 'Which day?', answer: 'Friday' }]);
    const asked = world.harness.asked(started).map(({ text }) => text);
    expect(asked.filter((text) => /Ann took over the screen and did not give it back in time/.test(text))).toHaveLength(1);
  });

  test('EV30: a plain Temporal client is enough, and the details say who has it and how it ends', async () => {
    const started = await world.harness.run(
      { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] }), say('FINISH', { Result: 'done' })] },
      { request: 'ask', device: shop() },
    );
    const question = await started.asks();
    const { handle } = started;
    await handle.executeUpdate('takeOver', { args: [{ by: 'Ann', reason: 'captcha' }] });
    const { currentDetails } = await handle.query<{ currentDetails?: string }, []>('__temporal_workflow_metadata');
    expect(currentDetails).toMatch(/\*\*HELD\*\* by Ann since .* at the latest: captcha/);
    expect(currentDetails).toContain(`temporal workflow update execute --workflow-id '${started.id}' --name handBack`);
    await handle.executeUpdate('handBack', { args: [{}] });
    await handle.signal('answer', { requestId: question.requestId, answers: ['Friday'] });
    expect(await handle.result()).toMatchObject({ outcome: 'completed' });
  });

  test('EV30: a hold of an agent that acts ends its action and begins no other', async () => {
    const started = await world.harness.run(
      { host: assignThenFinish, app: [click('Solve captcha'), click('Delete', 'CONFIRM'), say('FINISH', { Result: 'done' })] },
      { request: 'act', device: shop() },
    );
    const approval = await started.asks('confirmation');
    await withRun(started.id, async (run) => {
      await run.takeOver({ by: 'Ann' });
      await run.confirm(approval.requestId, true);
      const held = await run.progress();
      expect(held).toMatchObject({ state: 'HELD', status: 'CONFIRM' });
      await run.handBack();
    });
    expect(await started.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
  });
});
