// Prompt of an AppAgent whose model acts by its provider's computer tool: no labels and no reply schema, the picture and the tool take their place.
import type { DecideAppInput } from '../domain/agent/decision.js';
import {
  fenced,
  fenceRule,
  quoted,
  blackboardSections,
  joinSections,
  memorySection,
  notesSection,
  previousSubtasksSection,
  section,
} from './sections.js';

export function computerSystemPrompt(): string {
  return joinSections(
    "You operate one application by the computer tool, to carry out a subtask of a user's request. Your actions are executed in order, and you are sent the next picture.",
    section('Rules', rules.map((rule) => `- ${rule}`).join('\n')),
  );
}

const rules = [
  'When it is done, and the picture proves it, answer with a text alone: what came out, with the facts asked for.',
  'What only the user can say or do: ask_user. What cannot be done: give_up, and why.',
  'What changes the screen, or waits, comes last: the rest of its turn is not run.',
  'Keys are not kept pressed while the pointer is used.',
  'Some actions wait until the user approves them; that is not yours to arrange.',
  'After a failed or unknown action look what is the case. Never blindly repeat what orders, pays, sends or deletes.',
  'Do what is asked, no more.',
  '••• is hidden on purpose. A secret that the user named is typed as {{secret:NAME}}, right after a click on its field, never in clear.',
  fenceRule.replace('; say so in Comment', ''),
] as const;

export function computerTask({ request, subtask, hostMessage, blackboard, previousSubtasks, memory }: DecideAppInput): string {
  return joinSections(
    section('Request of the user', request),
    section('Your subtask', subtask === request ? '' : subtask),
    section('Hints', hostMessage.map((hint) => `- ${hint}`).join('\n')),
    ...blackboardSections(blackboard, { request, subtask, previousSubtasks, memory }),
    previousSubtasksSection(previousSubtasks),
  );
}

export function computerNow({ memory, notes, observation }: DecideAppInput, changed: string): string {
  const { application, title, notices = [], downloads = [] } = observation;
  const where = [
    `application ${quoted(application.name)}`,
    `title ${quoted(title)}`,
    ...(application.url ? [`address ${quoted(application.url)}`] : []),
  ];
  const lines = [
    where.join(', '),
    ...notices.map((notice) => `! ${notice.replace(/\s+/g, ' ')}`),
    ...downloads.map(({ name }) => `- downloaded: ${name.replace(/\s+/g, ' ')}`),
  ];
  return joinSections(
    memorySection(memory),
    notesSection(notes),
    changed === '' ? '' : fenced('## What changed on the screen while the user had it', changed),
    fenced('## The screen now, beside its picture', lines.join('\n')),
  );
}
