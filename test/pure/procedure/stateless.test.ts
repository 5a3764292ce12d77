// Runs whose state travels with the caller (docs/design/procedure.md §4).
import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openKeyRing } from '../../../src/adapters/filesystem/key-ring-file.js';
import { createSealedTokens } from '../../../src/adapters/node-crypto/sealed-tokens.js';
import type { ArtifactRef } from '../../../src/domain/ui/observation.js';
import type { HistoryPart } from '../../../src/domain/procedure/history.js';
import type { Loaded } from '../../../src/client/procedures/calls.js';
import { describeProcedureCalls, stateOf } from '../../conformance/procedure-calls-conformance.js';
import { statelessCalls } from '../../support/procedure-calls.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { activity, checkpoint, documentOf, option, prepared, work } from '../../support/procedures.js';

const folder = temporaryFolder();
const tokens = createSealedTokens([{ id: 'first', secret: randomBytes(32) }]);

function kept() {
  const parts = new Map<ArtifactRef, HistoryPart>();
  const putJson = (value: unknown): Promise<ArtifactRef> => {
    const ref = `sha256:${createHash('sha256').update(JSON.stringify(value)).digest('hex')}` as const;
    parts.set(ref, value as HistoryPart);
    return Promise.resolve(ref);
  };
  return { parts, putJson };
}

function callsOver(loaded: ReadonlyMap<string, Loaded>, more: Partial<Parameters<typeof statelessCalls>[0]> = {}) {
  return statelessCalls({ loaded, tokens, artifacts: kept(), by: 'agent', now: () => 1_000, ...more });
}

describeProcedureCalls('stateless', (loaded, later) => Promise.resolve({ calls: callsOver(loaded), changed: () => callsOver(later) }));

const asking = documentOf([
  activity('plan', {
    steps: [work('read'), work('write')],
    checkpoints: [checkpoint('go', [option('yes')], { authority: 'human' })],
  }),
]);
const loaded = new Map([['release', { procedure: prepared(asking), document: asking, digest: 'sha256:1' }]]);
const workflow_id = 'release';

test("a person answers with the agent's token, and the agent continues with the new one", async () => {
  const [agent, person] = [callsOver(loaded), callsOver(loaded, { by: 'human' })];
  let state = stateOf(await agent.start_workflow({ workflow_id }));
  for (const step_id of ['read', 'write']) state = stateOf(await agent.complete_step({ workflow_id, state, step_id, summary: 'done' }));
  const answer = { workflow_id, checkpoint_id: 'go', option_id: 'yes' };
  expect(await agent.respond_to_checkpoint({ ...answer, state })).toMatchObject({
    success: false,
    state,
    error: { code: 'AWAITING_USER' },
  });
  const answered = await person.respond_to_checkpoint({ ...answer, state });
  expect(answered).toMatchObject({ success: true, complete: true });
  expect(await agent.get_position({ workflow_id, state: stateOf(answered) })).toMatchObject({ complete: true });
});

test('an old token is a separate branch: nothing here knows of a newer one', async () => {
  const calls = callsOver(loaded);
  const first = stateOf(await calls.start_workflow({ workflow_id }));
  const second = stateOf(await calls.complete_step({ workflow_id, state: first, step_id: 'read', summary: 'once' }));
  expect(await calls.complete_step({ workflow_id, state: first, step_id: 'read', summary: 'again' })).toMatchObject({ success: true });
  expect(await calls.get_position({ workflow_id, state: second })).toMatchObject({ position: { step: 'write' } });
});

test('P54: time that passes between a call and the same call again changes nothing of its answer', async () => {
  let time = 1_000;
  const calls = callsOver(loaded, { now: () => (time += 1_000) });
  const state = stateOf(await calls.start_workflow({ workflow_id }));
  const read = { workflow_id, state, step_id: 'read', summary: 'done' };
  const first = await calls.complete_step(read);
  expect(await calls.complete_step(read)).toEqual(first);
});

test('history is stored in parts, each naming the previous one; its texts are not in the token', async () => {
  const artifacts = kept();
  const calls = callsOver(loaded, { artifacts });
  const summaries = ['read it all, slowly and twice over', 'wrote it down'];
  let state = stateOf(await calls.start_workflow({ workflow_id }));
  const length = state.length;
  for (const [index, step_id] of ['read', 'write'].entries())
    state = stateOf(await calls.complete_step({ workflow_id, state, step_id, summary: summaries[index] ?? '' }));
  expect(state.length).toBeLessThan(length + 120);
  let last = (tokens.open(state) as { readonly last: ArtifactRef }).last as ArtifactRef | undefined;
  const told: string[] = [];
  while (last !== undefined) {
    const { entries, previous }: HistoryPart = artifacts.parts.get(last) ?? { entries: [] };
    told.unshift(...entries.flatMap(({ happening }) => ('summary' in happening ? [happening.summary] : [])));
    last = previous;
  }
  expect(told).toEqual(summaries);
});

test('P17: a step for the engine is not begun: nobody would do it', async () => {
  const own = documentOf([activity('plan', { steps: [work('read', { run: { agent: 'Read it.' } })] })]);
  const calls = callsOver(new Map([['release', { procedure: prepared(own), document: own, digest: 'sha256:1' }]]));
  expect(await calls.start_workflow({ workflow_id })).toMatchObject({
    success: false,
    error: { code: 'STEP_RUN_BY_ENGINE', message: expect.stringContaining("'read'") },
  });
});

test('P58: restarted between any two calls, with keys read again, a run continues undisturbed', async () => {
  const anew = async () => callsOver(loaded, { tokens: createSealedTokens(await openKeyRing(folder())), by: 'human' });
  let reply = await (await anew()).start_workflow({ workflow_id });
  const seen: string[] = [];
  for (const step_id of ['read', 'write'])
    reply = await (await anew()).complete_step({ workflow_id, state: stateOf(reply), step_id, summary: 'done' });
  for (const read of ['get_position', 'get_available_actions'] as const)
    seen.push((await (await anew())[read]({ workflow_id, state: stateOf(reply) })).message);
  expect(new Set([...seen, reply.message]).size).toBe(1);
  reply = await (await anew()).respond_to_checkpoint({ workflow_id, state: stateOf(reply), checkpoint_id: 'go', option_id: 'yes' });
  expect(reply).toMatchObject({ complete: true });
});
