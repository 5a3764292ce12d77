// A model in this process that answers at once: the engine is measured, not HTTP or the model's latency.
// The subtask's text says how many steps it has: `press Next 48 times`. Prompts are built as for any model, but not stored.

const nothing = `sha256:${'0'.repeat(64)}`;
const usage = { inputTokens: 0, outputTokens: 0, costUsd: 0, modelCalls: 1 };
const words = {
  Observation: 'The next screen is shown.',
  Thought: 'The work is not done yet, so Next it is.',
  Plan: ['Press Next again.'],
  Questions: [],
  Result: '',
};

/** `onAnswer(run, count)` after each answer to an AppAgent. */
export function createInstantModel(onAnswer = () => undefined) {
  const answered = new Map();

  function valueOf(role, text) {
    const [, run, times] = /press Next (\d+-\d+), (\d+) times/.exec(text) ?? [];
    if (run === undefined) throw new Error('The bench sent a prompt that its model does not know.');
    const count = (answered.get(`${role} ${run}`) ?? 0) + 1;
    answered.set(`${role} ${run}`, count);
    if (role === 'host') return count === 1 ? assign(`press Next ${run}, ${times} times`) : finishHost;
    onAnswer(run, count);
    return count < Number(times) ? pressNext : finish;
  }

  return modelOf(valueOf);
}

function modelOf(valueOf) {
  return {
    takesImages: () => false,
    async complete({ role, messages }) {
      const value = valueOf(role, messages.map(({ text }) => text).join('\n'));
      return { value, usage, model: 'instant', refs: { prompt: nothing, reply: nothing }, warnings: [] };
    },
  };
}

/** The text for an AppAgent's `times` answers, the last of which finishes. */
export function requestOf(run, times) {
  return `press Next ${run}, ${times} times`;
}

const app = { ...words, SaveScreenshot: { save: false, reason: '' }, Args: {}, Comment: 'Pressing Next.' };
const pressNext = { ...app, ControlLabel: '1', ControlText: 'Next', Function: 'click_input', Status: 'CONTINUE' };
const finish = { ...app, ControlLabel: '', ControlText: '', Function: '', Status: 'FINISH', Result: 'Pressed.' };
const host = {
  ...words,
  Args: {},
  Function: '',
  Comment: 'One application can do it.',
  Message: [],
  ControlLabel: '1',
  ControlText: 'script',
};
const assign = (subtask) => ({ ...host, Status: 'ASSIGN', CurrentSubtask: subtask });
const finishHost = { ...host, Status: 'FINISH', CurrentSubtask: '', ControlLabel: '', Result: 'All is pressed.' };

/** Two screens of a dozen controls; Next leads from one to the other, so that no two successive steps see the same screen. */
const controls = [
  ...['Search', 'Name', 'Street', 'City'].map((name) => ({ role: 'textbox', name, value: `${name} of somebody` })),
  ...['Home', 'Help', 'About', 'Imprint'].map((name) => ({ role: 'link', name })),
  { role: 'combobox', name: 'Country', options: ['Austria', 'Belgium', 'Croatia'], value: 'Austria' },
  { role: 'checkbox', name: 'Keep me informed' },
  { role: 'text', name: 'All fields are needed before you can go on.' },
];
const screen = (title, goto) => ({
  title,
  controls: [{ role: 'button', name: 'Next', on: { goto } }, { role: 'heading', name: title }, ...controls],
});
export const device = {
  kind: 'memory',
  capabilities: { script: { start: 'left', screens: { left: screen('Left', 'right'), right: screen('Right', 'left') } } },
};

/** A model whose HostAgent asks a person at once, so that a run keeps its device and waits. */
export const asks = modelOf(() => ({ ...host, Status: 'PENDING', CurrentSubtask: '', ControlLabel: '', Questions: ['Shall I go on?'] }));
