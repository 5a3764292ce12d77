import { duration } from '../../../src/domain/report/iso-time.js';
import { ago, renderTable } from '../../../src/cli/output.js';
import { clip, shellQuote } from '../../../src/client/text.js';
import { createTerminalDouble } from './terminal-double.js';

test('a table has aligned columns without borders, readable in a pipe', () => {
  const { terminal } = createTerminalDouble();
  expect(
    renderTable(
      terminal,
      ['run', 'state'],
      [
        ['agent-1', 'RUNNING'],
        ['a', 'FAILED'],
      ],
    ),
  ).toBe('run      state\nagent-1  RUNNING\na        FAILED');
});

test('text is cut to one line of the given length', () => {
  expect(clip('one\n  two three', 8)).toBe('one two…');
  expect(clip('short', 8)).toBe('short');
});

test.each([
  [30, 'just now'],
  [60 * 5, '5 min ago'],
  [3600 * 3, '3 h ago'],
  [86_400 * 3, '3 days ago'],
])('%i seconds back reads %s', (seconds, text) => {
  const now = new Date('2026-01-10T00:00:00Z');
  expect(ago(new Date(now.getTime() - seconds * 1_000), now)).toBe(text);
});

test.each([
  [850, '850 ms'],
  [12_345, '12 s'],
  [245_000, '4 min 5 s'],
  [7_800_000, '2 h 10 min'],
])('%i ms reads %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('words are quoted for a shell only if necessary', () => {
  expect(['agent-1/app-2', 'two words', "it's", '$HOME'].map(shellQuote)).toEqual([
    'agent-1/app-2',
    "'two words'",
    `'it'\\''s'`,
    "'$HOME'",
  ]);
});
