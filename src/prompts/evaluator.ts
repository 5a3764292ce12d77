// Prompt that judges a finished round (`evaluate`): it looks at what was done, and changes nothing.
import type { EvaluateInput } from '../domain/agent/decision.js';
import { fenceRule, blackboardSections, joinSections, previousSubtasksSection, section } from './sections.js';

export const evaluatorPromptVersion = 2;

export function evaluatorSystemPrompt(): string {
  return joinSections(
    'You judge whether agents that operate applications have carried out the request of a user. Judge only from the evidence: the results, the steps and the last screenshot, when there is one.',
    section(
      'Answer',
      'One JSON object: reason (what speaks for and against), subScores (the parts of the request, each {name, score: yes | no | unsure}), complete (yes when every part was done and the evidence shows it, no when a part was not, else unsure).',
    ),
    section('Rules', `- ${fenceRule}`),
  );
}

export function evaluatorUserPrompt({ request, blackboard, previousSubtasks }: EvaluateInput): string {
  return joinSections(
    section('Request of the user', request),
    ...blackboardSections(blackboard, { request, previousSubtasks, memory: [] }),
    previousSubtasksSection(previousSubtasks),
  );
}
