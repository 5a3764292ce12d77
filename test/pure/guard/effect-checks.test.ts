// HP22: which checks an action has, by the rules of the guard and of the run.
import { expect, test } from '@jest/globals';
import { effectChecksOf, narrowGuard, type Guard, type GuardedAction } from '../../../src/domain/guard/guard.js';

const ours = { check: 'orders' };
const theirs = { check: 'stock', with: { item: 'pen' } };
const guard = (more: Partial<Guard> = {}): Guard => ({ origins: [], apps: [], rules: [], off: false, ...more });
const rule = { reason: 'orders', words: ['order'], effectCheck: ours };
const press: NonNullable<GuardedAction['run']> = {
  kind: 'device',
  action: { type: 'click', target: { point: { x: 0, y: 0 }, unit: 'px' }, button: 'left', clickCount: 1 },
};
const click = (name: string, more: Partial<GuardedAction> = {}): GuardedAction => ({
  function: 'click_input',
  args: {},
  effect: 'input',
  target: { role: 'button', name },
  run: press,
  ...more,
});

test.each<[string, Guard, GuardedAction, readonly object[]]>([
  ['of a rule that matches', guard({ rules: [rule] }), click('Place order'), [ours]],
  ['of none that does not', guard({ rules: [rule] }), click('Reorder columns'), []],
  ['of a rule without one', guard({ rules: [{ reason: 'x', words: ['order'] }] }), click('Place order'), []],
  ['of the run, which holds nothing', guard({ checks: [{ effectCheck: theirs }] }), click('Anything'), [theirs]],
  [
    'of both, each once',
    guard({ rules: [rule, rule], checks: [{ effectCheck: theirs, roles: ['button'] }] }),
    click('Order'),
    [ours, theirs],
  ],
  [
    'of the run alone where the guard is off',
    guard({ off: true, rules: [rule], checks: [{ effectCheck: theirs }] }),
    click('Order'),
    [theirs],
  ],
  [
    'of what Enter would press',
    guard({ rules: [rule] }),
    click('Name', { activation: { version: 1, risks: [], presses: [{ role: 'button', name: 'Place order' }] } }),
    [ours],
  ],
  ['of a name in disguise', guard({ rules: [rule] }), click('Place 𝗼𝗿𝗱𝗲𝗿'), [ours]],
  ['of no look', guard({ checks: [{ effectCheck: theirs }] }), click('Order', { effect: 'read' }), []],
  [
    'of nothing that is not done on a device',
    guard({ checks: [{ effectCheck: theirs }] }),
    click('Order', { run: { kind: 'wait', seconds: 1 } }),
    [],
  ],
])('HP22: an action has the checks %s', (_, of, action, expected) => {
  expect(effectChecksOf(of, action)).toEqual(expected);
});

test('HP22: the checks of a run come beside those before', () => {
  const outer = guard({ checks: [{ effectCheck: ours }] });
  expect(narrowGuard(outer, { checks: [{ effectCheck: theirs }] }).checks).toEqual([{ effectCheck: ours }, { effectCheck: theirs }]);
  expect(narrowGuard(guard(), {})).toMatchObject({ checks: undefined });
});
