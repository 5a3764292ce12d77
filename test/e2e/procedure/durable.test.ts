// Procedure runs kept by Temporal (docs/design/procedure.md §4).
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createSealedTokens } from '../../../src/adapters/node-crypto/sealed-tokens.js';
import type { Loaded } from '../../../src/client/procedures/calls.js';
import type { DurableOptions } from '../../../src/client/procedures/durable.js';
import { answerUpdate, procedureQuery, procedureUpdates, progressQuery } from '../../../src/workflows/messages.js';
import { describeProcedureCalls, loadedDocument, stateOf } from '../../conformance/procedure-calls-conformance.js';
import { useAgents } from '../../support/agents.js';
import { onlyReplayed } from '../../support/caching.js';
import { activity, checkpoint, documentOf, option, work } from '../../support/procedures.js';
import { durableCalls } from '../../support/procedure-calls.js';
import { until } from '../../support/until.js';

const tokens = createSealedTokens([{ id: 'first', secret: randomBytes(32) }]);
const asking = documentOf([
  activity('plan', {
    steps: [work('read'), work('write')],
    checkpoints: [checkpoint('go', [option('yes', { transitionTo: 'ship' }), option('no', { transitionTo: 'plan' })])],
  }),
  activity('ship', {
    checkpoints: [checkpoint('wait', [option('later'), option('now')], { blocking: false, defaultOption: 'later', autoAdvanceMs: 1_500 })],
  }),
]);
const workflow_id = 'release';

describe.each(onlyReplayed)('procedures, workflows %s', (_name, { env }) => {
  const world = useAgents(env);
  let numbered = 0;
  let last = '';
  const newId = (): string => (last = `procedure-${process.pid}-${Date.now().toString(36)}-${(numbered += 1)}`);
  function callsOver(loaded: ReadonlyMap<string, Loaded>, more: Partial<DurableOptions> = {}) {
    return durableCalls({
      client: () => Promise.resolve(world.harness.client),
      loaded,
      tokens,
      by: 'agent',
      answers: 'agent',
      newId,
      ...more,
    });
  }

  describeProcedureCalls('durable', (loaded, later) => Promise.resolve({ calls: callsOver(loaded), changed: () => callsOver(later) }));

  const release = new Map([[workflow_id, loadedDocument(asking)]]);
  const step = (state: string, step_id: string, summary = 'done') => ({ workflow_id, state, step_id, summary });

  test('a call that is too large for Temporal is refused, and the run goes on', async () => {
    const calls = callsOver(release);
    const state = stateOf(await calls.start_workflow({ workflow_id }));
    const huge = 'n'.repeat(2_500_000);
    expect(await calls.complete_step({ ...step(state, 'read'), outputs: { all: huge } })).toMatchObject({
      error: { code: 'OUTPUT_TYPE', message: expect.stringContaining('at most 16000') },
    });
    expect(await calls.complete_step(step(state, 'read', huge))).toMatchObject({ error: { code: 'SUMMARY_REQUIRED' } });
    expect(await calls.abort_workflow({ workflow_id, state, reason: huge })).toMatchObject({ success: false });
    expect(await calls.complete_step(step(state, 'read'))).toMatchObject({ success: true, position: { step: 'write' } });
  });

  test('P53, P56: an old handle may read but not write: it is told the current position, with a state to continue with', async () => {
    const calls = callsOver(release);
    const first = stateOf(await calls.start_workflow({ workflow_id }));
    const second = stateOf(await calls.complete_step(step(first, 'read')));
    expect(await calls.get_position({ workflow_id, state: first })).toMatchObject({ success: true, position: { step: 'write' } });
    const stale = await calls.complete_step(step(first, 'write'));
    expect(stale).toMatchObject({ success: false, error: { code: 'STALE_STATE' }, position: { step: 'write' } });
    expect(await calls.complete_step(step(stateOf(stale), 'write'))).toMatchObject({
      success: true,
      position: { checkpoint: { id: 'go' } },
    });
    expect(await calls.complete_step(step(second, 'write', 'otherwise'))).toMatchObject({ error: { code: 'STALE_STATE' } });
  });

  test('P54: a repeated call gets the first answer, even after the end of the run', async () => {
    const calls = callsOver(
      new Map([[workflow_id, loadedDocument(documentOf([activity('only', { steps: [work('one'), work('two')] })]))]]),
    );
    const first = stateOf(await calls.start_workflow({ workflow_id }));
    const [once, again] = [await calls.complete_step(step(first, 'one')), await calls.complete_step(step(first, 'one'))];
    expect({ ...again, state: '' }).toEqual({ ...once, state: '' });
    const ended = await calls.complete_step(step(stateOf(once), 'two'));
    await world.harness.client.workflow.getHandle(last).result();
    expect(await calls.complete_step(step(first, 'one'))).toMatchObject({ success: true, position: { step: 'two' } });
    const repeated = await calls.complete_step(step(stateOf(once), 'two'));
    expect({ ...repeated, state: '' }).toEqual({ ...ended, state: '' });
    expect(await calls.complete_step(step(stateOf(once), 'two', 'otherwise'))).toMatchObject({ error: { code: 'WORKFLOW_COMPLETED' } });
  });

  test('P54: a call that was refused because it came too early is accepted when it is repeated later', async () => {
    const [yes, later] = [option('yes'), { minReadMs: 1_500 }];
    const calls = callsOver(
      new Map([[workflow_id, loadedDocument(documentOf([activity('a', { checkpoints: [checkpoint('c', [yes], later)] })]))]]),
    );
    const state = stateOf(await calls.start_workflow({ workflow_id }));
    const answer = { workflow_id, state, checkpoint_id: 'c', option_id: 'yes' };
    expect(await calls.respond_to_checkpoint(answer)).toMatchObject({ error: { code: 'CHECKPOINT_TOO_EARLY' } });
    await until(async () => (await calls.respond_to_checkpoint(answer)).success, 'the checkpoint to be readable');
  });

  test('P55: of ten concurrent writers one wins, and the others are told', async () => {
    const calls = callsOver(release);
    const state = stateOf(await calls.start_workflow({ workflow_id }));
    const replies = await Promise.all(Array.from({ length: 10 }, (_, who) => calls.complete_step(step(state, 'read', `by ${who}`))));
    expect(replies.filter(({ success }) => success)).toHaveLength(1);
    for (const reply of replies.filter(({ success }) => !success)) expect(reply).toMatchObject({ error: { code: 'STALE_STATE' } });
    expect(await world.harness.client.workflow.getHandle(last).query(procedureQuery)).toMatchObject({ revision: 1, refusals: 9 });
  });

  test('P19, P28: a person answers through the inbox, an agent cannot; time answers a checkpoint that does not block', async () => {
    const calls = callsOver(release, { answers: 'human' });
    let state = stateOf(await calls.start_workflow({ workflow_id }));
    for (const step_id of ['read', 'write']) state = stateOf(await calls.complete_step(step(state, step_id)));
    const run = world.harness.client.workflow.getHandle(last);
    const { requestId } = await until(async () => (await run.query(progressQuery)).request, 'the question');
    expect(await run.query(progressQuery)).toMatchObject({
      state: 'PENDING',
      request: { questions: ['Is go right?'], options: [{ id: 'yes' }, { id: 'no' }] },
    });
    const answer = { workflow_id, state, checkpoint_id: 'go', option_id: 'yes' };
    expect(await calls.respond_to_checkpoint(answer)).toMatchObject({ success: false, error: { code: 'AWAITING_USER' } });
    await expect(run.executeUpdate(answerUpdate, { args: [{ requestId, optionId: 'perhaps' }] })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('yes (Choose yes)') },
    });
    await run.executeUpdate(answerUpdate, { args: [{ requestId, optionId: 'yes' }] });
    expect(await run.result()).toMatchObject({ outcome: 'completed', workflow: 'release' });
    expect(await run.query(progressQuery)).toMatchObject({ state: 'RUNNING' });
  });

  test('messages from the bare Temporal CLI need neither revision nor name; a malformed one is refused before it enters history', async () => {
    const calls = callsOver(release);
    await calls.start_workflow({ workflow_id });
    const run = world.harness.client.workflow.getHandle(last);
    const { complete_step } = procedureUpdates;
    expect(await run.executeUpdate(complete_step, { args: [{ step_id: 'read', summary: 'did' }] })).toMatchObject({
      success: true,
      revision: 1,
    });
    await expect(run.executeUpdate(complete_step, { args: [{ step: 'write' }] })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('complete_step.step') },
    });
    await run.terminate();
  });

  test("P48: a state appears in no history, nor in a run's details", async () => {
    const calls = callsOver(release);
    const first = stateOf(await calls.start_workflow({ workflow_id }));
    const second = stateOf(await calls.complete_step(step(first, 'read', 'read from end to end')));
    const run = world.harness.client.workflow.getHandle(last);
    const told = JSON.stringify([await run.query(procedureQuery), await run.query(progressQuery), (await run.describe()).memo]);
    // Payloads in a history are base64.
    const texts = JSON.stringify(await run.fetchHistory(), (key, value: unknown) =>
      key === 'data' && typeof value === 'string' ? Buffer.from(value, 'base64').toString() : value,
    );
    expect(texts).toContain('read from end to end');
    for (const state of [first, second]) expect(`${texts}${told}`).not.toContain(state.slice(0, 40));
    expect(`${texts}${told}`).not.toContain('nav1.');
  });

  test('a procedure that cannot be followed never starts', async () => {
    const start = (input: object) =>
      world.harness.client.workflow.execute('procedure', { taskQueue: 'steadyhand', workflowId: newId(), args: [input] });
    await expect(start({})).rejects.toMatchObject({ cause: { message: expect.stringContaining('input.definition') } });
    await expect(start({ definition: { id: 'x' } })).rejects.toMatchObject({ cause: { type: 'DEFINITION_INVALID' } });
    await expect(start({ definition: asking, digest: `sha256:${'0'.repeat(64)}` })).rejects.toMatchObject({
      cause: { type: 'DEFINITION_MISMATCH' },
    });
  });
});
