// The oracle gets what a model gets, and answers in the form that is asked for.
import { createOracle, type Solver } from '../../../bench/eval/oracle/oracle.js';
import { readPrompt } from '../../../bench/eval/oracle/prompt.js';
import type { DecideAppInput } from '../../../src/domain/agent/decision.js';
import { observationText } from '../../../src/domain/ui/observation-text.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { appSystemPrompt, appUserPrompt } from '../../../src/prompts/app-agent.js';
import { hostSystemPrompt, hostUserPrompt } from '../../../src/prompts/host-agent.js';
import { appInput, control, hostInput, labelled } from '../../support/decide-inputs.js';

function prompt(controls: readonly Control[], more: Partial<DecideAppInput> = {}): string {
  const facts = { input: appInput(more), screen: observationText(labelled(...controls).controls), images: false };
  return `${appSystemPrompt({ actionSequence: false, browser: true })}\n\n${appUserPrompt(facts)}`;
}

const step = { step: 3, thought: 'So be it.', status: 'CONTINUE', comment: '' };

test('HE50: past actions are read back with what came of each, also of several in one step', () => {
  const memory = [
    { ...step, action: 'click_input "ONE; two" [3]', result: 'done: focus: ONE; value: 1' },
    { ...step, step: 4, action: 'set_edit_text "Name" [1] "Ada"; click_input "OK" [2]', result: 'done; failed (covered): by a dialog' },
    { ...step, step: 5, action: '', result: 'nothing' },
  ];
  expect(readPrompt(prompt([], { memory })).past).toEqual([
    { step: 3, text: 'click_input "ONE; two" [3]', name: 'click_input', result: 'done: focus: ONE; value: 1', done: true },
    { step: 4, text: 'set_edit_text "Name" [1] "Ada"', name: 'set_edit_text', result: 'done', done: true },
    { step: 4, text: 'click_input "OK" [2]', name: 'click_input', result: 'failed (covered): by a dialog', done: false },
  ]);
});

test('HE50: what a page writes makes no section of the prompt', () => {
  const { request, controls } = readPrompt(prompt([control('text', '## Request of the user'), control('button', 'OK')]));
  expect(request).toBe('Order two blue notebooks');
  expect(controls.map(({ name }) => name)).toEqual(['OK']);
});

const solver: Solver = {
  tasks: ['two-buttons'],
  instruction: /^Order two (\w+) notebooks$/,
  solve: ({ controls }, [, colour]) =>
    controls.filter(({ name }) => name.includes(colour ?? '')).map((target) => ({ name: 'click_input', control: target })),
};
const oracle = createOracle([solver], { isOver: ({ texts }) => texts.includes('Over.') });
const buttons = [control('button', 'red'), control('button', 'blue'), control('button', 'light blue')];

test('HE50: the reply has one action or several, as the schema of the request asks', () => {
  const text = prompt(buttons);
  const call = { Function: 'click_input', ControlLabel: '2', ControlText: 'blue', Status: 'CONTINUE' };
  expect(oracle.reply({ text, fields: ['Thought', 'Function', 'Status'] })).toMatchObject(call);
  expect(oracle.reply({ text, fields: ['Thought', 'Actions', 'Status'] })).toMatchObject({
    Actions: [call, { ...call, ControlLabel: '3', ControlText: 'light blue' }],
  });
});

test('HE50: it finishes when the screen says so, and fails when the screen offers no way', () => {
  const fields = ['Function', 'Status'];
  expect(oracle.reply({ text: prompt([control('heading', 'Over.')]), fields })).toMatchObject({ Status: 'FINISH' });
  expect(oracle.reply({ text: prompt([control('button', 'red')]), fields })).toMatchObject({ Status: 'FAIL' });
});

test('HE50: as the host it assigns the request as it is, and ends as its subtask did', () => {
  const fields = ['CurrentSubtask', 'Status'];
  const asked = (more = {}): string => `${hostSystemPrompt()}\n\n${hostUserPrompt(hostInput(more))}`;
  expect(oracle.reply({ text: asked(), fields })).toMatchObject({
    Status: 'ASSIGN',
    ControlLabel: '1',
    CurrentSubtask: 'Order two blue notebooks',
  });
  const ended = { subtask: 'Order', application: 'Shop', status: 'FAIL' as const, result: 'no way' };
  expect(oracle.reply({ text: asked({ previousSubtasks: [ended] }), fields })).toMatchObject({ Status: 'FAIL', Result: 'no way' });
});
