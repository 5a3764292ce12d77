// What the parts of the explorer's workflow share.
import type { AgentState, Bundle, EnumeratedAction } from '../../domain/explorer/agent-state.js';
import type { ResolvedExplorer } from '../../domain/explorer/requests.js';
import type { Clock } from '../engine/drive.js';
import type { RunShell, RunState } from '../engine/run.js';
import type { ExplorerStory, StoryState } from './story.js';
import type { ScreenKey } from '../../domain/explorer/signature.js';

/** What an explorer carries over a continue-as-new. */
export interface ExplorerCarried extends RunState {
  state?: AgentState;
  readonly story: StoryState;
}

export interface ExplorerShell extends Pick<RunShell, 'client' | 'device' | 'people'> {
  readonly carried: ExplorerCarried;
  readonly settled: ResolvedExplorer;
  readonly clock: Clock;
  readonly story: ExplorerStory;
  /** Start address of the application; absent if it has none. */
  readonly start: string | undefined;
  /** The desktop application that is explored. */
  readonly program: string | undefined;
}

export function stateOf({ state }: ExplorerCarried): AgentState {
  if (!state) throw new TypeError('the explorer has not begun yet');
  return state;
}

export function actionText({ verb, label }: EnumeratedAction, loop: number): string {
  return `loop ${loop}: ${verb}${label === '' ? '' : ` "${label}"`}`;
}

export function presentScreen(carried: ExplorerCarried): { readonly signature: ScreenKey; readonly bundle: Bundle } {
  const { signature, bundle } = stateOf(carried);
  if (!signature || !bundle) throw new TypeError('nothing has been observed yet');
  return { signature, bundle };
}
