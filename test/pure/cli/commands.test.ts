import { answersFor, renderEntry } from '../../../src/cli/commands/people.js';
import { collectedText, parseAge } from '../../../src/cli/commands/gc.js';
import { collectReferences } from '../../../src/client/collect-artifacts.js';
import { renderChecks } from '../../../src/cli/commands/doctor.js';
import { checkNode } from '../../../src/cli/doctor/devices.js';
import { fail, ok } from '../../../src/cli/doctor/check.js';
import type { QuestionRequest } from '../../../src/domain/human/requests.js';
import type { ArtifactRef } from '../../../src/domain/ui/observation.js';
import { createContextDouble } from './context-double.js';
import { createTerminalDouble } from './terminal-double.js';

function asks(...questions: readonly string[]): QuestionRequest {
  return { requestId: 'q1', requestedAt: '2026-01-01T00:00:00.000Z', kind: 'question', questions };
}

const command = 'steadyhand answer agent-1 "…"';

describe('answer', () => {
  test('unquoted words are one answer to the only question', async () => {
    expect(await answersFor(createContextDouble().context, asks('Where to?'), ['12', 'Harbour', 'Street'], command)).toEqual([
      '12 Harbour Street',
    ]);
  });

  test('several questions take one text each, in order', async () => {
    const { context } = createContextDouble();
    expect(await answersFor(context, asks('Colour?', 'Size?'), ['red', 'large'], command)).toEqual(['red', 'large']);
    await expect(answersFor(context, asks('Colour?', 'Size?'), ['red'], command)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('2 questions are asked, but 1 answer is given'),
    });
  });

  test('without a text the terminal asks each question, and without a terminal the command is printed', async () => {
    const { context, asked } = createContextDouble({ interactive: true, answers: ['red', 'large'] });
    expect(await answersFor(context, asks('Colour?', 'Size?'), [], command)).toEqual(['red', 'large']);
    expect(asked).toEqual(['Colour?\n> ', 'Size?\n> ']);
    await expect(answersFor(createContextDouble().context, asks('Colour?'), [], command)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(command),
    });
  });
});

test('the inbox shows who asks, since when, what, and the command that answers', () => {
  const { terminal } = createTerminalDouble();
  const request = { ...asks('Colour?'), requestId: `app-1.q1-${'7'.repeat(26)}` };
  const entry = { asker: 'agent-1/app-1', run: 'agent-1', state: 'PENDING', request, command } as const;
  expect(renderEntry(terminal, entry, new Date('2026-01-01T00:05:00Z'))).toBe(
    `PENDING agent-1/app-1 of agent-1 app-1.q1 5 min ago\n  Colour?\n  ${command}`,
  );
});

test.each([
  ['90m', 5_400_000],
  ['12h', 43_200_000],
  ['30d', 2_592_000_000],
])('the age %s is %i ms', (age, ms) => {
  expect(parseAge(age)).toBe(ms);
});

test.each([
  [{ removed: 1, bytes: 3_400_000, left: 7, leftBytes: 900_000_000 }, undefined, 'Removed 1 artifact, 3.4 MB; 7 are left, 900.0 MB.'],
  [{ removed: 12, bytes: 3_400_000, left: 0, leftBytes: 0 }, 1_000, 'Removed 12 artifacts, 3.4 MB; 0 are left, 0.0 KB.'],
  [
    { removed: 0, bytes: 0, left: 7, leftBytes: 2_500_000_000 },
    2_000_000_000,
    'Removed 0 artifacts, 0.0 KB; 7 are left, 2.5 GB.\nThat is more than 2.0 GB: the rest is in use by open runs, schedules, flows of the library or their records, or was stored within the last hour.',
  ],
])('FL6: gc says what it removed, what is left, and why it is still too much', (collected, maxSize, text) => {
  expect(collectedText(collected, { dryRun: false, maxSize })).toBe(text);
});

test('gc finds every reference in a record, however deep', () => {
  const found = new Set<ArtifactRef>();
  const [a, b] = ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`);
  collectReferences([{ data: { refs: { prompt: a }, list: [`see ${b}`] } }, 'sha256:short', undefined], found);
  collectReferences(undefined, found);
  expect([...found]).toEqual([a, b]);
});

test('doctor says what is wrong and what to do about it', () => {
  const { terminal } = createTerminalDouble();
  expect(renderChecks(terminal, [ok('Node', '22.1.0'), fail('Worker', 'none', 'start one')])).toBe(
    '✔ Node    22.1.0\n✖ Worker  none\n          → start one',
  );
});

test.each([
  ['20.18.3', 'fail'],
  ['20.19.0', 'ok'],
  ['22.1.0', 'ok'],
])('Node %s is %s', (version, status) => {
  expect(checkNode(version).status).toBe(status);
});
