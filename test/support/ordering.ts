// A run that asks a question, wants an approval, and orders.
import { assignThenFinish, click, memoryDevice, say } from './agent-harness.js';

export const orderingDevice = memoryDevice({
  start: 'form',
  screens: {
    form: { title: 'Kettles', controls: [{ role: 'button', name: 'Order', on: { goto: 'done' } }] },
    done: { title: 'Thanks', controls: [{ role: 'heading', name: 'Thank you' }] },
  },
});
export const orderingBrain = {
  host: assignThenFinish,
  app: [
    say('PENDING', { Questions: ['Which colour?'], Thought: 'The colour is missing.' }),
    click('Order', 'CONFIRM'),
    say('FINISH', { Result: 'ordered' }),
  ],
} as const;
