// The example procedures whose steps the engine does, as published, in the sample shop. (The others: test/e2e/cli/procedure.)
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startScriptedModel, type ScriptedModel } from '../../examples/scripted-model/server.mjs';
import { shopScript } from '../../examples/scripted-model/shop-script.mjs';
import type { Shop } from '../../examples/shop/server.mjs';
import { createSealedTokens } from '../../src/adapters/node-crypto/sealed-tokens.js';
import { loadProcedure } from '../../src/adapters/procedures/load-procedures.js';
import { durableCalls } from '../support/procedure-calls.js';
import { answerUpdate, confirmUpdate, procedureQuery, progressQuery } from '../../src/workflows/messages.js';
import { loadedDocument, stateOf } from '../conformance/procedure-calls-conformance.js';
import { startHarness, type Harness } from '../support/agent-harness.js';
import type { GivenReply } from '../support/disobedient-agents.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { openSampleShop } from '../support/sample-shop.js';
import { until } from '../support/until.js';

let model: ScriptedModel;
let harness: Harness;
let shop: Shop;
beforeAll(async () => {
  shop = await openSampleShop();
  model = await startScriptedModel({ script: shopScript });
  harness = await startHarness({
    address: sharedServerAddress(),
    env: { OPENAI_BASE_URL: `${model.url}/v1` },
    config: { kinds: ['web'], slots: 1 },
  });
});
afterAll(async () => {
  await harness?.close();
  await model?.close();
  await shop?.close();
});

test('shop-order: a flow looks, a person decides, an agent orders once; only then may an outside agent record the result', async () => {
  const { document } = await loadProcedure(fileURLToPath(new URL('../../examples/procedures/shop-order', import.meta.url)), 'strict');
  const workflow_id = 'shop-order';
  const id = `shop-order-${process.pid}-${Date.now().toString(36)}`;
  const calls = durableCalls({
    client: () => Promise.resolve(harness.client),
    loaded: new Map([[workflow_id, loadedDocument(document)]]),
    tokens: createSealedTokens([{ id: 'first', secret: randomBytes(32) }]),
    by: 'agent',
    answers: 'human',
    newId: () => id,
  });
  const begun = await calls.start_workflow({ workflow_id, initial_variables: { shop: shop.url } });
  const asked = (workflowId: string, kind: 'question' | 'confirmation') =>
    until(
      () =>
        harness.client.workflow
          .getHandle(workflowId)
          .query(progressQuery)
          .then(
            ({ request }) => (request?.kind === kind ? request.requestId : undefined),
            () => undefined,
          ),
      `a ${kind} of ${workflowId}`,
    );
  const run = harness.client.workflow.getHandle(id);
  await run.executeUpdate(answerUpdate, { args: [{ requestId: await asked(id, 'question'), optionId: 'yes' }] });
  const agent = `${id}/step-2`;
  const question = await asked(agent, 'question');
  const asker = harness.client.workflow.getHandle(agent);
  await asker.executeUpdate(answerUpdate, { args: [{ requestId: question, answers: ['Thursday'] }] });
  const approval = await asked(agent, 'confirmation');
  expect(
    await calls.complete_step({ workflow_id, state: stateOf(begun), step_id: 'place-order', summary: 'I ordered them' }),
  ).toMatchObject({
    success: false,
    error: { code: 'STALE_STATE' },
  });
  const now = stateOf(await calls.get_position({ workflow_id, state: stateOf(begun) }));
  expect(await calls.complete_step({ workflow_id, state: now, step_id: 'place-order', summary: 'I ordered them' })).toMatchObject({
    success: false,
    error: { code: 'STEP_RUN_BY_ENGINE' },
  });
  await asker.executeUpdate(confirmUpdate, { args: [{ requestId: approval, approved: true }] });
  const state = await until(async () => {
    const seen = (await calls.get_position({ workflow_id, state: now })) as GivenReply;
    return seen.position.step === 'write-down' ? seen.state : undefined;
  }, 'the last step');
  const { entries } = await run.query(procedureQuery);
  expect(entries.flatMap(({ by, happening }) => (happening.type === 'step-completed' ? [`${by}: ${happening.summary}`] : []))).toEqual([
    expect.stringMatching(/^engine: .*flow 'is-there', ended with 'completed'; its 1 checks: passed$/),
    expect.stringMatching(/^engine: .*ended with 'completed' after \d+ steps: Order #1 confirmed/),
  ]);
  expect(await calls.complete_step({ workflow_id, state, step_id: 'write-down', summary: 'well' })).toMatchObject({ complete: true });
  expect(shop.ledger()).toHaveLength(1);
});
