// FL22: a provider's pending safety checks become CONFIRM.
import * as c from './cases.js';

const checks = [{ id: 'sc_1', code: 'sensitive_domain', message: 'This is a bank.' }];
const checked = c.click('Save', { checks, status: 'CONFIRM' });
const turn = c.anyRef('b');
const ready = (start: c.Start = {}) => c.app(c.startApp(start), c.observed());
const asked = (start: c.Start = {}) => c.app(ready(start), c.decided('CONTINUE', [checked, c.click('Next')], { turn }));
const yes = { type: 'confirmed', approved: true, note: '' } as const;
const no = { type: 'confirmed', approved: false, note: '' } as const;

test.each<[string, c.Start]>([
  ['as usual', {}],
  ['also where the model may not ask', { settings: { safeGuard: false } }],
  ['also where the guard is off', { guard: { ...c.openGuard, off: true } }],
])('FL22: a person is asked with the words of the provider, %s', (_when, start) => {
  const state = asked(start);
  expect(state.status).toBe('CONFIRM');
  expect(state.next).toMatchObject({
    type: 'ask',
    ask: {
      kind: 'confirmation',
      reason:
        "the model's provider asks: sensitive_domain: This is a bank.; of the same call, and not run with it: " + 'click_input "Next" [1]',
      remembering: { not: expect.any(String) },
    },
  });
  expect(state.turn).toEqual({ reply: turn, approved: false });
});

test('FL22: what is approved runs once and ends the batch, and only then the provider may be told', () => {
  const approved = c.app(asked(), yes);
  expect(approved.turn).toEqual({ reply: turn, approved: true });
  const again = c.app(approved, c.observed(5, c.fitting(c.ref('Save', '7'))));
  expect(again.next).toMatchObject({ type: 'perform', actions: [{ target: { label: '7' } }] });
  const after = c.app(again, c.performed(c.done));
  expect(after).toMatchObject({ status: 'CONTINUE', next: { type: 'decide' }, turn: { approved: true } });
  expect(after.memory.at(-1)?.result).toContain('skipped');
});

test('FL22: what is rejected does not run, and is never acknowledged', () => {
  expect(c.app(asked(), no)).toMatchObject({ status: 'FINISH', result: { userConfirm: 'No' }, turn: { approved: false } });
  expect(c.app(asked(), { type: 'timed-out' })).toMatchObject({ status: 'FINISH', turn: { approved: false } });
});

test('FL22: the guard refuses first, and gives its own reason beside the provider’s', () => {
  const out = { ...c.navigate('http://evil.test'), checks };
  expect(c.app(ready(), c.decided('CONTINUE', [out], { turn })).status).toBe('CONTINUE');
  const rule = { reason: 'saves something', words: ['save'] };
  const state = asked({ guard: { ...c.openGuard, rules: [rule] } });
  expect(state.next).toMatchObject({ ask: { reason: expect.stringMatching(/^saves something; the model's provider asks: /) } });
});

test('FL22: an approval of the guard’s own acknowledges nothing', () => {
  const rule = { reason: 'saves something', words: ['save'] };
  const state = c.app(ready({ guard: { ...c.openGuard, rules: [rule] } }), c.decided('CONTINUE', [c.click('Save')], { turn }), yes);
  expect(state.turn).toEqual({ reply: turn, approved: false });
});

test('FL22: the turn of a decision takes the place of the one before', () => {
  const next = c.app(ready(), c.decided('CONTINUE', [], { turn }), c.observed(), c.decided('CONTINUE', [], { turn: c.anyRef('d') }));
  expect(next.turn).toEqual({ reply: c.anyRef('d'), approved: false });
  expect(c.app(next, c.observed(), c.decided('CONTINUE')).turn).toBeUndefined();
});
