// Reads a prompt of steadyhand back into facts: the one place here that knows how src/prompts and src/domain/ui/observation-text.ts write them.

export function readPrompt(text) {
  const sections = readSections(text);
  const body = (title) => sections.find((section) => section.title.startsWith(title))?.body ?? '';
  const screen = body('The screen now');
  const controls = screen.split('\n').flatMap(readControl);
  return {
    request: body('Request of the user'),
    /** Where it is the whole request, it is told once. */
    subtask: body('Your subtask') || body('Request of the user'),
    title: readTitle(screen),
    /** Everything on the screen, as text. */
    seen: screen,
    find: (kind, name) => controls.find((control) => control.kind === kind && name.test(control.name)),
    answers: [...body('Answers of the user').matchAll(/^A: (.*)$/gm)].map(([, answer]) => answer),
    previousSubtasks: readSubtasks(body('Subtasks so far')),
    applications: body('Applications').split('\n').flatMap(readApplication),
    /** What happened since, and how the last step went. */
    news: `${body('What happened since')}\n${body('Your last steps')
      .split(/^(?=\d+\. )/m)
      .at(-1)}`,
  };
}

/** `## Title`, then lines; between `<<<data` and `data>>>` nothing counts as a title. */
function readSections(text) {
  const sections = [];
  let fenced = false;
  for (const line of text.split('\n')) {
    if (line === '<<<data') fenced = true;
    else if (line === 'data>>>') fenced = false;
    else if (!fenced && line.startsWith('## ')) sections.push({ title: line.slice(3), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ title, lines }) => ({ title, body: lines.join('\n').trim() }));
}

const controlLine =
  /^(?<label>\d+) (?<kind>\S+)(?: (?<name>(?![=|{] ).*?))?(?: = (?<value>.*?))?(?: \| (?<states>.*?))?(?: \{(?<options>.*)\})?$/;

/** `12 box Full name = Ada | focused`, or nothing. */
function readControl(line) {
  const { label, kind, name = '', value = '' } = controlLine.exec(line)?.groups ?? {};
  return label ? [{ label, kind, name, value }] : [];
}

function readTitle(screen) {
  const [, title] = /title ("(?:[^"\\]|\\.)*")/.exec(screen) ?? [];
  return title ? JSON.parse(title) : '';
}

/** `1. [FINISH] Order … (in Shop)`, then `   result: …`. */
function readSubtasks(text) {
  return text.split(/^(?=\d+\. \[)/m).flatMap((entry) => {
    const [, status] = /^\d+\. \[(\w+)\]/.exec(entry) ?? [];
    return status ? [{ status, result: /^ {3}result: (.*)$/m.exec(entry)?.[1] ?? '' }] : [];
  });
}

/** `1 Shop | http://… | in front | id 7` */
function readApplication(line) {
  const [, number, rest] = /^(\d+) (.*)$/.exec(line) ?? [];
  return number ? [{ number, name: rest.split(' | ')[0], current: rest.includes('| in front') }] : [];
}
