// RP42: the shop's order by an agent whose model answers in two seconds, then by the flow that was compiled from that run: ten replays, each with its approval.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { shopScript } from '../../examples/scripted-model/shop-script.mjs';
import { startShop } from '../../examples/shop/server.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { attended } from '../lib/attended.mjs';
import { plain } from '../lib/figures.mjs';
import { openScripted } from '../lib/scripted-worker.mjs';
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
  const shop = await startShop({ port: 0, ledgerFile: join(await scope.folder(), 'ledger.jsonl') });
  scope.onEnd(() => shop.close());
  const script = async (turn) => {
    await pause(answerMs);
    return shopScript(turn);
  };
  return { shop, ...(await openScripted(scope, { script, settings: { prices: { 'scripted-model': price } } })) };
}

function sum(list, field) {
  return list.reduce((total, each) => total + each[field], 0);
}
