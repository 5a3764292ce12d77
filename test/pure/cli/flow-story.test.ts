import { expect, test } from '@jest/globals';
import { renderPath, renderStory } from '../../../src/cli/flow-story.js';
import type { RecordedEvent, RecordedVisit } from '../../../src/domain/flow/recorded-flow.js';
import { createContextDouble } from './context-double.js';

const { context } = createContextDouble();
const event = (seq: number, type: string, payload: RecordedEvent['payload'] = {}): RecordedEvent => ({
  seq,
  timestamp: '2026-02-03T14:05:06.000Z',
  type,
  payload,
});
const visit = (name: string, seq: number, more: Partial<RecordedVisit> = {}): RecordedVisit => ({
  node: { id: name, name, visit: 1 },
  status: 'ok',
  attempts: 1,
  events: [event(seq, 'node_started')],
  artifacts: [],
  pictures: [],
  verdicts: [],
  ...more,
});
const linesOf = (events: readonly RecordedEvent[], visits: readonly RecordedVisit[] = []): readonly string[] =>
  renderStory(context, { events, visits })
    .join('\n')
    .split('\n')
    .filter((line) => line !== '');

test('F236: decisions of the run stand between the visits, in order', () => {
  const events = [
    event(1, 'workflow_started'),
    event(2, 'loop_iteration', { node: 'Until paid', iteration: 1, max_iterations: 1 }),
    event(5, 'loop_exited', { node: 'Until paid', reason: 'max_iterations', iterations: 1 }),
    event(6, 'warning', { node: 'Until paid', message: 'the loop ended after 1 iterations without its exit condition' }),
    event(7, 'branch_evaluated', { node: 'Paid?', branch: 'IfFalse', value: false }),
    event(10, 'warning', { node: 'Which', message: 'no case matched' }),
    event(11, 'warning', { message: 'of the run' }),
    event(12, 'workflow_completed', { outcome: 'completed' }),
    event(13, 'of a later version'),
  ];
  const failed = visit('Tell', 8, { status: 'failed', error: 'tool-error: no' });
  expect(linesOf(events, [visit('Pay', 3), failed])).toEqual([
    '↻ Until paid 1/1',
    '✔ Pay',
    '↻ Until paid left after 1: max_iterations',
    '! Until paid: the loop ended after 1 iterations without its exit condition',
    '◆ Paid? → IfFalse',
    '✖ Tell',
    '    tool-error: no',
    '! Which: no case matched',
    '! of the run',
  ]);
});

test('F236: many rounds are a few lines and a count; a branch taken once among them stays visible', () => {
  const rounds = Array.from({ length: 1_000 }, (_, index) => [
    event(index * 2, 'loop_iteration', { node: 'Loop', iteration: index + 1, max_iterations: 1_000 }),
    event(index * 2 + 1, 'branch_evaluated', { node: 'There?', branch: index === 500 ? 'IfTrue' : 'IfFalse' }),
  ]).flat();
  expect(linesOf(rounds)).toEqual([
    ...[1, 2, 3].flatMap((round) => [`↻ Loop ${round}/1000`, '◆ There? → IfFalse']),
    '  … 996 more like ↻ Loop 4/1000',
    '  … 995 more like ◆ There? → IfFalse',
    '◆ There? → IfTrue',
    '↻ Loop 1000/1000',
    '◆ There? → IfFalse',
  ]);
});

test.each([
  [4, 4],
  [5, 5],
  [6, 5],
])('F236: %i equal visits are %i lines: a count never replaces a single one', (alike, lines) => {
  const events = Array.from({ length: alike }, (_, seq) => event(seq, 'warning', { message: 'again' }));
  expect(linesOf(events)).toHaveLength(lines);
});

test('F236: a long path shows its end and the number of earlier visits', () => {
  expect(renderPath({ visited: ['a', 'b'], visits: 2 })).toBe('a → b');
  const visited = Array.from({ length: 200 }, (_, index) => `n${index}`);
  expect(renderPath({ visited, visits: 5_000 })).toMatch(/^… 4940 before → n140 → .* → n199$/);
});
