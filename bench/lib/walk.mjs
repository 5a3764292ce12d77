// One walk through the house, `count` times, in a process of its own: `node walk.mjs <walk> <count> <server's address> <data folder>`.
import { connect } from '../../dist/client.js';
import { connect as plainClient, runAgent, runFlow, startAgentSide } from './agent-side.mjs';
import { attended } from './attended.mjs';
import { clicks } from './flow-documents.mjs';
import { createInstantModel, device, requestOf } from './instant-model.mjs';

const [walk = '', times = '', address = '', home = ''] = process.argv.slice(2);
const count = Number(times);

if (walk === 'report') {
  // Of a run that the walk `step` has made.
  const steadyhand = await connect({ env: { ...process.env, STEADYHAND_HOME: home, TEMPORAL_ADDRESS: address }, folder: home });
  await steadyhand.run(`walk-step-${count}`).report();
  await steadyhand.close();
} else {
  const agents = await startAgentSide({ address, home, model: walk === 'approval' ? deleting() : createInstantModel() });
  const client = await plainClient(address);
  if (walk === 'step') await runAgent(client, count, `walk-step-${count}`);
  if (walk === 'node') await runFlow(client, clicks(count), count);
  if (walk === 'approval') await approve();
  await client.connection.close();
  await agents.stop();
}

async function approve() {
  const steadyhand = await connect({ env: { ...process.env, STEADYHAND_HOME: home, TEMPORAL_ADDRESS: address }, folder: home });
  const run = await steadyhand.startAgent({ request: requestOf(`${process.pid}-0`, count), device: ofDeletions(device) });
  const { approvals } = await attended(run, []);
  await steadyhand.close();
  if (approvals !== count - 1) throw new Error(`It asked ${approvals} times, not ${count - 1}.`);
}

/** Each press is one that the guard holds. */
function ofDeletions(spec) {
  return JSON.parse(JSON.stringify(spec).replaceAll('"Next"', '"Delete"'));
}

function deleting() {
  const model = createInstantModel();
  return { ...model, complete: async (prompt) => ofDeletions(await model.complete(prompt)) };
}
