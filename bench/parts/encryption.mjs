// What encryption costs a step (LK60): runs of fifty steps on one server, by a worker that encrypts and by one that does not, in turn.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { addNewestKey } from '../../dist/adapters/filesystem/key-ring-file.js';
import { openEncryption } from '../../dist/client/data-converter.js';
import { connectTemporal, findTemporal } from '../../dist/client/temporal-connection.js';
import { loadConfig } from '../../dist/config/config.js';
import { median } from '../../scripts/lib/median.mjs';
import { startAgentSide } from '../lib/agent-side.mjs';
import { compared } from '../lib/figures.mjs';
import { device, requestOf } from '../lib/instant-model.mjs';
import { rounds, turned } from '../lib/rounds.mjs';
import { withScope } from '../lib/scope.mjs';

const steps = 50;
let numbered = 0;

/** @returns {Promise<import('../lib/figures.mjs').Figure[]>} */
export function measureEncryption(say) {
  return withScope(async (scope) => {
    const sides = {};
    for (const encryption of ['on', 'off']) {
      // A server each: both workers poll the same queue.
      const { address } = await scope.temporal();
      const home = join(await scope.folder(), encryption);
      await mkdir(home, { recursive: true });
      if (encryption === 'on') await addNewestKey(join(home, 'keys', 'payloads.json'));
      const side = await startAgentSide({ address, home });
      scope.onEnd(() => side.stop());
      const environment = { STEADYHAND_HOME: home, TEMPORAL_ADDRESS: address };
      const { dataConverter, encrypts } = await openEncryption(loadConfig(environment, home));
      if (encrypts !== (encryption === 'on')) throw new Error(`Encryption is not ${encryption}.`);
      const client = await connectTemporal(findTemporal(home, environment), dataConverter);
      scope.onEnd(() => client.connection.close());
      sides[encryption] = () => msPerStep(client);
    }
    const times = await rounds({ fewest: 3, most: 9, budgetMs: 60_000 }, say, async (round) => {
      const took = {};
      for (const name of turned(Object.keys(sides), round)) took[name] = await sides[name]();
      return took;
    });
    return [compared('a step with encryption : without', 'ms', median(times.on), median(times.off), { atMost: 1.05 })];
  });
}

/** Of a whole run, its start and its end included. */
async function msPerStep(client) {
  const run = `${process.pid}-${++numbered}`;
  const started = performance.now();
  const result = await client.workflow.execute('hostAgent', {
    taskQueue: 'steadyhand',
    workflowId: `bench-encryption-${run}`,
    args: [{ request: requestOf(run, steps), device, settings: { maxStep: steps + 10 } }],
  });
  if (result.outcome !== 'completed' || result.steps < steps)
    throw new Error(`The run ended with ${result.outcome} after ${result.steps} steps.`);
  return (performance.now() - started) / result.steps;
}
