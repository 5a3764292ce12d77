// What the demo prints of each step.
import { describe, expect, test } from '@jest/globals';
import { stepLines, whatOf } from '../../../scripts/demo/step-lines.mjs';
import type { Step } from '../../../src/client/steps.js';

const step: Step = {
  key: 'agent-1/app-1#000004',
  agent: 'agent-1/app-1',
  step: 4,
  at: '2026-01-01T00:00:00.000Z',
  subtask: '',
  thought: '',
  status: '',
  actions: [],
  comment: '',
  result: '',
  questions: [],
  notes: [],
  failures: [],
  recovery: [],
  screenshots: {},
  ms: 0,
  complete: true,
};

test('a step is a line with what was done and how it ended, below what happened before it', () => {
  const actions = [{ text: 'click_input "Buy" [5]', outcome: 'done' }];
  const [note, line] = stepLines({ ...step, status: 'CONTINUE', actions, notes: ['approved by a person'] });
  expect(note).toContain('approved by a person');
  expect(line).toBe('  4  app-1  CONTINUE   click_input "Buy" [5] → done');
});

describe('a step that was not decided is no empty line', () => {
  test('after a worker died in an approved action it says what was found', () => {
    const recovery = ['10:21:30 perform-3: its host fell silent', '10:21:31 perform-3: the journal has its outcome'];
    expect(whatOf({ ...step, recovery })).toBe('10:21:31 perform-3: the journal has its outcome');
  });

  test('otherwise it says that the agent looks', () => {
    expect(whatOf(step)).toBe('looks at the screen');
  });
});
