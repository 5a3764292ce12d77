// The model of the run that is recorded on a todo list, and the one that is asked about a node of its flow. Both go by what their prompt shows.
import { readPrompt } from '../../examples/scripted-model/prompt.mjs';

export const todos = ['Buy milk', 'Walk the dog', 'Read a book'];
export const meant = 'Walk the dog';
export const todoRequest = `Add ${todos.map((title) => `"${title}"`).join(', ')} to the list, and tick off "${meant}".`;

export function todoScript({ text, fields }) {
  if (fields.includes('closes')) return healReply(text);
  const situation = readPrompt(text);
  return fields.includes('CurrentSubtask') ? hostReply(situation) : stepReply(situation);
}

function hostReply({ applications, previousSubtasks }) {
  const last = previousSubtasks.at(-1);
  if (last) return { Status: last.status === 'FINISH' ? 'FINISH' : 'FAIL', Result: last.result, Comment: last.result };
  const list = applications.find(({ current }) => current) ?? applications[0];
  return { Status: 'ASSIGN', CurrentSubtask: todoRequest, Message: [], Plan: [], ControlLabel: list?.number, ControlText: list?.name };
}

function stepReply({ seen, find }) {
  const field = find('box', /./);
  const missing = todos.find((title) => !linesOf(seen).some((line) => line.words === title && line.kind !== 'box'));
  if (missing !== undefined)
    return field?.value === missing
      ? call('keyboard_input', { keys: '{ENTER}' }, field, `"${missing}" is typed: Enter puts it on the list.`)
      : call('set_edit_text', { text: missing, clear_current_text: true }, field, `"${missing}" is not on the list yet.`);
  const box = boxOf(seen, meant);
  if (box?.isTicked) return { Status: 'FINISH', Comment: 'Done.', Result: `All are on the list, and "${meant}" is ticked off.`, Plan: [] };
  return call('click_input', {}, box, `All are on the list; "${meant}" is to be ticked off.`);
}

function call(Function, Args, control, Thought) {
  return {
    Thought,
    Comment: Thought,
    Function,
    Args,
    ControlLabel: control?.label,
    ControlText: control?.name ?? '',
    Status: 'CONTINUE',
    Plan: [],
  };
}

/** Which control is the recorded one now, by the words of the question and by the list. In doubt none, as it is asked to. */
function healReply(text) {
  const [, was = '', now = ''] = /## The control as it was\n([\s\S]*?)\n## The screen now([\s\S]*)/.exec(text) ?? [];
  const kind = /^- kind: (.*)$/m.exec(was)?.[1];
  const [, row] = /^- in the row with: "(.*)"$/m.exec(was) ?? [];
  const fields = linesOf(now).filter((line) => line.kind === 'box');
  const named = kind === 'checkbox' && row !== undefined ? boxOf(now, row) : fields.length === 1 ? fields[0] : undefined;
  return { label: named?.label ?? null, closes: false, because: named ? `it is the ${kind} there that does this` : 'none there does this' };
}

const boxes = ['chk', 'sw'];

/** The box of that text: called so, inside of it, or beside it: before it or behind it, as in the first row. */
function boxOf(screen, title) {
  const lines = linesOf(screen);
  const at = lines.findIndex(({ words }) => words === title);
  const [before, own, after] = [lines[at - 1], lines[at], lines[at + 1]];
  if (own === undefined || boxes.includes(own.kind)) return own;
  const first = lines.findIndex(({ words }) => todos.includes(words));
  const isBefore = boxes.includes(lines[first - 1]?.kind) && !isInside(lines[first + 1], lines[first]);
  const box = isInside(after, own) || !isBefore ? after : before;
  return box && boxes.includes(box.kind) ? box : undefined;
}

function isInside(line, outer) {
  return line !== undefined && line.level > outer.level;
}

/** Each line of a list of controls: a control, or texts. */
function linesOf(screen) {
  return screen.split('\n').flatMap((line) => {
    const [, indent = '', label, kind, rest = ''] = /^( *)(\d+|~) (\S+) ?(.*)$/.exec(line) ?? [];
    const level = indent.length;
    if (kind !== undefined)
      return [{ label, kind, level, words: rest.replace(/ [=|{].*$/, ''), isTicked: /\| (?:.* )?checked/.test(rest) }];
    return line.startsWith('- ') ? [{ kind: 'text', level, words: line.slice(2) }] : [];
  });
}
