// A prompt of the agents, read back into facts: the inverse of src/prompts. Sections that it does not know are passed over.
import { parseScreen, type SeenControl, type SeenLine } from './screen.js';

/** One action that the agent took before, as its prompt tells it. */
export interface PastAction {
  readonly step: number;
  /** `click_input "ONE" [3]` */
  readonly text: string;
  readonly name: string;
  /** `done: …`, `failed (…): …`, `skipped …`, `unknown …` */
  readonly result: string;
  readonly done: boolean;
}

export interface Situation {
  readonly request: string;
  readonly subtask: string;
  readonly lines: readonly SeenLine[];
  readonly controls: readonly SeenControl[];
  /** Everything that is written on the screen beside its controls. */
  readonly texts: readonly string[];
  readonly past: readonly PastAction[];
  /** Of the screen, px, where it is known. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Whether several actions may be answered. */
  readonly several: boolean;
  readonly applications: readonly { readonly number: string; readonly name: string; readonly isCurrent: boolean }[];
  readonly endedSubtasks: readonly { readonly status: string; readonly result: string }[];
}

export interface AboutRequest {
  readonly size?: NonNullable<Situation['size']>;
  readonly several?: boolean;
}

export function readPrompt(text: string, { size, several = false }: AboutRequest = {}): Situation {
  const sections = sectionsOf(text);
  const body = (title: string): string => sections.find((section) => section.title.startsWith(title))?.body ?? '';
  const lines = parseScreen(body('The screen now'));
  return {
    ...(size ? { size } : {}),
    several,
    request: body('Request of the user'),
    subtask: body('Your subtask'),
    lines,
    controls: lines.filter((line) => line.type === 'control'),
    texts: lines.flatMap((line) => (line.type === 'texts' ? line.texts : line.type === 'control' ? [] : [line.text])),
    past: body('Your last steps').split('\n').flatMap(pastActions),
    applications: body('Applications').split('\n').flatMap(applicationOf),
    endedSubtasks: body('Subtasks so far')
      .split(/^(?=\d+\. \[)/m)
      .flatMap(subtaskOf),
  };
}

/** `## Title`, then lines; what stands between `<<<data` and `data>>>` has no titles. */
function sectionsOf(text: string): readonly { readonly title: string; readonly body: string }[] {
  const sections: { readonly title: string; readonly lines: string[] }[] = [];
  let isFenced = false;
  for (const line of text.split('\n')) {
    if (line === '<<<data') isFenced = true;
    else if (line === 'data>>>') isFenced = false;
    else if (!isFenced && line.startsWith('## ')) sections.push({ title: line.slice(3), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ title, lines }) => ({ title, body: lines.join('\n').replace(/^\n+|\n+$/g, '') }));
}

/** `3. click_input "A" [1]; click_input "B" [2] → done; failed (…): … · CONTINUE` */
function pastActions(line: string): readonly PastAction[] {
  const [, step, actions = '', results = ''] = /^(\d+)\. (.*?) → (.*) · \w+$/.exec(line) ?? [];
  if (step === undefined || actions === '(no action)') return [];
  const outcomes = results.split(/; (?=(?:done|failed|skipped|unknown)\b)/);
  return actions.split(/; (?=[a-z]+(?:_[a-z]+)*(?: ["{[\d]|$|;))/).map((text, index) => {
    const result = outcomes[index] ?? '';
    return { step: Number(step), text, name: /^\w+/.exec(text)?.[0] ?? '', result, done: result.startsWith('done') };
  });
}

/** `1 Shop | http://… | in front | id 7` */
function applicationOf(line: string): Situation['applications'] {
  const [, number, rest = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
  return number ? [{ number, name: rest.split(' | ')[0] ?? '', isCurrent: rest.includes('| in front') }] : [];
}

/** `1. [FINISH] Order … (in Shop)`, then `   result: …`. */
function subtaskOf(entry: string): Situation['endedSubtasks'] {
  const [, status] = /^\d+\. \[(\w+)\]/.exec(entry) ?? [];
  return status ? [{ status, result: /^ {3}result: (.*)$/m.exec(entry)?.[1] ?? '' }] : [];
}
