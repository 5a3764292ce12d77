// The same script on both carriers of the state, and many concurrent writers (docs/design/procedure.md §4, §6).
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createSealedTokens } from '../../../src/adapters/node-crypto/sealed-tokens.js';
import { loadProcedures } from '../../../src/adapters/procedures/load-procedures.js';
import type { HistoryEntry } from '../../../src/domain/procedure/history.js';
import type { Loaded, Reply } from '../../../src/client/procedures/calls.js';
import { procedureQuery } from '../../../src/workflows/messages.js';
import { loadedDocument } from '../../conformance/procedure-calls-conformance.js';
import { useAgents } from '../../support/agents.js';
import { chanceOf } from '../../support/chance.js';
import { corpus } from '../../support/corpus.js';
import { disobedientAgents, made, type AgentCall, type GivenReply } from '../../support/disobedient-agents.js';
import { obey } from '../../support/obedient-agent.js';
import { durableCalls, statelessCalls } from '../../support/procedure-calls.js';
import { violation } from '../../support/procedure-referee.js';
import { propertySeed } from '../../support/properties.js';
import { richProcedure as rich } from '../../support/rich-procedure.js';

const tokens = createSealedTokens([{ id: 'first', secret: randomBytes(32) }]);

const found = corpus ? (await loadProcedures(corpus, 'compat')).find(({ definition }) => definition?.id === 'work-package') : undefined;
const scripts: readonly (readonly [name: string, loaded: Loaded, longest: number])[] = [
  ['rich', loadedDocument(rich), 80],
  ...(found?.document ? [['work-package', loadedDocument(found.document), 40] as const] : []),
];

describe('both carriers', () => {
  const world = useAgents();
  let numbered = 0;
  let last = '';
  const callsOver = (loaded: ReadonlyMap<string, Loaded>) =>
    durableCalls({
      client: () => Promise.resolve(world.harness.client),
      loaded,
      tokens,
      by: 'agent',
      answers: 'agent',
      newId: () => (last = `both-${process.pid}-${Date.now().toString(36)}-${(numbered += 1)}`),
    });
  const told = (reply: Reply): object => ({ ...reply, state: '' });

  test.each(scripts)('P60: the same script leads to the same positions: %s', async (id, document, longest) => {
    const loaded = new Map([[id, document]]);
    const putJson = (value: unknown) =>
      Promise.resolve(`sha256:${createHash('sha256').update(JSON.stringify(value)).digest('hex')}` as const);
    const stateless = statelessCalls({ loaded, tokens, artifacts: { putJson }, by: 'agent', now: Date.now });
    const chance = chanceOf(propertySeed);
    const script: AgentCall[] = [];
    let reply = await stateless.start_workflow({ workflow_id: id });
    const positions: object[] = [told(reply)];
    while (script.length < longest) {
      const next = await obey(stateless, stateless, id, 'state' in reply ? reply : undefined, chance);
      if (!next) break;
      reply = next.reply;
      script.push(next.call);
      positions.push(told(reply));
    }
    const durable = callsOver(loaded);
    let state = await durable.start_workflow({ workflow_id: id });
    const same: object[] = [told(state)];
    for (const call of script) {
      state = await made(durable, id, { state: (state as GivenReply).state, call });
      same.push(told(state));
    }
    console.log(`${id}: ${script.length} calls`);
    expect(script.length).toBeGreaterThan(10);
    expect(same).toEqual(positions);
    await world.harness.client.workflow
      .getHandle(last)
      .terminate('seen')
      .catch(() => undefined);
  });

  test('P8, P14, P41, P53, P54, P55: no attempt of a disobedient agent gets past a durable run, one by one or all at once', async () => {
    const loaded = new Map([['rich', loadedDocument(rich)]]);
    const calls = callsOver(loaded);
    const chance = chanceOf(propertySeed);
    const procedure = loadedDocument(rich).procedure;
    const counts: Record<string, number> = {};
    const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
    let replies = [(await calls.start_workflow({ workflow_id: 'rich' })) as GivenReply];
    const done: AgentCall[] = [];
    for (let position = 0; position < 4; position += 1) {
      const knows = {
        definition: procedure.definition,
        replies,
        done,
        inside: tokens.open(replies.at(-1)?.state ?? ''),
        keyId: 'first',
        chance,
      };
      for (const [name, agent] of Object.entries(disobedientAgents)) {
        const attempts = agent(knows).slice(0, 10);
        const before = await world.harness.client.workflow.getHandle(last).query(procedureQuery);
        const replied = await Promise.all(attempts.map((attempt) => made(calls, 'rich', attempt)));
        const after = await world.harness.client.workflow.getHandle(last).query(procedureQuery);
        replied.forEach(({ success }) => count(`${name}: ${success ? 'accepted' : 'refused'}`));
        // Of all that write with one state at once, one wins; a repeated call changes nothing.
        expect(after.revision - before.revision).toBeLessThanOrEqual(1);
      }
      const fresh = (await calls.get_position({ workflow_id: 'rich', state: replies.at(-1)?.state ?? '' })) as GivenReply;
      const next = await obey(calls, calls, 'rich', fresh, chance);
      if (!next) break;
      replies = [...replies, fresh, next.reply];
      done.push(next.call);
    }
    const { entries } = await world.harness.client.workflow.getHandle(last).query(procedureQuery);
    expect(violation(procedure.definition, entries as readonly HistoryEntry[])).toBeUndefined();
    console.log(JSON.stringify(counts));
    expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBeGreaterThan(100);
    await world.harness.client.workflow
      .getHandle(last)
      .terminate('seen')
      .catch(() => undefined);
  });
});
