import { expect, test } from '@jest/globals';
import { brief } from '../../../src/mcp/procedure-tools.js';

const options = [{ id: 'yes', label: 'Go on' }];
const answer = { call: 'respond_to_checkpoint', checkpoint_id: 'ship', name: 'Ship', description: 'Ready?' } as const;
const blocked = [{ action: { call: 'complete_step', name: 'x', description: '' }, code: 'STEP_OUT_OF_ORDER', reason: '' }] as const;
const checkpoint = { id: 'ship', name: 'Ship', message: 'Ready?', options, answeredBy: 'agent' } as const;
const reply = { success: true, position: { workflow: 'w', activity: 'a', checkpoint }, message: '', state: 'nav1.x' } as const;

test("P70: a checkpoint's offer has its options, each text stands once, and what is blocked is a count", () => {
  const told = brief({ ...reply, actions: { required: [answer], optional: [], blocked } });
  expect(told).toMatchObject({
    position: { checkpoint: { id: 'ship', name: 'Ship', message: 'Ready?' } },
    actions: { required: [{ call: 'respond_to_checkpoint', checkpoint_id: 'ship', options }], optional: [], blocked: 1 },
  });
  for (const text of ['Ready?', 'Go on']) expect(JSON.stringify(told).split(text)).toHaveLength(2);
});

test('P70: of a checkpoint that somebody else answers the options stand with the position', () => {
  expect(brief({ ...reply, actions: { required: [], optional: [], blocked } })).toMatchObject({
    position: { checkpoint: { options } },
    actions: { required: [], blocked: 1 },
  });
});

test('P70: an offer names the variables that matter now; how many more may be reported is a count', () => {
  const step = { call: 'complete_step', step_id: 's', name: 'S', description: '' } as const;
  const offer = { ...step, outputs: { near: 'boolean', far: 'any' }, related: ['near'] } as const;
  const offersOf = (...offers: (typeof step)[]) => brief({ ...reply, actions: { required: offers, optional: [], blocked: [] } });
  expect(offersOf(offer)).toMatchObject({ actions: { required: [{ ...step, outputs: { near: 'boolean' }, more_outputs: 1 }] } });
  expect(JSON.stringify(offersOf({ ...offer, related: ['near', 'far'] } as typeof step))).not.toMatch(/more_outputs|related/);
});
