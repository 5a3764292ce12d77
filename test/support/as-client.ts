// A run as another program has it: through the public client.
import { connect } from '../../src/client.js';
import type { Run } from '../../src/client/run.js';
import type { Harness } from './agent-harness.js';
import { sharedServerAddress } from './temporal-server.js';

/** Of a harness on the shared server. */
export async function asClient<T>(
  { home, config }: Pick<Harness, 'home' | 'config'>,
  id: string,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const steadyhand = await connect({ env: { TEMPORAL_ADDRESS: sharedServerAddress(), STEADYHAND_SHARED: config.shared }, folder: home });
  try {
    return await work(steadyhand.run(id));
  } finally {
    await steadyhand.close();
  }
}
