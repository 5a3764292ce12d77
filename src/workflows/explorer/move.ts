// The explorer's next state, with what the store and the story are told of it.
import type { AgentState } from '../../domain/explorer/agent-state.js';
import type { Turned } from '../../domain/explorer/telemetry.js';
import type { Frontier } from './progress.js';
import { stateOf, type ExplorerShell } from './shell.js';

export function moveTo({ carried, story, settled }: ExplorerShell, frontier: Frontier, after: AgentState, came?: Turned['came']): void {
  const before = stateOf(carried);
  carried.state = after;
  if (after.ranking) frontier.openScreens = after.ranking.open;
  const coveragePct = after.ranking?.coverage_pct ?? undefined;
  if (coveragePct !== undefined) frontier.coveragePct = coveragePct;
  story.turn({ before, after, model: settled.model, came });
}
