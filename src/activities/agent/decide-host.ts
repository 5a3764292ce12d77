// A HostAgent's step: which application, which subtask. It sees the list of applications and, where its model takes images, the screen.
import type { DecideHostInput, HostDecision } from '../../domain/agent/decision.js';
import { findApplication } from '../../domain/agent/scene.js';
import { hostReplySchema, type HostReply } from '../../domain/agent/replies.schema.js';
import { hostAgentStatuses, parseStatus, type AppAgentStatus, type HostAgentStatus } from '../../domain/agent/status.js';
import { hostPromptVersion, hostSystemPrompt, hostUserPrompt } from '../../prompts/host-agent.js';
import type { ModelReply } from '../../ports/model.js';
import { decideAction } from './decide-action.js';
import type { Question } from '../model/decide-asking.js';

export function hostQuestion(input: DecideHostInput, takesImages: boolean): Question<HostReply> {
  const model = input.models?.['host'];
  return {
    role: 'host',
    model,
    messages: [
      { role: 'system', text: hostSystemPrompt() },
      { role: 'user', text: hostUserPrompt(input) },
    ],
    images: takesImages ? [{ caption: 'The screen now:', ref: input.observation.screenshot }] : [],
    schema: { name: `host_agent_reply_v${hostPromptVersion}`, zod: hostReplySchema },
    statuses: { allowed: hostAgentStatuses, in: ({ Status }) => [Status] },
  };
}

export function hostDecision({ value, usage, model, refs }: ModelReply<HostReply>, { applications }: DecideHostInput): HostDecision {
  const status = statusOf(value.Status);
  const action = decideAction({ ...value, ControlLabel: '' }, [], { agent: 'host', status: actionStatus(status), applications });
  const application = findApplication(applications, value.ControlLabel, value.ControlText);
  return {
    observation: value.Observation,
    thought: value.Thought,
    plan: value.Plan,
    questions: value.Questions,
    comment: value.Comment,
    result: value.Result === '' ? undefined : value.Result,
    status,
    subtask: value.CurrentSubtask.trim(),
    message: value.Message,
    application,
    actions: action ? [action] : [],
    usage,
    model,
    refs,
  };
}

// An action's own status only matters when it is held back; an AppAgent has no ASSIGN.
function actionStatus(status: HostAgentStatus): AppAgentStatus {
  return status === 'ASSIGN' ? 'CONTINUE' : status;
}

function statusOf(word: string): HostAgentStatus {
  const status = parseStatus(hostAgentStatuses, word);
  if (!status) throw new TypeError(`'${word}' is not a status of a HostAgent`);
  return status;
}
