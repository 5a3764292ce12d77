import { summariesOf } from '../../support/summaries.js';
import { describe, expect, test } from '@jest/globals';
import { answerUpdate, confirmUpdate } from '../../../src/workflows/messages.js';
import { assignThenFinish, click, memoryDevice, say, type } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { onlyReplayed } from '../../support/caching.js';

describe.each(onlyReplayed)('runs that ask people (%s)', (_name, { env }) => {
  const world = useAgents(env);

  const shop = () =>
    memoryDevice({
      start: 'form',
      screens: {
        form: {
          title: 'Form',
          controls: [
            { role: 'textbox', name: 'Day' },
            { role: 'button', name: 'Place order', on: { post: { url: world.ledger.url, body: { day: '{{value}}' } }, goto: 'thanks' } },
          ],
        },
        thanks: { title: 'Thanks', controls: [{ role: 'heading', name: 'Order confirmed' }] },
      },
    });

  test('A39, A46, A48: a question waits, its answer reaches the prompt, an approval runs the action exactly once', async () => {
    const run = await world.harness.run(
      {
        host: assignThenFinish,
        app: [
          say('PENDING', { Questions: ['Which day?'] }),
          ({ answers, find }) => ({
            Function: 'set_edit_text',
            Args: { text: answers[0], clear_current_text: true },
            ControlLabel: find('box', /Day/)?.label,
            ControlText: 'Day',
            Status: 'CONTINUE',
          }),
          click('Place order', 'CONFIRM'),
          say('FINISH', { Result: 'ordered' }),
        ],
      },
      { request: 'order', device: shop() },
    );
    const question = await run.asks();
    expect(question).toMatchObject({ kind: 'question', questions: ['Which day?'] });
    await world.harness.client.workflow
      .getHandle(question.asker)
      .executeUpdate(answerUpdate, { args: [{ requestId: question.requestId, answers: ['Friday'] }] });
    const approval = await run.asks('confirmation');
    expect(approval).toMatchObject({ kind: 'confirmation', actions: [{ function: 'click_input', target: { name: 'Place order' } }] });
    expect(world.ledger.entries).toHaveLength(0);
    await world.harness.client.workflow
      .getHandle(approval.asker)
      .executeUpdate(confirmUpdate, { args: [{ requestId: approval.requestId, approved: true }] });
    const result = await run.handle.result();
    expect(result).toMatchObject({ outcome: 'completed', previousSubtasks: [{ status: 'FINISH', result: 'ordered' }], unknownOutcomes: 0 });
    expect(world.ledger.entries).toHaveLength(1);
    expect(result.blackboard.questions).toEqual([{ question: 'Which day?', answer: 'Friday' }]);
    expect((await summariesOf(run.handle)).filter((summary) => summary.startsWith('ask'))).toEqual([
      'ask: Which day?',
      expect.stringMatching(/^ask for approval: Click “Place order”; .*orders/),
    ]);
  });

  test('a message with a wrong request id is reported as ignored in the details, and the run says what its AppAgent asks', async () => {
    const run = await world.harness.run(
      { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] }), say('FINISH', { Result: 'done' })] },
      { request: 'order', device: shop() },
    );
    const { requestId } = await run.asks();
    expect(await run.progress()).toMatchObject({ state: 'PENDING', asker: run.id, request: { requestId } });
    const details = async (): Promise<string> =>
      (await run.handle.query<{ currentDetails?: string }, []>('__temporal_workflow_metadata')).currentDetails ?? '';
    await run.handle.signal('answer', { requestId: 'app-1.q7', answers: ['Friday'] });
    const ignored = /The last message was ignored: 'app-1.q7' is not what is asked now; pending is question 'app-1.q1-…' \(Which day\?\)/;
    expect(await details()).toMatch(ignored);
    // FL7: Temporal takes it from its own command line, and could not carry what the run makes of it.
    await run.handle.signal('answer', { requestId, answers: ['x'.repeat(1_900_000)] });
    expect(await details()).toMatch(/ignored: The message 'answer' has 2 MB; at most 256 kB/);
    await run.handle.signal('answer', { requestId, answers: ['Friday'] });
    await run.handle.result();
    expect(await details()).not.toMatch(/ignored/);
  });

  test('A36: a rejection executes nothing and ends the subtask', async () => {
    const before = world.ledger.entries.length;
    const run = await world.harness.run(
      { host: [say('FAIL')], app: [type('Day', 'Monday'), click('Place order', 'CONTINUE')] },
      { request: 'order', device: shop() },
    );
    const approval = await run.asks('confirmation');
    await run.handle.signal('confirm', { requestId: approval.requestId, approved: false });
    // HE14: what was not approved brings the host's model back.
    await expect(run.handle.result()).resolves.toMatchObject({
      outcome: 'failed',
      previousSubtasks: [{ status: 'FINISH', userConfirm: 'No' }],
    });
    expect(world.ledger.entries).toHaveLength(before);
  });
});
