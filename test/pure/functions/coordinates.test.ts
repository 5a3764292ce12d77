import { expect, test } from '@jest/globals';
import { decideAction, withActivation } from '../../../src/activities/agent/decide-action.js';
import { defaultGuardRules, guardAction } from '../../../src/domain/guard/guard.js';
import { createJudgement } from '../../../src/domain/guard/judge.js';
import type { LabelledControl } from '../../../src/domain/ui/control-list.js';
import { lexicon } from '../../support/lexicon.js';

const control = (label: string, name: string, x: number, y: number): LabelledControl => ({
  id: label,
  label,
  role: 'button',
  name,
  bounds: { x, y, width: 100, height: 40 },
  enabled: true,
  visible: true,
  interactive: true,
  path: `main/${label}`,
  source: 'tree',
});

const controls = [control('1', 'Search', 0, 0), control('2', 'Delete', 500, 400)];
const screen = { width: 1_000, height: 800 };
const guard = { origins: [], apps: [], rules: defaultGuardRules, off: false };

function clickAt(x: number, y: number) {
  const action = decideAction({ Function: 'click_on_coordinates', Args: { x, y }, ControlLabel: '' }, controls, {
    agent: 'app',
    status: 'CONTINUE',
    screen,
  });
  if (!action) throw new Error('no action');
  return action;
}

test.each([
  ['on the button that deletes', 0.55, 0.52, 'Delete', 'confirm'],
  ['on the button beside it', 0.05, 0.02, 'Search', 'allow'],
  ['on nothing', 0.9, 0.9, undefined, 'allow'],
])('A72: a click at coordinates is judged by the control under it: %s', (_where, x, y, name, verdict) => {
  const action = clickAt(x, y);
  expect(action.target?.name).toBe(name);
  expect(action.run).toMatchObject({ kind: 'device', action: { target: { point: { x, y } } } });
  expect(guardAction(guard, withActivation(action, createJudgement({ controls, size: screen }, lexicon))).verdict).toBe(verdict);
});
