// Prompt of the AppAgent: one subtask, one application, one step at a time (docs/design/agent.md §4, LLM_INTERACTION).
import type { DecideAppInput } from '../domain/agent/decision.js';
import { functionsOf } from '../domain/agent/functions.schema.js';
import type { Point } from '../domain/ui/geometry.js';
import type { PressedPointer } from '../domain/ui/ui-action.js';
import { observationLegend } from '../domain/ui/observation-text.js';
import {
  fenced,
  fenceRule,
  quoted,
  blackboardSections,
  joinSections,
  memorySection,
  notesSection,
  planSection,
  previousSubtasksSection,
  section,
  toolList,
} from './sections.js';

/** Raised with every change of the wording; part of the name of the reply's schema. */
export const appPromptVersion = 5;

const statusRules = `What happens next, one of:
- CONTINUE: more steps follow this one.
- SCREENSHOT: a dialog, menu, combo box or window opens, or the list does not tell enough: you get a picture of what comes.
- FINISH: done, and the screen proves it. What came out goes into Result.
- FAIL: it cannot be done this way: a control is missing, an action timed out, only a part is done. Comment says what.
- PENDING: only the user can say something that is missing or ambiguous, or must do something: put it into Questions. What they must do on this screen (captcha, second factor) has NeedsHands. Nothing is executed.
- CONFIRM: the action deletes, pays, orders, sends, publishes, launches an application or changes the system's configuration: it is held until the user approves.
- ERROR: something is broken for good. Rare.`;

interface Offered {
  readonly actionSequence: boolean;
  readonly browser: boolean;
}

export function appSystemPrompt({ actionSequence, browser }: Offered): string {
  return joinSections(
    "You operate one application, to carry out a subtask of a user's request. Each step you see the screen and answer with one JSON object; your actions are executed, and you see the next screen.",
    section('Screen', `${observationLegend}\nLabels hold for this screen only.`),
    section('Functions', toolList(functionsOf('app', browser))),
    section('Status', statusRules),
    section('Rules', [...(actionSequence ? [sequenceRule] : []), ...rules, fenceRule].map((rule) => `- ${rule}`).join('\n')),
  );
}

const sequenceRule =
  'Give several Actions at once where none changes what another needs, as the fields of a form; one that changes the screen comes last. The list ends where one fails or the screen changed.';

const rules = [
  'Use labels where you can; coordinates only where none covers the spot.',
  'After a failed or unknown action look what is the case. Never blindly repeat what orders, pays, sends or deletes.',
  'Do what is asked, no more.',
  '••• is hidden on purpose. A secret that the user named is typed as {{secret:NAME}}, never in clear.',
] as const;

export interface AppFacts {
  readonly input: DecideAppInput;
  /** From `observationText`. */
  readonly screen: string;
  readonly images: boolean;
  /** Since a person took over; absent: nobody did. */
  readonly changed?: string;
  /** Of the screenshot, px; where something is held. */
  readonly size?: { readonly width: number; readonly height: number };
}

export function appUserPrompt({ input, screen, images, size, changed = '' }: AppFacts): string {
  const { observation } = input;
  const where = [
    `application ${quoted(observation.application.name)}`,
    `title ${quoted(observation.title)}`,
    ...(observation.application.url ? [`address ${quoted(observation.application.url)}`] : []),
  ];
  const notices = (observation.notices ?? []).map((notice) => `! ${notice.replace(/\s+/g, ' ')}`);
  const downloads = (observation.downloads ?? []).map(({ name }) => `- downloaded: ${name.replace(/\s+/g, ' ')}`);
  const held = observation.pressed && size ? [holdText(observation.pressed, size)] : [];
  const lines = [where.join(', '), ...held, ...notices, ...downloads, screen === '' ? '(nothing on the screen has a name)' : screen];
  return joinSections(
    section('Request of the user', input.request),
    section('Your subtask', input.subtask === input.request ? '' : input.subtask),
    section('Hints', input.hostMessage.map((hint) => `- ${hint}`).join('\n')),
    ...blackboardSections(input.blackboard, input),
    previousSubtasksSection(input.previousSubtasks),
    planSection(input.plan),
    memorySection(input.memory),
    notesSection(input.notes),
    changed === '' ? '' : fenced('## What changed on the screen while the user had it', changed),
    fenced(images ? '## The screen now (a picture with the labels follows)' : '## The screen now', lines.join('\n')),
  );
}

function holdText({ pressed, at }: PressedPointer, { width, height }: NonNullable<AppFacts['size']>): string {
  const place = ({ x, y }: Point): string => `${(x / width).toFixed(3)},${(y / height).toFixed(3)}`;
  return `! The mouse is held at ${place(at)}, pressed at ${place(pressed)}: move_pointer or release_pointer. Any other input first lets go of it at ${place(pressed)}.`;
}
