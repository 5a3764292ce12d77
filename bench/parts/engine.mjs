// The cost of the engine: a run of 50 steps, from its start to its result, against a loop of two activities per step on the same server and the same kinds of Workers.
import { runAgent } from '../lib/agent-side.mjs';
import { startBothSides } from '../lib/both-sides.mjs';
import { median } from '../../scripts/lib/median.mjs';
import { compared } from '../lib/figures.mjs';
import { runLoop } from '../lib/loop-side.mjs';
import { rounds, turned } from '../lib/rounds.mjs';
import { withScope } from '../lib/scope.mjs';

const steps = 50;
/** The costs that the baseline pays in each step. The product asks once, too. */
const loops = { naked: [], lease: ['lease'], fsync: ['fsync'], both: ['lease', 'fsync'] };

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureEngine(say) {
  return withScope(async (scope) => {
    const client = await startBothSides(scope);

    const times = await rounds({ fewest: 3, most: 9, budgetMs: 90_000 }, say, async (round) => {
      const took = {};
      for (const name of turned(['agent', ...Object.keys(loops)], round))
        took[name] = name === 'agent' ? (await runAgent(client, steps)).milliseconds : await runLoop(client, steps, loops[name]);
      return took;
    });
    const [agent, naked, lease, fsync, both] = ['agent', 'naked', 'lease', 'fsync', 'both'].map((name) => median(times[name]));
    return [
      compared(`run of ${steps} steps : loop with lease call and two fsyncs per step`, 'ms', agent, both, { atMost: 1.15 }),
      compared('… : the naked loop', 'ms', agent, naked),
      compared('of which lease calls : the naked loop', 'ms', lease, naked),
      compared('of which fsyncs : the naked loop', 'ms', fsync, naked),
      compared('of which both : the naked loop', 'ms', both, naked),
    ];
  });
}
