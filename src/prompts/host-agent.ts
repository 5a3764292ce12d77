// Prompt of the HostAgent: it picks applications and phrases subtasks; AppAgents take the steps.
import type { DecideHostInput } from '../domain/agent/decision.js';
import { functionsOf } from '../domain/agent/functions.schema.js';
import type { Application } from '../domain/ui/observation.js';
import {
  fenced,
  fenceRule,
  blackboardSections,
  joinSections,
  memorySection,
  notesSection,
  planSection,
  previousSubtasksSection,
  section,
  toolList,
} from './sections.js';

export const hostPromptVersion = 2;

const statusRules = `Status says what happens next. Exactly one of:
- ASSIGN: give CurrentSubtask to an agent that works in the application of ControlLabel and ControlText. The usual step.
- CONTINUE: you call a function (bring an application to the front, launch one) or need another look before you can assign.
- PENDING: only the user can say what is missing or meant. Put it into Questions. Ask no question that is answered already.
- CONFIRM: the function you call needs the user's approval, such as launching an application. It is held until the user approves.
- FINISH: the whole request is done, proved by the results of the subtasks. Put the answer to the user into Result.
- FAIL: the request cannot be done; Comment says why and what was done.
- ERROR: something is broken that no other way can help. Rare.`;

const rules = [
  'A subtask stays in one application and is complete in itself: the agent that gets it sees the request, your message, the results so far and its screen, nothing else. Put every needed fact into it.',
  'Split only where the application changes or a result is needed for what follows.',
  'A subtask that ended FAIL may be tried another way, not the same way again; one that the user did not approve is not tried again.',
  'Do not claim that something was done which no result shows.',
] as const;

export function hostSystemPrompt(): string {
  return joinSections(
    'You lead agents that operate applications, to carry out the request of a user. Each step you see the applications and what was done so far, and answer with one JSON object.',
    section('Functions', toolList(functionsOf('host'))),
    section('Status', statusRules),
    section('Rules', [`- ${fenceRule}`, ...rules.map((rule) => `- ${rule}`)].join('\n')),
  );
}

export function hostUserPrompt(input: DecideHostInput): string {
  return joinSections(
    section('Request of the user', input.request),
    ...blackboardSections(input.blackboard, input),
    previousSubtasksSection(input.previousSubtasks),
    planSection(input.plan),
    memorySection(input.memory),
    notesSection(input.notes),
    fenced('## Applications', applicationList(input.applications)),
  );
}

function applicationList(applications: readonly Application[]): string {
  if (applications.length === 0) return '(none is known)';
  return applications.map(applicationLine).join('\n');
}

function applicationLine({ id, name, title, url, running, current }: Application, index: number): string {
  const state = current ? 'in front' : running ? 'running' : 'not running';
  const parts = [name, ...(title && title !== name ? [title] : []), ...(url ? [url] : []), state, ...(id === name ? [] : [`id ${id}`])];
  return `${index + 1} ${parts.map((part) => part.replace(/\s+/g, ' ')).join(' | ')}`;
}
