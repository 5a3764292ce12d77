// The cost of a model for an explorer, with a fake one: it chooses what the policy would, a tokenizer counts its tokens, and the price table prices
// them. A run of 50 steps on a real application; the same run again, with the decisions cached; and a run that asks only when it no longer finds
// anything new.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { openDatabase } from '../../dist/adapters/postgres/database.js';
import { defaultControlRoles } from '../../dist/domain/run/settings.js';
import { costOf, defaultPrices } from '../../dist/domain/budget/prices.js';
import { labelControls } from '../../dist/domain/ui/control-list.js';
import { observationText } from '../../dist/domain/ui/observation-text.js';
import { startExplorerSide } from '../lib/explorer-side.mjs';
import { compared, plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';
import { serveFolder } from '../lib/site.mjs';

const steps = 50;
const name = 'gpt-4.1';
const smaller = 'gpt-4.1-mini';
const nothing = `sha256:${'0'.repeat(64)}`;

/** Recognised by a field that only that reply has. */
const replies = {
  postcondition: { index: 0, postcondition: 'Another screen is shown, which was not seen before.', plan: null, confidence: 0.7 },
  deltaType: { success: true, deltaType: 'SCREEN', confidence: 0.9 },
  assessment: { assessment: 'MADE_PROGRESS' },
  route: { route: 'CONTINUE', goalReached: false },
  cooldown: { policy: 'depth', cooldown: 5 },
};

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureExplorerModel(say) {
  return withScope(async (scope) => {
    const site = await serveFolder(scope, fileURLToPath(new URL('../../node_modules/gentelella/dist/', import.meta.url)));
    const { address } = await scope.temporal();
    const device = { kind: 'web', url: `${site}/production/index.html` };
    const budget = { maxSteps: steps, maxTokens: 10_000_000, maxTimeMs: 10 * 60_000 };

    async function run(decisionPlane, home) {
      const spent = createCount();
      const side = await startExplorerSide(scope, { address, kind: 'web', home, saw: spent.saw, model: { name, model: spent.model } });
      const { summary } = await side.explore({ appId: 'template', device, decisionPlane, budget });
      await side.stop();
      const { calls, input, output } = spent;
      say(
        `${decisionPlane}${home === undefined ? '' : ', decided before'}: ${summary.steps} steps, ${calls} calls, ${input} + ${output} tokens, ${Math.round(100 * summary.cache_hit_rate)} % from the cache`,
      );
      return { ...spent.totals(), summary, home: side.home };
    }

    const cold = await run('always');
    await forgetMap(cold.home);
    const warm = await run('always', cold.home);
    const stalled = await run('on-stall');
    const cost = (of, { input, output }) => costOf(defaultPrices[of], { inputTokens: input, outputTokens: output });
    const asked = cold.calls / (1 - cold.summary.cache_hit_rate);
    return [
      plain(`a run of ${steps} steps that always asks`, 'tokens', cold.input + cold.output),
      plain(`… at the price of ${name} (the original design expects 0.10 to 0.50)`, 'USD', cost(name, cold), { atMost: 0.5 }),
      plain(`… at the price of ${smaller}`, 'USD', cost(smaller, cold)),
      plain('… model calls per step', 'calls', cold.calls / cold.summary.steps),
      plain('saved by the cache within a run, of all that was asked', '%', 100 * (1 - cold.calls / asked)),
      plain('… when the run is repeated (the original design expects 70 to 90)', '%', saving(warm, cold), { atLeast: 70 }),
      compared('changes of screens in prompts : the whole screens, as agents see them', 'tokens', cold.told, cold.screens),
      plain('… saved (the original design expects 80 to 90)', '%', 100 * (1 - cold.told / cold.screens), { atLeast: 80 }),
      plain('… of all prompts', '%', 100 * (1 - cold.input / (cold.input + cold.screens - cold.told))),
      plain('saved by asking only on a stall', '%', saving(stalled, cold)),
    ];
  });
}

function saving(one, other) {
  return 100 * (1 - (one.input + one.output) / (other.input + other.output));
}

/** The prompts of a run. `told`: tokens of the changes of screens in them; `screens`: tokens of these screens, as agents see them. */
function createCount() {
  const count = { calls: 0, input: 0, output: 0, told: 0, screens: 0 };
  let screen = 0;
  return {
    get calls() {
      return count.calls;
    },
    get input() {
      return count.input;
    },
    get output() {
      return count.output;
    },
    totals: () => ({ ...count }),
    saw(look) {
      screen = encode(observationText(labelControls(look.controls, { roles: defaultControlRoles }).controls)).length;
    },
    model: {
      takesImages: () => false,
      async complete({ messages, schema }) {
        const [, value] = Object.entries(replies).find(([field]) => Object.hasOwn(schema.zod.shape, field));
        const text = messages.map((message) => message.text).join('\n');
        const [inputTokens, outputTokens] = [encode(text).length, encode(JSON.stringify(value)).length];
        const changes = text
          .split('\n')
          .filter((line) => /^[+-] /.test(line))
          .join('\n');
        count.calls += 1;
        count.input += inputTokens;
        count.output += outputTokens;
        if (text.includes('## Screen')) {
          count.told += encode(changes).length;
          count.screens += screen;
        }
        const costUsd = costOf(defaultPrices[name], { inputTokens, outputTokens });
        return {
          value,
          usage: { inputTokens, outputTokens, costUsd, modelCalls: 1 },
          model: name,
          refs: { prompt: nothing, reply: nothing },
          warnings: [],
        };
      },
    },
  };
}

/** Deletes everything known about screens; decisions are kept. */
async function forgetMap(home) {
  const db = await openDatabase({ folder: join(home, 'graph') });
  for (const table of ['observations', 'edges', 'actions', 'action_keys', 'variants', 'likenesses', 'screens', 'runs'])
    await db.deleteFrom(table).execute();
  await db.destroy();
}
