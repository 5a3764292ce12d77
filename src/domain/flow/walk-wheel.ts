// A person had the screen between two effects of a walk. What was not sent is sent as it was planned: a tool finds its control on the screen as it is
// now, and a node's time did not run. What was kept of the screen before is not believed.
import type { Returned } from '../wheel/hold.js';
import type { FlowState } from './flow-state.js';
import { logNode } from './walk-log.js';
import { noCaches } from './caches.js';

export function handedBack(state: FlowState, now: number, { by, reason, note, heldMs, timedOut }: Returned): FlowState {
  const { visit } = state;
  const fresh: FlowState = { ...state, caches: noCaches };
  const told = { actor: `person:${by}`, reason, note, held_ms: heldMs, timed_out: timedOut ? true : undefined };
  if (!visit) return fresh;
  const { screen: _, ...rest } = visit;
  // The screen that its checks would be judged on is another by now.
  return logNode({ ...fresh, visit: { ...rest, outdated: true, startedAt: visit.startedAt + heldMs } }, now, 'handed_back', told);
}
