// Where a HostAgent has nothing to choose, it asks no model. It assigns the request as it is to the one application there is, and ends the
// round when that subtask has finished. A failure, a refusal, an action that a person did not approve, a second application or a further request
// brings the model back.
import { isConfiguredId } from '../run/configured-id.js';
import type { Application } from '../ui/observation.js';
import type { HostAgentState } from './host-agent-state.js';

/** The first request of a session that `settings.host` lets go without a model, as long as nothing went wrong in it. */
function isPlain({ settings, round, rounds }: HostAgentState): boolean {
  return settings.host === 'when-needed' && !round.follower && rounds.length === 0 && round.fails === 0 && round.strikes === 0;
}

/** What the whole request is to be done in. */
export function onlyApplication(state: HostAgentState): Application | undefined {
  if (!isPlain(state) || state.subtasks > 0) return undefined;
  return soleOf(state);
}

/** The subtask that was the whole request is done, and nothing was opened that it does not know. */
export function isDoneAlone(state: HostAgentState): boolean {
  const last = state.previousSubtasks.at(-1);
  const isWhole = last?.subtask === state.round.request && last.status === 'FINISH' && last.userConfirm === undefined;
  return isPlain(state) && state.subtasks === 1 && isWhole && soleOf(state) !== undefined;
}

/** What a person configured is there to be used; what else is installed counts only where the run does not name what it starts with. */
function soleOf({ applications, named }: HostAgentState): Application | undefined {
  const running = applications.filter((application) => application.running);
  const others = applications.filter(({ id, running: runs }) => !runs && (named !== true || isConfiguredId(id)));
  return running.length === 1 && others.length === 0 ? running[0] : undefined;
}
