// Which choices are answered from the cache (docs/design/explorer.md §4): the activity over an in-memory cache and a model that counts its questions.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createExplorerModelActivities } from '../../../src/activities/explorer/model-activities.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import { isMove, safeFrom, type Verb } from '../../../src/domain/explorer/actions.js';
import { mayBeKept } from '../../../src/domain/explorer/cache-keys.js';
import type { Answered } from '../../../src/domain/explorer/effects.js';
import type { AskExplorerInput } from '../../../src/domain/explorer/requests.js';
import type { DecisionCache } from '../../../src/ports/screen-graph.js';
import { ModelError, type Model } from '../../../src/ports/model.js';
import { activityContext } from '../../support/activity-context.js';
import { seeded, walksOfEach } from '../../support/properties.js';

type Shown = AskExplorerInput['shown'];

const action = (key: string, tried: boolean, safety = 1, verb: Verb = 'tap'): Shown[number] => ({ key, verb, label: key, safety, tried });

/** An explorer in one place, whose model gives `answers`; undefined: nothing usable. */
function scene() {
  const entries = new Map<string, unknown>();
  const cache: DecisionCache = { get: async (key) => entries.get(key), set: async (key, value) => void entries.set(key, value) };
  let asked = 0;
  let answer: number | undefined;
  const model: Model = {
    takesImages: () => false,
    complete: async ({ schema }) => {
      asked += 1;
      if (answer === undefined) throw new ModelError('model-invalid-reply', 'nonsense', { retryable: false });
      const value = schema.zod.parse({ index: answer, postcondition: 'it opens', plan: null, confidence: 0.9 });
      return { value, usage: noUsage, model: 'm', refs: { prompt: 'sha256:0', reply: 'sha256:0' }, warnings: [] };
    },
  };
  const { askExplorer } = createExplorerModelActivities({
    model,
    artifacts: createMemoryArtifactStore(),
    decisions: async () => cache,
    explorerModel: 'm',
  });
  return {
    entries,
    asked: () => asked,
    ask: (shown: Shown, index: number | undefined, marked = true) => {
      answer = index;
      const actions = shown.map(({ key, tried }) => ({ key, tried }));
      const parts = { signature: 's', delta: 0, actions, policy: 'breadth', goal: '', plan: [], cursor: 0 } as const;
      return activityContext().run(() => askExplorer({ run: 'r', question: { node: 'ChooseAction', parts }, shown, marked, models: {} }));
    },
  };
}

const chosen = (came: unknown): readonly [unknown, unknown] => [
  (came as Answered).cacheHit,
  ((came as Answered).answer as { index?: number }).index,
];

test('E32: an untried choice comes back from the cache until it has been tried', async () => {
  const { ask, asked } = scene();
  const shown = [action('cart', false), action('help', false)];
  expect(chosen(await ask(shown, 1))).toEqual([false, 1]);
  expect(chosen(await ask(shown, 0))).toEqual([true, 1]);
  expect(asked()).toBe(1);
  expect(chosen(await ask([action('cart', false), action('help', true)], 0))).toEqual([false, 0]);
});

test.each<[string, Shown, number]>([
  ['was tried while another safe one is untried', [action('cart', true), action('help', false)], 0],
  ['only navigates while a safe one is untried', [action('help', false), action('back', true, 1, 'back')], 1],
  ['only navigates, and is unmarked because it is beyond the first fifty', [action('help', false), action('back', false, 1, 'back')], 1],
])('E32: a choice that %s is asked for each time, and is not in the advice either', async (_what, shown, index) => {
  const { ask, asked, entries } = scene();
  for (const times of [1, 2, 3]) {
    expect(chosen(await ask(shown, index))).toEqual([false, index]);
    expect(asked()).toBe(times);
  }
  expect(entries.size).toBe(0);
  expect(await ask(shown, undefined)).toEqual({ type: 'unanswered', why: 'invalid', usage: noUsage });
});

test.each<[string, Shown, number]>([
  ['nothing is untried', [action('cart', true), action('help', true)], 0],
  ['the untried one is unsafe', [action('cart', true), action('delete', false, 0.2)], 0],
  ['the untried one only navigates', [action('cart', true), action('back', false, 1, 'back')], 0],
])('E32: a tried one comes back if %s', async (_when, shown, index) => {
  const { ask, asked } = scene();
  await ask(shown, index);
  expect(chosen(await ask(shown, 1))).toEqual([true, index]);
  expect(asked()).toBe(1);
});

test('E32: on a screen without a record of what was tried, nothing comes back', async () => {
  const { ask, asked, entries } = scene();
  const shown = [action('cart', false), action('help', false)];
  await ask(shown, 1, false);
  expect(chosen(await ask(shown, 0, false))).toEqual([false, 0]);
  expect(asked()).toBe(2);
  expect(entries.size).toBe(0);
});

test('E32: an entry of another explorer or release is checked like an answer: one that does not fit is asked for', async () => {
  const { ask, asked, entries } = scene();
  const shown = [action('cart', true), action('help', false)];
  await ask(shown, 1);
  const [key = ''] = entries.keys();
  for (const left of [{ index: 0, postcondition: '', plan: null, confidence: 1 }, { index: 12 }, 'cart', null]) {
    entries.set(key, left);
    expect(chosen(await ask(shown, 1))).toEqual([false, 1]);
  }
  expect(asked()).toBe(5);
});

test('E32: for any actions, a cached choice is untried, or no action is safe', () => {
  const verb = fc.constantFrom<Verb>('tap', 'type', 'scroll', 'back', 'home', 'wait');
  const shown = fc.array(fc.record({ verb, tried: fc.boolean(), safety: fc.constantFrom(0, 0.2, 0.4, safeFrom, 1) }), { maxLength: 12 });
  let kept = 0;
  fc.assert(
    fc.property(shown, fc.nat(12), (actions, index) => {
      if (!mayBeKept(actions, index)) return;
      kept += 1;
      const { tried, verb: done } = actions[index] ?? { tried: true, verb: 'wait' };
      const untried = actions.filter((one) => !one.tried && !isMove(one.verb) && one.safety >= safeFrom);
      expect(untried.length === 0 || (!tried && !isMove(done))).toBe(true);
      expect(index).toBeLessThan(actions.length);
    }),
    { ...seeded, numRuns: 134 * walksOfEach },
  );
  expect(kept).toBeGreaterThan(20 * walksOfEach);
});
