// Steps done by agents and flows (docs/design/procedure.md §1, `step.run`), each on an in-memory device.
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createSealedTokens } from '../../../src/adapters/node-crypto/sealed-tokens.js';
import type { Json } from '../../../src/domain/run/json.js';
import { durableCalls } from '../../support/procedure-calls.js';
import { answerUpdate, procedureQuery, progressQuery } from '../../../src/workflows/messages.js';
import { loadedDocument, stateOf } from '../../conformance/procedure-calls-conformance.js';
import { assignThenFinish, click, memoryDevice, say, type Brain } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { activity, documentOf, work } from '../../support/procedures.js';
import { until } from '../../support/until.js';

const tokens = createSealedTokens([{ id: 'first', secret: randomBytes(32) }]);
const workflow_id = 'release';

describe('steps that the engine does', () => {
  const world = useAgents();

  const desk = () => {
    const { url } = world.ledger;
    const controls = ['Add', 'Take'].map((name) => ({ role: 'button', name, on: { post: { url, body: { name } } } }));
    return memoryDevice({ start: 'main', screens: { main: { title: 'Desk', controls } } });
  };

  /** A run of a procedure whose first step is done by `run`; `{{run}}` in a request finds the brain. */
  async function begin(run: { agent?: string; flow?: string }, flows: Record<string, Record<string, Json>> = {}, brain: Brain = {}) {
    const id = world.harness.expect(brain);
    const document = documentOf(
      [activity('first', { steps: [work('own', { name: 'The engine’s', run, required: false }), work('after')] })],
      {
        variables: [
          { name: 'run', type: 'string' },
          { name: 'found.count', type: 'number' },
        ],
        flows,
      },
    );
    const calls = durableCalls({
      client: () => Promise.resolve(world.harness.client),
      loaded: new Map([[workflow_id, loadedDocument(document)]]),
      tokens,
      by: 'agent',
      answers: 'agent',
      run: { device: desk() },
      newId: () => id,
    });
    const state = stateOf(await calls.start_workflow({ workflow_id, initial_variables: { run: id } }));
    const handle = world.harness.client.workflow.getHandle(id);
    const position = async () => (await calls.get_position({ workflow_id, state })) as { position?: { step?: string }; state: string };
    const untilAt = (step: string) =>
      until(async () => {
        const seen = await position();
        return seen.position?.step === step ? seen.state : undefined;
      }, `step ${step}`);
    return { id, calls, state, handle, untilAt };
  }

  const look = (text: string): Record<string, Json> => ({
    name: 'look',
    nodes: [
      { id: 'press', name: 'press', node_type: { type: 'Click', target: 'Add' } },
      {
        id: 'found',
        name: 'found',
        node_type: { type: 'FindText', search_text: text },
        checks: [{ name: 'there', check_type: 'TextPresent', params: { text } }],
      },
    ],
    edges: [{ from: 'press', to: 'found' }],
  });

  test('P17: a flow does the step and its findings are available; an agent cannot claim it', async () => {
    const before = world.ledger.entries.length;
    const { calls, state, handle, untilAt, id } = await begin({ flow: 'look' }, { look: look('Take') });
    expect(await calls.complete_step({ workflow_id, state, step_id: 'own', summary: 'I did it' })).toMatchObject({
      success: false,
      error: { code: 'STEP_RUN_BY_ENGINE' },
    });
    const next = await untilAt('after');
    expect(world.ledger.entries.length - before).toBe(1);
    const { variables, entries } = await handle.query(procedureQuery);
    expect(variables['found.count']).toBe(1);
    expect(entries.filter(({ by }) => by === 'engine').map(({ happening }) => happening)).toContainEqual({
      type: 'step-completed',
      step: 'own',
      summary: expect.stringContaining(`${id}/step-1, flow 'look', ended with 'completed'`),
      outputs: ['found.count'],
    });
    expect(await calls.complete_step({ workflow_id, state: next, step_id: 'after', summary: 'seen' })).toMatchObject({ complete: true });
    expect(await handle.result()).toMatchObject({ outcome: 'completed' });
  });

  test('P17: one of our agents does the step; its questions are in the shared inbox', async () => {
    const { untilAt, handle, id } = await begin(
      { agent: 'Take it ({{run}})' },
      {},
      {
        host: assignThenFinish,
        app: [say('PENDING', { Questions: ['Which?'] }), click('Take'), say('FINISH', { Result: 'taken' })],
      },
    );
    const asker = world.harness.client.workflow.getHandle(`${id}/step-1`);
    const request = await until(
      () =>
        asker.query(progressQuery).then(
          (progress) => progress.request,
          () => undefined,
        ),
      'the question',
    );
    await asker.executeUpdate(answerUpdate, { args: [{ requestId: request.requestId, answers: ['this'] }] });
    await untilAt('after');
    const { entries } = await handle.query(procedureQuery);
    expect(entries.find(({ happening }) => happening.type === 'step-completed')).toMatchObject({
      by: 'engine',
      happening: { summary: expect.stringMatching(/\/step-1 ended with 'completed' after \d+ steps: all done|taken/) },
    });
  });

  test('a failed step is a person’s decision: retry it, then skip it', async () => {
    const { untilAt, handle, id } = await begin({ flow: 'look' }, { look: look('Nowhere') });
    const asked = (before?: string) =>
      until(async () => {
        const { request } = await handle.query(progressQuery);
        return request && request.requestId !== before ? request : undefined;
      }, 'the question what now');
    const first = await asked();
    expect(first).toMatchObject({
      kind: 'question',
      questions: [expect.stringContaining("The step 'own' was not done")],
      options: [{ id: 'again' }, { id: 'skip' }, { id: 'abort' }],
    });
    await handle.executeUpdate(answerUpdate, { args: [{ requestId: first.requestId, optionId: 'again' }] });
    const second = await asked(first.requestId);
    await handle.executeUpdate(answerUpdate, { args: [{ requestId: second.requestId, optionId: 'skip' }] });
    await untilAt('after');
    const { entries } = await handle.query(procedureQuery);
    expect(entries.map(({ happening }) => ('child' in happening ? happening.child : happening.type))).toEqual([
      'started',
      'entered',
      `${id}/step-1`,
      `${id}/step-2`,
      'step-skipped',
    ]);
  });

  test('aborting a run ends what the engine was doing for it', async () => {
    const { calls, state, handle, id } = await begin(
      { agent: 'Wait ({{run}})' },
      {},
      {
        host: assignThenFinish,
        app: [say('PENDING', { Questions: ['For ever?'] })],
      },
    );
    const child = world.harness.client.workflow.getHandle(`${id}/step-1`);
    await until(
      () =>
        child.query(progressQuery).then(
          (progress) => progress.request,
          () => undefined,
        ),
      'the question',
    );
    expect(await calls.abort_workflow({ workflow_id, state, reason: 'enough' })).toMatchObject({ success: true });
    expect(await handle.result()).toMatchObject({ outcome: 'aborted' });
    expect(
      await until(async () => (await child.describe()).status.name !== 'RUNNING' && (await child.describe()).status.name, 'its end'),
    ).toBe('CANCELLED');
  });
});
