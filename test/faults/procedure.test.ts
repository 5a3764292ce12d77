// Procedures whose worker and Temporal server are killed: between calls, while a person thinks, and while the engine does a step (P58).
import { createHash, randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSealedTokens } from '../../src/adapters/node-crypto/sealed-tokens.js';
import type { HistoryEntry } from '../../src/domain/procedure/history.js';
import type { Reply } from '../../src/client/procedures/calls.js';
import { readEntries } from '../../src/client/procedures/procedure-progress.js';
import type { DurableOptions } from '../../src/client/procedures/durable.js';
import { answerSignal, progressQuery } from '../../src/workflows/messages.js';
import type { ProcedureSummary } from '../../src/workflows/procedure/progress.js';
import { loadedDocument, stateOf } from '../conformance/procedure-calls-conformance.js';
import { chanceOf } from '../support/chance.js';
import { made, type AgentCall, type GivenReply } from '../support/disobedient-agents.js';
import { startFaultHarness, threePresses, type FaultHarness } from '../support/fault-harness.js';
import { obey } from '../support/obedient-agent.js';
import { durableCalls, statelessCalls } from '../support/procedure-calls.js';
import { activity, checkpoint, documentOf, option, work } from '../support/procedures.js';
import { propertySeed } from '../support/properties.js';
import { richProcedure } from '../support/rich-procedure.js';
import { storesIn } from '../support/stores-in.js';
import { startDevServer, type DevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const tokens = createSealedTokens([{ id: 'first', secret: randomBytes(32) }]);

describe('a procedure whose worker and server are killed', () => {
  let server: DevServer;
  let harness: FaultHarness;
  let numbered = 0;
  let last = '';
  beforeAll(async () => {
    server = await startDevServer();
    harness = await startFaultHarness({ address: server.address });
  });
  afterAll(async () => {
    await harness?.close();
    await server?.stop();
  });

  const kill = {
    worker: () => harness.restart('SIGKILL'),
    server: async () => {
      const { port, dbFilename } = server;
      await server.stop({ signal: 'SIGKILL', keepFolder: true });
      server = await startDevServer({ port, dbFilename });
    },
  } as const;

  const callsOver = (document: unknown, more: Partial<DurableOptions> = {}) =>
    durableCalls({
      client: () => Promise.resolve(harness.client),
      loaded: new Map([[(document as { id: string }).id, loadedDocument(document)]]),
      tokens,
      by: 'agent',
      answers: 'agent',
      newId: () => (last = `killed-${process.pid}-${Date.now().toString(36)}-${(numbered += 1)}`),
      ...more,
    });

  const historyOf = (id: string): Promise<readonly HistoryEntry[]> =>
    readEntries({ records: () => storesIn(join(dirname(harness.home), 'shared')).records }, id);

  test('P58: killed between calls and during them, a run has the same positions as an undisturbed one', async () => {
    const id = richProcedure.id;
    const chance = chanceOf(propertySeed);
    const putJson = (value: unknown) =>
      Promise.resolve(`sha256:${createHash('sha256').update(JSON.stringify(value)).digest('hex')}` as const);
    const loaded = new Map([[id, loadedDocument(richProcedure)]]);
    const undisturbed = statelessCalls({ loaded, tokens, artifacts: { putJson }, by: 'agent', now: Date.now });
    const told = (reply: Reply): object => ({ ...reply, state: '' });
    let expected = await undisturbed.start_workflow({ workflow_id: id });
    const calls = callsOver(richProcedure);
    let reply = await calls.start_workflow({ workflow_id: id });
    const kills = { worker: 0, server: 0 };
    for (let call = 0; call < 12; call += 1) {
      const next = await obey(undisturbed, undisturbed, id, expected as GivenReply, chance);
      if (!next) break;
      expected = next.reply;
      const what = call % 6 === 5 ? 'server' : call % 2 === 0 ? 'worker' : undefined;
      const asked: { state: string; call: AgentCall } = { state: stateOf(reply), call: next.call };
      // Every other kill happens while the call is in progress.
      const struck = what ? kill[what]() : Promise.resolve();
      if (call % 4 === 0) await struck;
      if (what === 'server') await struck;
      [reply] = await Promise.all([made(calls, id, asked), struck]);
      // Repeated, as a caller without an answer would: it gets the first answer.
      expect(told(await made(calls, id, asked))).toEqual(told(reply));
      if (what) kills[what] += 1;
      expect(told(reply)).toEqual(told(expected));
    }
    console.log(`seed ${propertySeed}: ${JSON.stringify(kills)} killed`);
    expect(kills.worker + kills.server).toBeGreaterThan(4);
  });

  test('P19, P58: a checkpoint that waits for a person survives kills of worker and server; the answer counts once', async () => {
    const document = documentOf([
      activity('plan', {
        steps: [work('read')],
        checkpoints: [checkpoint('go', [option('yes'), option('no')])],
        transitions: [{ to: 'ship' }],
      }),
      activity('ship', { steps: [work('tag')] }),
    ]);
    const calls = callsOver(document, { answers: 'human' });
    const workflow_id = document.id;
    const state = stateOf(
      await calls.complete_step({
        workflow_id,
        state: stateOf(await calls.start_workflow({ workflow_id })),
        step_id: 'read',
        summary: 'read',
      }),
    );
    const run = harness.client.workflow.getHandle(last);
    const asked = () => until(async () => (await run.query(progressQuery)).request, 'the question');
    const { requestId } = await asked();
    await kill.worker();
    await kill.server();
    expect((await asked()).requestId).toBe(requestId);
    expect(await calls.respond_to_checkpoint({ workflow_id, state, checkpoint_id: 'go', option_id: 'yes' })).toMatchObject({
      error: { code: 'AWAITING_USER' },
    });
    const word = { requestId, optionId: 'yes' };
    await Promise.all([run.signal(answerSignal, word), run.signal(answerSignal, word), kill.worker()]);
    const next = await until(async () => {
      const seen = (await calls.get_position({ workflow_id, state })) as GivenReply;
      return seen.position.step === 'tag' ? seen.state : undefined;
    }, 'the next activity');
    await calls.complete_step({ workflow_id, state: next, step_id: 'tag', summary: 'tagged' });
    await run.result();
    const history = await historyOf(run.workflowId);
    expect(history.filter(({ happening }) => happening.type === 'checkpoint-answered')).toMatchObject([
      { by: 'human', happening: { checkpoint: 'go', option: 'yes' } },
    ]);
  });

  test('a step that one of our agents does is done once, whichever process is killed', async () => {
    const before = harness.ledger.entries.length;
    const document = documentOf([activity('press', { steps: [work('own', { run: { agent: 'Press it three times' } })] })]);
    const calls = callsOver(document, {
      run: { device: { kind: 'stub', capabilities: { script: threePresses(harness.ledger.url) } } },
    });
    await calls.start_workflow({ workflow_id: document.id });
    await until(() => harness.ledger.entries.length > before, 'the first press');
    await kill.worker();
    const summary = (await harness.client.workflow.getHandle(last).result()) as ProcedureSummary;
    expect(summary.outcome).toBe('completed');
    const history = await historyOf(last);
    expect(history.filter(({ happening }) => 'step' in happening)).toMatchObject([
      { by: 'engine', happening: { type: 'step-completed', summary: expect.stringContaining("ended with 'completed'") } },
    ]);
    expect(harness.ledger.entries.slice(before)).toEqual([{ press: 1 }, { press: 2 }, { press: 3 }]);
  });
});
