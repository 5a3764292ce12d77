// Prompts of the flow engine: an AI step, the choice of a name, what images show, whether an outcome was reached.
import type { ChooseNameInput, HealNodeInput, ThinkStepInput } from '../domain/flow/requests.js';
import type { TranscriptEntry } from '../domain/flow/flow-state.js';
import { observationLegend, observationText } from '../domain/ui/observation-text.js';
import type { LabelledControl } from '../domain/ui/control-list.js';
import { fenced, fenceRule, quoted, joinSections, section } from './sections.js';

export const flowPromptVersion = 2;

export interface ShownTool {
  readonly name: string;
  readonly description: string;
  readonly argumentNames: readonly string[];
}

export function stepSystemPrompt(tools: readonly ShownTool[]): string {
  return joinSections(
    'You carry out one step of a workflow on a real computer by calling tools. Look before you act, act in small steps, and look again.',
    section(
      'Tools',
      tools.map(({ name, description, argumentNames }) => `- ${name}(${argumentNames.join(', ')}): ${description}`).join('\n'),
    ),
    section(
      'Answer',
      [
        'One JSON object: text, tool_calls.',
        '- tool_calls: calls to be made now, in order, each {name, arguments} with arguments as a JSON object in a string. Empty when the step is done.',
        '- text: what you think, or, when tool_calls is empty, the result of the step in words or as JSON.',
        '- A step that cannot be done ends with tool_calls empty and the text {"step_complete": false, "error": "why"}.',
      ].join('\n'),
    ),
    section('Rules', `- ${fenceRule}\n- A call whose outcome is not known is never made again before you have looked.`),
  );
}

export function stepUserPrompt({ prompt, buttonText, templateImage, transcript }: ThinkStepInput): string {
  return joinSections(
    section('Step', prompt),
    section('Button that it is about', buttonText ?? ''),
    section('Picture that it is about', templateImage ?? ''),
    transcript.length === 0 ? '' : fenced('## So far', transcript.map(entryText).join('\n')),
  );
}

function entryText(entry: TranscriptEntry): string {
  switch (entry.role) {
    case 'assistant':
      return [`you: ${entry.text}`, ...entry.calls.map(({ name, arguments: args }) => `you call ${name} ${args}`)].join('\n');
    case 'tool':
      return `${entry.name} ${entry.isError ? 'failed' : 'gave'}: ${entry.text}${entry.images.length > 0 ? ` (${entry.images.length} image(s))` : ''}`;
    case 'vision':
      return `VLM_IMAGE_SUMMARY: ${entry.text}`;
  }
}

export function choiceSystemPrompt(): string {
  return joinSections(
    'A person wrote down the name of something on a screen. You say which of the names that are really there is meant.',
    section('Answer', 'One JSON object {"name": …}: one of the names, exactly as it stands in the list, or null when none is meant.'),
    section('Rules', `- ${fenceRule}`),
  );
}

export function choiceUserPrompt({ what, wanted, candidates }: ChooseNameInput): string {
  return joinSections(
    section(what === 'app' ? 'Application that was written down' : 'Element that was written down', wanted),
    fenced('## Names that are there', candidates.map((name) => `- ${name}`).join('\n')),
  );
}

export function healSystemPrompt(): string {
  return joinSections(
    'A step was recorded on a screen and is to be repeated. Its control is not found: the screen has changed, or something is in front of it. You say which control of the screen as it is now is the same one.',
    section(
      'Answer',
      [
        'One JSON object: label, closes, because.',
        '- label: the number of the control that the step means now, in quotes; or of the control that closes what is in front of the screen (a cookie banner, a notice, a survey); or null.',
        '- closes: true when the control only closes what is in front; false when the step means it.',
        '- because: why, in one sentence.',
        'Only a control that does exactly what was recorded is the same one. When in doubt, null: a person will look at it. What is merely similar is not meant.',
      ].join('\n'),
    ),
    section('Controls', observationLegend),
    section('Rules', `- ${fenceRule}`),
  );
}

export function healUserPrompt({ node, target, broken }: HealNodeInput, controls: readonly LabelledControl[]): string {
  const { name, comment, does } = node;
  const task = [name, does, target ? wordsOf(target) : ''].join(' ');
  return joinSections(
    section('Step', [name, does, ...(comment === undefined ? [] : [`It was recorded with the thought: ${quoted(comment)}`])].join('\n')),
    section('The control as it was', target === undefined ? '' : wordsOf(target)),
    fenced(`## The screen now: ${quoted(broken.title)}`, observationText(controls, { task })),
  );
}

function wordsOf({ role, name, row, section: heading, beside }: NonNullable<HealNodeInput['target']>): string {
  return [
    `- kind: ${role}`,
    `- name: ${name === undefined ? 'none' : quoted(name)}`,
    ...(row === undefined ? [] : [`- in the row with: ${row.map(quoted).join(', ')}`]),
    ...(heading === undefined ? [] : [`- under: ${quoted(heading)}`]),
    ...(beside === undefined ? [] : [`- after the text: ${quoted(beside)}`]),
  ].join('\n');
}

export function visionSystemPrompt(): string {
  return joinSections(
    'You describe screenshots for somebody who cannot see them and has to carry out a task: what is shown, which texts, buttons and fields there are, what stands out.',
    section('Answer', 'One JSON object {"text": …}.'),
    section('Rules', `- ${fenceRule}`),
  );
}

export function outcomeSystemPrompt(): string {
  return joinSections(
    'You judge from a screenshot whether an expected outcome was reached. Judge only from what can be seen.',
    section('Answer', 'One JSON object: reason (what can be seen that speaks for or against), reached (true or false).'),
    section('Rules', `- ${fenceRule}`),
  );
}
