import { createEffectReader } from '../../adapters/effect-checks/effect-reader.js';
import { createMcpToolServers } from '../../adapters/mcp/tool-servers.js';
import type { Config } from '../../config/config.js';
import { parametersOf } from '../../config/effect-checks.schema.js';
import { effectChecksFrom } from '../../config/effect-checks.js';
import { fail, ok, warn, type Check } from './check.js';

/** Each is read as it would be, unless a run has to fill something in, or a flow reads. */
export async function checkEffects({ effectChecks, toolServers }: Pick<Config, 'effectChecks' | 'toolServers'>): Promise<readonly Check[]> {
  const reader = createEffectReader(effectChecks, () => createMcpToolServers(toolServers));
  return Promise.all(
    Object.entries(effectChecks).map(async ([check, { flow, timeoutMs, ...how }]): Promise<Check> => {
      const name = `Effect check ${check}`;
      const parameters = parametersOf(how);
      try {
        if (flow) {
          await effectChecksFrom({ [check]: { ...how, flow, timeoutMs } });
          return ok(name, `a flow reads it, ${flow.file}`);
        }
        if (parameters.length > 0) return ok(name, `not tried: runs fill in ${parameters.join(', ')}`);
        return ok(name, `reads ${JSON.stringify(await reader.read({ check }, timeoutMs)).slice(0, 80)}`);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return flow
          ? fail(name, why, 'correct the file; no worker starts without it')
          : warn(name, why, 'actions whose outcome nobody saw stay unknown until it can be read');
      }
    }),
  );
}
