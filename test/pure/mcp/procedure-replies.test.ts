import { expect, test } from '@jest/globals';
import { brief } from '../../../src/mcp/procedure-tools.js';

const options = [{ id: 'yes', label: 'Go on' }];
const answer = { call: 'respond_to_checkpoint', checkpoint_id: 'ship', name: 'Ship', description: '' } as const;
const blocked = [{ action: { call: 'complete_step', name: 'x', description: '' }, code: 'STEP_OUT_OF_ORDER', reason: '' }] as const;
const checkpoint = { id: 'ship', name: 'Ship', message: '', options, answeredBy: 'agent' } as const;
const reply = { success: true, position: { workflow: 'w', activity: 'a', checkpoint }, message: '', state: 'nav1.x' } as const;

test("P70: a checkpoint's offer has its options, and what is blocked is left to get_available_actions", () => {
  expect(brief({ ...reply, actions: { required: [answer], optional: [], blocked } })).toMatchObject({
    actions: { required: [{ ...answer, options }], optional: [] },
  });
  expect(brief({ ...reply, actions: { required: [answer], optional: [], blocked } })).not.toHaveProperty('actions.blocked');
  expect(brief({ ...reply, actions: { required: [], optional: [], blocked } })).toHaveProperty('actions.blocked', blocked);
});
