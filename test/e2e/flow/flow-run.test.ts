import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import { taskQueue } from '../../../src/workflows/messages.js';
import { flowRunIn } from '../../support/stores-in.js';
import type { ArtifactRef } from '../../../src/domain/ui/observation.js';
import { click, memoryDevice, say, type Brain } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { onlyReplayed } from '../../support/caching.js';

describe.each(onlyReplayed)('a flow (%s)', (_name, { env }) => {
  const world = useAgents(env);

  const counter = () =>
    memoryDevice({
      start: 'main',
      screens: {
        main: {
          title: 'Counter',
          controls: [
            { role: 'button', name: 'Add', on: { post: { url: world.ledger.url } } },
            { role: 'textbox', name: 'Note' },
          ],
        },
      },
    });

  const node = (id: string, node_type: object, more: object = {}) => ({ id, name: id, node_type, ...more });
  const chain = (...nodes: { readonly id: string }[]) => ({
    name: 'chain',
    nodes,
    edges: nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id, to: id })),
  });

  test('X1: a linear flow runs its nodes in order and returns their variables', async () => {
    const before = world.ledger.entries.length;
    const run = await world.harness.flow(
      () => chain(node('look', { type: 'FindText', search_text: 'Add' }), node('press', { type: 'Click', target: 'Add' })),
      { device: counter() },
    );
    const result = await run.handle.result();
    expect(result).toMatchObject({
      outcome: 'completed',
      visited: ['look', 'press'],
      variables: { 'look.found': true, 'look.count': 1, 'press.success': true },
    });
    expect(world.ledger.entries.length - before).toBe(1);
    const recorded = await flowRunIn(world.harness.config.shared, result.records.id);
    expect(recorded.visits[1]?.events.find(({ type }) => type === 'target_resolved')?.payload).toMatchObject({
      role: 'button',
      name: 'Add',
    });
  });

  test('a deterministic node is 6 history events, a control node none', async () => {
    const presses = Array.from({ length: 4 }, (_, index) => node(`press${index}`, { type: 'Click', target: 'Add' }));
    const never = {
      left: { type: 'Variable', name: 'press0.success' },
      operator: 'Equals',
      right: { type: 'Literal', value: { type: 'Bool', value: false } },
    };
    const [first, ...rest] = presses;
    const document = chain(...presses);
    const edges = [
      { from: first?.id, to: 'if' },
      { from: 'if', to: rest[0]?.id, output: { type: 'IfTrue' } },
      { from: 'if', to: rest[0]?.id, output: { type: 'IfFalse' } },
      ...document.edges.slice(1),
    ];
    const run = await world.harness.flow(
      () => ({ ...document, nodes: [...presses, node('if', { type: 'If', condition: never })], edges }),
      { device: counter() },
    );
    await run.handle.result();
    const { events = [] } = await run.handle.fetchHistory();
    const acts =
      events?.flatMap(({ activityTaskScheduledEventAttributes: scheduled }, index) =>
        scheduled?.activityType?.name === 'actTool' ? [index] : [],
      ) ?? [];
    expect(acts).toHaveLength(4);
    expect((acts.at(-1) ?? 0) - (acts[0] ?? 0)).toBe(3 * 6);
  });

  test('F216: an AI step whose time runs out while the model thinks ends with what it has', async () => {
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    try {
      const step: Brain['step'] = [
        { text: 'I look', tool_calls: [{ name: 'find_text', arguments: '{"text":"Add"}' }] },
        async () => {
          await late;
          return { text: 'too late', tool_calls: [] };
        },
      ];
      const run = await world.harness.flow(
        (id) =>
          chain(
            node('think', { type: 'AiStep', prompt: `Think (${id})`, timeout_ms: 2_000 }),
            node('press', { type: 'Click', target: 'Add' }),
          ),
        { device: counter() },
        { step },
      );
      const { outcome, variables, visited } = await run.handle.result();
      expect({ outcome, visited, limit: variables['think.limit_reached'] }).toEqual({
        outcome: 'completed',
        visited: ['think', 'press'],
        limit: 'timeout',
      });
    } finally {
      answer();
    }
  });

  test('F217: an agent gets no more time than its node has', async () => {
    const run = await world.harness.flow(
      (id) => chain(node('agent', { type: 'AgentTask', request: `Press (${id})` }, { timeout_ms: 1 })),
      { device: counter() },
      { app: [click('Add')] },
    );
    await expect(run.handle.result()).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/"agent" \(agent\): child-failed: .*time/i) },
    });
  });

  test('F214: a long model answer is stored, and the variables hold its reference', async () => {
    const text = 'word '.repeat(2_000);
    const run = await world.harness.flow(
      (id) => chain(node('think', { type: 'AiStep', prompt: `Write (${id})` })),
      { device: counter() },
      {
        step: [{ text, tool_calls: [] }],
      },
    );
    const { variables } = await run.handle.result();
    const kept = variables['think.result'] as { readonly $artifact: ArtifactRef; readonly bytes: number };
    expect(kept).toEqual({ $artifact: expect.stringMatching(/^sha256:/), bytes: text.length + 2 });
    const artifacts = createFileArtifactStore({ folder: join(world.harness.config.shared, 'artifacts') });
    expect(await artifacts.getJson(kept.$artifact)).toBe(text);
  });

  test('F227: thousands of decisions between two nodes leave more records than fit into one payload, and all are there', async () => {
    const wide = (index: number) => `${'wide '.repeat(40)}${index}`;
    const never = {
      left: { type: 'Variable', name: 'first.success' },
      operator: 'Equals',
      right: { type: 'Literal', value: { type: 'Bool', value: false } },
    };
    const ifs = Array.from({ length: 9 }, (_, index) => ({
      id: `if${index}`,
      name: wide(index),
      node_type: { type: 'If', condition: never },
    }));
    const document = {
      name: 'wide',
      nodes: [
        node('first', { type: 'Click', target: 'Add' }),
        node('loop', { type: 'Loop', exit_condition: never, max_iterations: 900 }),
        ...ifs,
        node('end', { type: 'EndLoop', loop_id: 'loop' }),
        node('last', { type: 'Click', target: 'Add' }),
      ],
      edges: [
        { from: 'first', to: 'loop' },
        { from: 'loop', to: 'if0', output: { type: 'LoopBody' } },
        ...ifs.flatMap(({ id }, index) =>
          ['IfTrue', 'IfFalse'].map((type) => ({ from: id, to: ifs[index + 1]?.id ?? 'end', output: { type } })),
        ),
        { from: 'end', to: 'loop' },
        { from: 'loop', to: 'last', output: { type: 'LoopDone' } },
      ],
    };
    const run = await world.harness.flow(() => document, { device: counter() });
    const result = await run.handle.result();
    expect(result).toMatchObject({ outcome: 'completed', visits: 2 + 900 * 11 + 1 });
    const recorded = await flowRunIn(world.harness.config.shared, result.records.id);
    const seqs = [...recorded.events, ...recorded.visits.flatMap((visit) => visit.events)].map(({ seq }) => seq);
    expect(seqs.sort((a, b) => a - b)).toEqual(seqs.map((_, index) => index + 1));
  });

  test('a 2 MB document is passed by reference, and its run advances although its history is large from the start', async () => {
    const before = world.ledger.entries.length;
    const artifacts = createFileArtifactStore({ folder: join(world.harness.config.shared, 'artifacts') });
    const presses = Array.from({ length: 4 }, (_, index) => node(`press${index}`, { type: 'Click', target: 'Add' }));
    const long = node('long', { type: 'TypeText', text: 'x'.repeat(2_000_000) }, { enabled: false });
    const flowRef = await artifacts.putJson(chain(...presses, long));
    const handle = await world.harness.client.workflow.start('flow', {
      taskQueue,
      workflowId: world.harness.expect({}),
      args: [{ flowRef, device: counter() }],
    });
    expect(await handle.result()).toMatchObject({ outcome: 'completed', visits: 5 });
    expect(world.ledger.entries.length - before).toBe(4);
  });

  test('what is as large as validation lets it be, runs', async () => {
    const run = await world.harness.flow(
      (id) =>
        chain(
          node('type', { type: 'TypeText', text: 'x'.repeat(5_000) }),
          node('think', { type: 'AiStep', prompt: `Think (${id}) ${'x'.repeat(254_000)}` }),
          node('agent', { type: 'AgentTask', request: `Press (${id}) ${'x'.repeat(254_000)}` }),
        ),
      { device: counter() },
      { step: [{ text: 'thought', tool_calls: [] }], app: [click('Add'), say('FINISH')] },
    );
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed', visited: ['type', 'think', 'agent'] });
  });

  test.each([
    [
      'a document that is too large',
      { ...chain(node('long', { type: 'TypeText', text: 'x'.repeat(1_300_000) })), id: 'x'.repeat(1_300_000) },
      /too large|holds 2\.6 MB/,
    ],
    [
      'a document with several problems, all reported,',
      { name: 'wrong', nodes: [node('a', { type: 'Hover' }), node('b', { type: 'Click' })] },
      /"a" \(a\)[\s\S]*Hover/,
    ],
  ])('%s fails the run at once, with the reason', async (_, document, message) => {
    const artifacts = createFileArtifactStore({ folder: join(world.harness.config.shared, 'artifacts') });
    const handle = await world.harness.client.workflow.start('flow', {
      taskQueue,
      workflowId: world.harness.expect({}),
      args: [{ flowRef: await artifacts.putJson(document), device: counter() }],
    });
    await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'invalid-flow', message: expect.stringMatching(message) } });
  });
});
