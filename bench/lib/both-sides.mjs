// The setup of the parts that compare us with the loop: one server, our worker, the loop's Workers, and a client that starts runs of both.
import { connect, startAgentSide } from './agent-side.mjs';
import { startLoopSide } from './loop-side.mjs';

/** All of it ends with the scope. `slots`: concurrent runs on either side; `onStep`: called at each step of either side. */
export async function startBothSides(scope, { slots, onStep } = {}) {
  const { address } = await scope.temporal();
  const agents = await startAgentSide({ address, home: await scope.folder(), slots, onAnswer: onStep });
  scope.onEnd(() => agents.stop());
  const loop = await startLoopSide({ address, folder: await scope.folder(), slots, onStep });
  scope.onEnd(() => loop.stop());
  const client = await connect(address);
  scope.onEnd(() => client.connection.close());
  return client;
}
