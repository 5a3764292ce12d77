// RP42: the shop's order by an agent whose model answers in two seconds, then by the flow that was compiled from that run: ten replays, each with its approval.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../dist/client.js';
import { loadConfig } from '../../dist/config/config.js';
import { findTemporal } from '../../dist/client/temporal-connection.js';
import { startWorker } from '../../dist/worker.js';
import { startScriptedModel } from '../../examples/scripted-model/server.mjs';
import { shopScript } from '../../examples/scripted-model/shop-script.mjs';
import { startShop } from '../../examples/shop/server.mjs';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { attended } from '../lib/attended.mjs';
import { plain } from '../lib/figures.mjs';
import { withScope } from '../lib/scope.mjs';

const replays = 10;
const answerMs = 2_000;
/** US dollars per million tokens, of a small model of the day. */
const price = { input: 0.25, output: 2 };
const request = 'Order two blue notebooks for Ada Lovelace';

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureRepeatShop(say) {
  return withScope(async (scope) => {
    const { shop, model, steadyhand } = await openShop(scope);
    const device = { kind: 'web', url: shop.url };

    /** From its start to its end, with a person who answers at once. */
    async function timed(run) {
      const [started, calls] = [performance.now(), model.requests().length];
      const { result, approvals } = await attended(run, ['Friday']);
      return { ms: performance.now() - started, approvals, calls: model.requests().length - calls, usd: result.usage.costUsd, result };
    }

    say('the agent, with a model that answers in 2 s');
    const run = await steadyhand.startAgent({ request, device });
    const first = await timed(run);
    const { flow } = await steadyhand.compile(run.id);
    const again = [];
    for (let turn = 1; turn <= replays; turn++) {
      say(`replay ${turn} of ${replays}`);
      again.push(await timed(await steadyhand.startFlow({ flow, device, heal: 'never' })));
    }
    const failed = again.find(({ result }) => result.outcome !== 'completed');
    if (failed) throw new Error(`A replay ended with ${failed.result.outcome}: ${failed.result.message}`);
    const orders = shop.ledger();
    const alike = orders.filter(({ name, items }) => name === 'Ada Lovelace' && items[0]?.quantity === 2).length;
    const ms = median(again.map((each) => each.ms));
    return [
      plain('the agent’s run', 's', first.ms / 1_000),
      plain('the same by its flow, median of 10', 's', ms / 1_000),
      plain('times as fast', '×', first.ms / ms, { atLeast: 8 }),
      plain('calls of a model: the agent', '', first.calls),
      plain('… 10 replays together', '', sum(again, 'calls'), { atMost: 0 }),
      plain('cost: the agent', '¢', first.usd * 100),
      plain('… 10 replays together', '¢', sum(again, 'usd') * 100, { atMost: 0 }),
      plain('approvals asked in 10 replays', '', sum(again, 'approvals'), { atLeast: replays }),
      plain(`orders of 11 runs (the same article, number and name in ${alike})`, '', orders.length, { atMost: replays + 1 }),
    ];
  });
}

async function openShop(scope) {
  const [home, server] = [await scope.folder(), await scope.temporal()];
  const shop = await startShop({ port: 0, ledgerFile: join(home, 'ledger.jsonl') });
  scope.onEnd(() => shop.close());
  const model = await startScriptedModel({
    script: async (turn) => {
      await pause(answerMs);
      return shopScript(turn);
    },
  });
  scope.onEnd(() => model.close());
  const { chromium, chromedriver } = await ensureBrowser();
  const prices = { 'scripted-model': price };
  const settings = { kinds: ['web'], slots: 1, model: { images: false, prices }, browser: { chromium, chromedriver } };
  await writeFile(join(home, 'steadyhand.config.json'), JSON.stringify(settings));
  const env = {
    STEADYHAND_HOME: home,
    TEMPORAL_ADDRESS: server.address,
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_API_KEY: 'scripted',
    STEADYHAND_MODEL: 'scripted-model',
  };
  const worker = await startWorker({ config: loadConfig(env, home), server: findTemporal(home, env), log: () => undefined });
  scope.onEnd(() => worker.stop());
  const steadyhand = await connect({ env, folder: home });
  scope.onEnd(() => steadyhand.close());
  return { shop, model, steadyhand };
}

function sum(list, field) {
  return list.reduce((total, each) => total + each[field], 0);
}
