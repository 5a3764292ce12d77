// A run that needs a person twice: first for a question, then for an approval. The model is scripted by the prompt, the device by JSON.
import type { Script } from '../../examples/scripted-model/server.mjs';
import { readPrompt } from '../../examples/scripted-model/prompt.mjs';

export const kettleDevice = {
  kind: 'memory',
  capabilities: {
    script: {
      start: 'form',
      screens: {
        form: {
          title: 'Kettles',
          controls: [
            { role: 'textbox', name: 'Colour' },
            { role: 'button', name: 'Order', on: { goto: 'done' } },
          ],
        },
        done: { title: 'Thanks', controls: [{ role: 'heading', name: 'Thank you' }] },
      },
    },
  },
} as const;

export const kettleScript: Script = ({ text, fields }) =>
  fields.includes('CurrentSubtask') ? host(readPrompt(text)) : app(readPrompt(text));

type Facts = ReturnType<typeof readPrompt>;

function host({ previousSubtasks, request }: Facts): Readonly<Record<string, unknown>> {
  if (previousSubtasks.length > 0) return { Status: 'FINISH', Result: 'The kettle is ordered.', Comment: 'All is done.' };
  return { Status: 'ASSIGN', CurrentSubtask: request, ControlLabel: '1', ControlText: 'script', Thought: 'One application can do it.' };
}

function app({ answers, title, find }: Facts): Readonly<Record<string, unknown>> {
  const [colour] = answers;
  if (title === 'Thanks') return { Status: 'FINISH', Function: '', Result: `Ordered in ${colour}.`, Thought: 'The shop says thank you.' };
  if (colour === undefined) return { Status: 'PENDING', Function: '', Questions: ['Which colour?'], Thought: 'The colour is missing.' };
  const box = find('box', /Colour/);
  if (box?.value !== colour) {
    return {
      Status: 'CONTINUE',
      Function: 'set_edit_text',
      ControlLabel: box?.label,
      ControlText: 'Colour',
      Args: { text: colour, clear_current_text: true },
      Thought: 'The colour is known now.',
    };
  }
  return {
    Status: 'CONFIRM',
    Function: 'click_input',
    ControlLabel: find('btn', /Order/)?.label,
    ControlText: 'Order',
    Args: {},
    Thought: 'It costs money.',
    Comment: 'Order now?',
  };
}
