import { storesIn } from '../../support/stores-in.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { reuseInstead } from '../../../src/cli/commands/run.js';
import { readReused, reusedOf, reusedText, type FlowMatch } from '../../../src/domain/library/reuse.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import { loadConfig } from '../../../src/config/config.js';
import type { AgentInput } from '../../../src/domain/run/program-input.js';
import { compiledFlow } from '../../support/library.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { createContextDouble } from './context-double.js';

const folder = temporaryFolder();
const library = () => storesIn(folder()).library;
const input: AgentInput = { request: 'Order the red pan', device: { url: 'https://shop.example/start' } };

function contextWith(options: Parameters<typeof createContextDouble>[0] = {}) {
  return createContextDouble({ ...options, library, config: () => loadConfig({ STEADYHAND_HOME: folder() }, folder()) });
}

/** It would start the flow, which needs a server. */
const starts = { code: 'server-unreachable' };

test('RP20: a person at a terminal is asked, and no, or nothing, means the agent', async () => {
  await library().save(compiledFlow());
  for (const answer of ['n', '', 'what?']) {
    const { context, asked, warned } = contextWith({ interactive: true, answers: [answer] });
    expect(await reuseInstead(context, input, { reuse: 'ask' })).toBeUndefined();
    expect(asked).toHaveLength(1);
    expect(warned).toEqual([
      'The flow order-the-kettle, version 1, does this with item = "red pan". The first run cost $0.25 and took 1 min 1 s.',
    ]);
  }
  const { context } = contextWith({ interactive: true, answers: ['Y'] });
  await expect(reuseInstead(context, input, { reuse: 'ask' })).rejects.toMatchObject(starts);
});

test('RP20: without a flag or a setting nothing is looked for; the input’s setting counts before the configuration’s', async () => {
  await library().save(compiledFlow());
  const { context, warned } = contextWith();
  expect(await reuseInstead(context, input, {})).toBeUndefined();
  expect(warned).toEqual([]);
  await expect(reuseInstead(context, { ...input, settings: { reuse: 'always' } }, {})).rejects.toMatchObject(starts);
  expect(await reuseInstead(context, { ...input, settings: { reuse: 'always' } }, { reuse: 'never' })).toBeUndefined();
});

test('RP20: a flow whose last run failed is not taken unasked', async () => {
  await library().save(compiledFlow());
  const replay = { run: 'flow-1', execution: 'x', version: 1, usd: 0, calls: 0, ms: 1, heals: [], ended: '2026-01-01T00:00:00.000Z' };
  await library().addReplay('order-the-kettle', { ...replay, outcome: 'failed' });
  const { context, warned } = contextWith();
  expect(await reuseInstead(context, input, { reuse: 'always' })).toBeUndefined();
  expect(warned.join('\n')).toContain('Its last run did not come to its end by itself.');
  await library().addReplay('order-the-kettle', { ...replay, execution: 'y', outcome: 'completed' });
  await expect(reuseInstead(context, input, { reuse: 'always' })).rejects.toMatchObject(starts);
});

test.each<[string, AgentInput]>([
  ['another application', { ...input, device: { url: 'https://other.example/' } }],
  ['no application', { request: 'Order the red pan' }],
  ['a session that stays open', { ...input, keepOpen: true }],
  ['a plan', { ...input, plan: { steps: ['Order the red pan'] } }],
  ['another request', { ...input, request: 'Delete my account' }],
])('RP20: %s is no match', async (_what, given) => {
  await library().save(compiledFlow());
  const { context, warned } = contextWith();
  expect(await reuseInstead(context, given, { reuse: 'always' })).toBeUndefined();
  expect(warned).toEqual(['No flow of the library does this; an agent does it.']);
});

test('RP20: where no model can be asked about a near request, that is said, and an agent does it', async () => {
  await library().save(compiledFlow());
  const { context, warned } = contextWith({ artifacts: createMemoryArtifactStore });
  expect(await reuseInstead(context, { ...input, request: 'Please order the red pan for me' }, { reuse: 'always' })).toBeUndefined();
  expect(warned).toEqual([
    expect.stringMatching(
      /^No flow of the library does this, and no model could say whether one that is near does: .*; an agent does it\.$/,
    ),
  ]);
});

test('RP20: what was saved is told once the run has ended, also where it cost more', () => {
  const match: FlowMatch = {
    ...{ flow: 'order', version: 2, name: 'Order', request: 'Order', variables: {}, how: 'model' },
    first: { usd: 0.25, calls: 1, tokens: 1, ms: 1 },
    matchUsage: { ...noUsage, costUsd: 0.002 },
  };
  const reused = readReused(JSON.parse(JSON.stringify(reusedOf(match))));
  if (!reused) throw new Error('it is not read');
  expect(reusedText(reused)).toBe(
    'Reused flow order, version 2: a model says that the request is the same ($0.0020). The first run cost $0.25.',
  );
  expect(reusedText(reused, 0)).toContain('this one $0.0020: saved $0.25.');
  expect(reusedText(reused, 1)).toContain('$0.75 more');
  expect(readReused({ flow: 3 })).toBeUndefined();
  expect(readReused(undefined)).toBeUndefined();
});
