// Prompt of the AppAgent: one subtask, one application, one step at a time (docs/design/agent.md §4, LLM_INTERACTION).
import type { DecideAppInput } from '../domain/agent/decision.js';
import { functionsOf } from '../domain/agent/functions.schema.js';
import type { Point } from '../domain/ui/geometry.js';
import type { HeldPointer } from '../domain/ui/ui-action.js';
import { observationLegend } from '../domain/ui/observation-text.js';
import { fenced, fenceRule, quoted } from './fence.js';
import {
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
export const appPromptVersion = 3;

const statusRules = `Status says what happens next. Exactly one of:
- CONTINUE: the action is a normal step and more will follow.
- SCREENSHOT: the action will change the interface, so that it must be looked at afresh: it opens a dialog, a menu, a drop-down or combo box, or a new window or tab.
- FINISH: the subtask is done and the screen proves it. Put what came out into Result. Do not finish on hope: look at the result of the last action first.
- FAIL: it cannot be done this way, but the application is fine: a needed control is not there, an action timed out, only a part could be done. Comment says what is missing and what was done.
- PENDING: a fact is missing or ambiguous that only the user can give: which of several equal controls or entries is meant, a name, a file, an address, whether to overwrite; also a captcha or second factor that a person must do in the window. Put it into Questions. Nothing is executed in this step. Ask no question that is answered already.
- CONFIRM: the action is dangerous or cannot be undone: it deletes, pays, orders, sends or publishes something, launches an application, or changes the configuration of the system. Give the action as usual: it is held, shown to the user, and executed only after approval.
- ERROR: something is broken that neither another try nor another way can help. Rare.`;

export function appSystemPrompt({ actionSequence, browser }: { readonly actionSequence: boolean; readonly browser: boolean }): string {
  return joinSections(
    `You operate one application through its user interface, to carry out one subtask of a user's request. Each step you see the screen and answer with one JSON object; your action is executed and you see the next screen.`,
    section('The screen', `${observationLegend}\nLabels are valid for this screen only; take them from it, never from memory.`),
    section('Functions', `${toolList(functionsOf('app', browser))}\nFunction may be empty: nothing is executed.`),
    section('Status', statusRules),
    section('Answer', actionSequence ? sequenceRules : singleRules),
    section('Rules', [`- ${fenceRule}`, ...rules.map((rule) => `- ${rule}`)].join('\n')),
  );
}

const singleRules =
  'Observation, Thought, ControlLabel and ControlText (the control to act on), Function, Args (an object with exactly the arguments of that function), Status, Comment, Plan (the steps after this one), Questions, SaveScreenshot {save, reason}, Result.';

const sequenceRules =
  'Observation, Thought, Actions (each with ControlLabel, ControlText, Function, Args, Status), Status (when Actions is empty), Comment, Plan (the steps after these), Questions, SaveScreenshot {save, reason}, Result. ' +
  'Several actions only when none depends on what another changes on the screen, such as the fields of one form; after the first that fails the rest is not executed. An action that changes the screen comes last.';

const rules = [
  'Act on labelled controls where you can; use coordinates only when no label covers the spot.',
  'When the last action failed, or its outcome is unknown, look at the screen to see what is the case before you try again. Never repeat blindly an action that orders, pays, sends or deletes.',
  'Do what the subtask says, no more: no extra orders, messages or settings.',
  'Values shown as ••• are hidden on purpose. To type a secret that the user named, write {{secret:NAME}}; never type or repeat a secret itself.',
] as const;

export interface AppFacts {
  readonly input: DecideAppInput;
  /** From `observationText`. */
  readonly screen: string;
  readonly images: boolean;
  /** Of the screenshot, px; where something is held. */
  readonly size?: { readonly width: number; readonly height: number };
}

export function appUserPrompt({ input, screen, images, size }: AppFacts): string {
  const { observation } = input;
  const where = [
    `application ${quoted(observation.application.name)}`,
    `title ${quoted(observation.title)}`,
    ...(observation.application.url ? [`address ${quoted(observation.application.url)}`] : []),
  ];
  const notices = (observation.notices ?? []).map((notice) => `! ${notice.replace(/\s+/g, ' ')}`);
  const downloads = (observation.downloads ?? []).map(({ name }) => `- downloaded: ${name.replace(/\s+/g, ' ')}`);
  const held = observation.held && size ? [heldText(observation.held, size)] : [];
  const lines = [where.join(', '), ...held, ...notices, ...downloads, screen === '' ? '(nothing on the screen has a name)' : screen];
  return joinSections(
    section('Request of the user', input.request),
    section('Your subtask', input.subtask),
    section('Hints of the host agent', input.hostMessage.map((hint) => `- ${hint}`).join('\n')),
    ...blackboardSections(input.blackboard),
    previousSubtasksSection(input.previousSubtasks),
    planSection(input.plan),
    memorySection(input.memory),
    notesSection(input.notes),
    fenced(images ? '## The screen now (pictures follow; numbers in the last one are the labels)' : '## The screen now', lines.join('\n')),
  );
}

function heldText({ pressed, at }: HeldPointer, { width, height }: NonNullable<AppFacts['size']>): string {
  const place = ({ x, y }: Point): string => `${(x / width).toFixed(3)},${(y / height).toFixed(3)}`;
  return `! The mouse is held at ${place(at)}, pressed at ${place(pressed)}: move_pointer or release_pointer. Any other input first lets go of it at ${place(pressed)}.`;
}
