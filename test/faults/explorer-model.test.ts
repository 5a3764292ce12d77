// An explorer with a model: what it is asked, which answers are cached, and what happens to unusable answers.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { startScriptedModel, type AnsweredTurn, type Turn } from '../../examples/scripted-model/server.mjs';
import type { ExplorerSummary } from '../../src/domain/explorer/requests.js';
import type { explorer } from '../../src/workflows/index.js';
import { confirmUpdate, progressQuery, taskQueue } from '../../src/workflows/messages.js';
import { useAgents } from '../support/agents.js';
import { eventsOf } from '../support/explorers.js';
import { until } from '../support/until.js';

type Reply = Readonly<Record<string, unknown>>;

/** Recognized by a field that only that reply has. */
const nodeOf = ({ fields }: Pick<Turn, 'fields'>): string =>
  (
    [
      ['postcondition', 'ChooseAction'],
      ['deltaType', 'Verify'],
      ['assessment', 'DetectProgress'],
      ['route', 'ShouldContinue'],
      ['cooldown', 'SwitchPolicy'],
    ] as const
  ).find(([field]) => fields.includes(field))?.[1] ?? '';

const sensible: Readonly<Record<string, Reply>> = {
  ChooseAction: { index: 0, postcondition: 'another screen', plan: null, confidence: 0.7 },
  Verify: { success: true, deltaType: 'SCREEN', confidence: 0.9 },
  DetectProgress: { assessment: 'MADE_PROGRESS' },
  ShouldContinue: { route: 'CONTINUE', goalReached: false },
  SwitchPolicy: { policy: 'depth', cooldown: 5 },
};

// Run once, not replayed: this is about what the activity does.
describe('an explorer with a model', () => {
  const env: Record<string, string> = {};
  let model: Awaited<ReturnType<typeof startScriptedModel>>;
  let answer: (node: string, turn: Turn) => Reply;
  let already = 0;
  let numbered = 0;
  beforeAll(async () => {
    model = await startScriptedModel({ script: (turn: Turn) => answer(nodeOf(turn), turn) });
    env['OPENAI_BASE_URL'] = `${model.url}/v1`;
  });
  afterAll(() => model.close());
  const world = useAgents(env);
  beforeEach(() => {
    answer = (node) => sensible[node] ?? {};
    already = model.requests().length;
  });
  const asked = (): readonly AnsweredTurn[] => model.requests().slice(already);
  const nodes = (): readonly string[] => asked().map(nodeOf);

  const script = () => ({
    start: 'home',
    screens: {
      home: {
        title: 'Shop',
        controls: [
          { role: 'button', name: 'Cart', on: { goto: 'cart' } },
          { role: 'button', name: 'Help', on: { goto: 'help' } },
        ],
      },
      cart: {
        title: 'Cart',
        controls: [
          { role: 'heading', name: 'Cart' },
          { role: 'button', name: 'Delete all', on: { post: { url: world.ledger.url } } },
        ],
      },
      help: { title: 'Help', controls: [{ role: 'text', name: 'Call us' }] },
    },
  });

  function explore(appId: string, input: object = {}): Promise<WorkflowHandle<typeof explorer>> {
    numbered += 1;
    return world.harness.client.workflow.start<typeof explorer>('explorer', {
      taskQueue,
      workflowId: `explore-model-${process.pid}-${Date.now().toString(36)}-${numbered}`,
      args: [{ appId, seed: 1, device: { kind: 'memory', capabilities: { script: script() } }, ...input }],
    });
  }

  test('E20, E21, E22: four nodes ask in every loop, and an answered question is not asked again', async () => {
    const first = await (await explore('asked', { budget: { max_steps: 2 } })).result();
    expect(nodes()).toEqual(['ChooseAction', 'Verify', 'DetectProgress', 'ShouldContinue', 'ChooseAction', 'Verify', 'DetectProgress']);
    expect(first).toMatchObject({ steps: 2, cache_hit_rate: 0 });
    expect(first.tokens).toBeGreaterThan(0);

    already = model.requests().length;
    const still = {
      start: 'still',
      screens: { still: { title: 'Still', controls: [...'abcdef'].map((name) => ({ role: 'button', name })) } },
    };
    const handle = await explore('still', { budget: { max_steps: 4 }, device: { kind: 'memory', capabilities: { script: still } } });
    const second: ExplorerSummary = await handle.result();
    // Nothing changes on that screen: each loop asks Verify the same question.
    expect(nodes().filter((node) => node === 'Verify')).toHaveLength(1);
    expect(nodes().filter((node) => node === 'ChooseAction')).toHaveLength(4);
    expect(second.cache_hit_rate).toBeGreaterThan(0.2);
    const events = await eventsOf(world.harness.config, handle);
    const hits = events.filter(({ type, payload }) => type === 'agent.llm_invocation' && payload['cache_hit'] === true);
    expect(hits.length).toBeGreaterThanOrEqual(3);
    for (const { payload } of hits) expect(payload).toMatchObject({ tokens_in: 0, tokens_out: 0 });
  });

  test('E30, E31: a prompt has labels only, at most twelve actions, and the changes since the previous screen', async () => {
    await (await explore('prompts', { budget: { max_steps: 2 }, goal: 'find the cart' })).result();
    const prompts = asked().filter((turn) => nodeOf(turn) === 'ChooseAction');
    expect(prompts).toHaveLength(2);
    for (const { text, images } of asked()) {
      expect(images).toBe(0);
      expect(text).not.toMatch(/sha256:|<html|main\//);
      expect(text.split('\n').filter((line) => /^\d+ (tap|type|back|home|wait)/.test(line)).length).toBeLessThanOrEqual(12);
    }
    expect(prompts[0]?.text).toContain('find the cart');
    expect(prompts[0]?.text).not.toMatch(/^\+ /m);
    expect(prompts[1]?.text).toMatch(/^\+ /m);
  });

  test('E26, E27: unusable answers are asked for once more, then a loop continues without; none is cached', async () => {
    const nonsense: Readonly<Record<string, Reply>> = {
      ChooseAction: { index: 99, postcondition: '', plan: null, confidence: 7 },
      Verify: { success: true, deltaType: 'MAYBE', confidence: 0.5 },
      DetectProgress: { assessment: 'GREAT' },
      ShouldContinue: { route: 'ONWARDS', goalReached: false },
      SwitchPolicy: { policy: 'sideways', cooldown: -1 },
    };
    answer = (node) => nonsense[node] ?? {};
    const handle = await explore('nonsense', { budget: { max_steps: 1 } });
    expect(await handle.result()).toMatchObject({ steps: 1, cache_hit_rate: 0, errors: 0 });
    const once = nodes();
    expect(once.slice(0, 2)).toEqual(['ChooseAction', 'ChooseAction']);
    expect(new Set(once)).toEqual(new Set(['ChooseAction', 'Verify', 'DetectProgress']));
    const events = await eventsOf(world.harness.config, handle);
    expect(events.filter(({ type }) => type === 'agent.guardrail')).toHaveLength(3);
    already = model.requests().length;
    await (await explore('nonsense too', { budget: { max_steps: 1 } })).result();
    expect(nodes()).toEqual(once);
  });

  test('E69: an irreversible action is done when a person approves it', async () => {
    answer = (node, { text }) => {
      const line = text.split('\n').find((each) => each.includes('Delete all'));
      return node === 'ChooseAction' && line !== undefined
        ? { index: Number(line.split(' ')[0]), postcondition: 'it is empty', plan: null, confidence: 0.95 }
        : (sensible[node] ?? {});
    };
    const before = world.ledger.entries.length;
    const handle = await explore('deleting', { budget: { max_steps: 2 } });
    const request = await until(async () => (await handle.query(progressQuery)).request, 'a question');
    expect(request).toMatchObject({ kind: 'confirmation', actions: [{ function: 'tap', target: { name: 'Delete all' } }] });
    expect(world.ledger.entries.length).toBe(before);
    await handle.executeUpdate(confirmUpdate, { args: [{ requestId: request.requestId, approved: true }] });
    await handle.result();
    expect(world.ledger.entries.length).toBe(before + 1);
  });

  test('E60, E63: every node that began has ended, and each model call is reported with its cost', async () => {
    const handle = await explore('told', { budget: { max_steps: 2 } });
    const summary: ExplorerSummary = await handle.result();
    const events = await eventsOf(world.harness.config, handle);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
    const namesOf = (type: string): readonly unknown[] =>
      events.filter((event) => event.type === type).map(({ payload }) => payload['node']);
    expect(namesOf('agent.node_finish')).toEqual(namesOf('agent.node_start'));
    const invocations = events.filter(({ type }) => type === 'agent.llm_invocation').map(({ payload }) => payload);
    const tokens = invocations.reduce((sum, payload) => sum + Number(payload['tokens_in']) + Number(payload['tokens_out']), 0);
    expect(tokens).toBe(summary.tokens);
    expect(invocations).toContainEqual(
      expect.objectContaining({ node: 'ChooseAction', model: 'scripted-model', latency_ms: expect.any(Number) }),
    );
    expect(events.at(-1)).toMatchObject({ type: 'agent.stop', payload: { stop_reason: 'budget_exhausted', steps_total: 2 } });
  });
});
