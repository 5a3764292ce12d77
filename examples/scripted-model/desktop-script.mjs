// What a sensible model would reply on the desktop of examples/desktop: one request, three applications, the result of each in the subtask of the next.
import { readPrompt } from './prompt.mjs';

export function desktopScript({ text, fields }) {
  const situation = readPrompt(text);
  if (fields.includes('CurrentSubtask')) return hostReply(situation);
  if (!fields.includes('Status')) return {};
  const reply = rules.map((rule) => rule(situation)).find(Boolean);
  return { Observation: situation.title, Status: 'CONTINUE', Comment: reply.Thought, ...reply };
}

// ---- HostAgent -----------------------------------------------------------------------------------------------------------------------

const kettles = 3;

/** Application and subtask, given the result of the one before. */
const subtasks = [
  () => ['Price list', 'Say what a copper kettle costs, as a bare number'],
  (price) => ['Galculator', `Work out ${kettles} * ${price}, and say the result as a bare number`],
  (total, request) => ['Mousepad', `Write "${total}" into ${/\/\S+\.txt/.exec(request)?.[0]}`],
];

function hostReply({ request, applications, previousSubtasks }) {
  const last = previousSubtasks.at(-1);
  if (last && last.status !== 'FINISH') return { Status: 'FAIL', Comment: last.result };
  const next = subtasks[previousSubtasks.length];
  if (!next) return { Status: 'FINISH', Result: last.result, Comment: last.result };
  const [name, subtask] = next(last?.result, request);
  const application = applications.find((candidate) => candidate.name === name || candidate.title === name);
  return {
    Thought: `${name} comes next.`,
    CurrentSubtask: subtask,
    ControlLabel: application?.number,
    ControlText: application?.name,
    Status: 'ASSIGN',
    Comment: subtask,
  };
}

// ---- AppAgent ------------------------------------------------------------------------------------------------------------------------

/** Each takes the situation and returns a reply, or nothing when it does not apply. */
const rules = [
  function readPrice({ subtask, seen }) {
    if (!subtask.startsWith('Say what')) return undefined;
    const [, price] = /Copper kettle\D*(\d+\.\d+)/.exec(seen) ?? [];
    return price ? finish(price, 'The list says it.') : lookAgain('The list is not shown yet.');
  },
  function calculate({ subtask, find, seen }) {
    const [, sum] = /^Work out (.*), and/.exec(subtask) ?? [];
    if (!sum) return undefined;
    const shown = find('box', /./)?.value ?? find('box', /^$/)?.value ?? '';
    if (Number(shown) === sum.split(' * ').reduce((product, factor) => product * Number(factor), 1))
      return finish(shown, 'The calculator shows it.');
    if (!find('btn', /^AC$/)) return lookAgain(`This is no calculator: ${seen.slice(0, 40)}`);
    return {
      Thought: 'The calculator takes it from the keyboard.',
      ...call('keyboard_input', { keys: `{ESC}${sum.replaceAll(' ', '')}{ENTER}` }),
    };
  },
  function write({ subtask, find, title }) {
    const [, text, file] = /^Write "(.*)" into (\S+)$/.exec(subtask) ?? [];
    if (!file) return undefined;
    if (title.includes(file.split('/').at(-1))) return finish(`${text} is in ${file}`, 'The window is named after the file.');
    const name = find('box', /^Name/i);
    const save = find('btn', /^Save$/);
    if (name && name.value !== file)
      return { Thought: 'It asks for a name.', ...call('set_edit_text', { text: file, clear_current_text: true }, name) };
    if (save) return { Thought: 'The name is there.', ...call('click_input', {}, save) };
    const page = find('box', /^$/);
    if (!page) return lookAgain('There is no page to write on yet.');
    if (page.value !== text) return { Thought: 'An empty page.', ...call('set_edit_text', { text, clear_current_text: true }, page) };
    return { Thought: 'It is written; now it is saved.', ...call('keyboard_input', { keys: '^s' }) };
  },
  () => lookAgain('This was not expected.'),
];

function finish(result, thought) {
  return { Thought: thought, Status: 'FINISH', Result: result };
}

function lookAgain(thought) {
  return { Thought: thought, ...call('wait', { seconds: 1 }), Status: 'SCREENSHOT' };
}

function call(name, args, control) {
  return { Function: name, Args: args, ControlLabel: control?.label, ControlText: control?.name };
}
