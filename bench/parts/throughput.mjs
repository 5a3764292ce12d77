// Fifty concurrent runs on one worker, against fifty concurrent loops that pay for the same lease call and fsyncs.
//
// The rate is taken over the middle of all steps, when every run is active: the weight of fifty starts and ends depends on the length of runs, which is arbitrary here.
// The rate over everything, starts and ends included, has a target of its own.
import { runAgent } from '../lib/agent-side.mjs';
import { startBothSides } from '../lib/both-sides.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { compared } from '../lib/figures.mjs';
import { runLoop } from '../lib/loop-side.mjs';
import { rounds, turned } from '../lib/rounds.mjs';
import { withScope } from '../lib/scope.mjs';

const runs = 50;
const steps = 20;
const middle = { from: 0.25, to: 0.75 };

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureThroughput(say) {
  return withScope(async (scope) => {
    let times = [];
    const client = await startBothSides(scope, { slots: runs, onStep: () => void times.push(performance.now()) });

    const sides = { agents: () => runAgent(client, steps), loops: () => runLoop(client, steps, ['lease', 'fsync']) };
    const rates = await rounds({ fewest: 1, most: 3, budgetMs: 90_000 }, say, async (round) => {
      const rate = {};
      const atOnce = round === 0 ? 5 : runs;
      for (const name of turned(Object.keys(sides), round)) {
        times = [];
        const started = performance.now();
        await all(Array.from({ length: atOnce }, sides[name]));
        rate[`${name}, all`] = (atOnce * steps * 1_000) / (performance.now() - started);
        rate[name] = middleRate(times);
      }
      return rate;
    });
    const of = (name) => median(rates[name]);
    return [
      compared(`${runs} runs at once : loops with lease call and fsyncs`, 'steps/s', of('agents'), of('loops'), { atLeast: 0.9 }),
      compared(`… of ${steps} steps each, starts and ends included`, 'steps/s', of('agents, all'), of('loops, all'), { atLeast: 0.85 }),
    ];
  });
}

function middleRate(times) {
  const [first, last] = [middle.from, middle.to].map((share) => Math.floor(times.length * share));
  return ((last - first) * 1_000) / (times[last] - times[first]);
}

/** Waits for all of them, even when one has failed: nothing may keep running when the part ends. */
async function all(work) {
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}
