// EV8: a stranger reads the example reports, which are real runs, and nothing else.
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { typedAt } from '../../../scripts/demo/member.mjs';
import type { ReportPageData } from '../../../src/domain/report/page-data.js';
import { reportSchema } from '../../../src/domain/report/report.schema.js';

const pathOf = (name: string): string => fileURLToPath(new URL(`../../../docs/examples/${name}.html`, import.meta.url));

function readExample(name: string): ReportPageData {
  const page = readFileSync(pathOf(name), 'utf8');
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as ReportPageData;
}

test.each(['killed', 'rejected', 'held'])(
  'EV7, EV8: docs/examples/%s.html has a report by its schema, names no machine, and is below 1 MB',
  (name) => {
    expect(() => reportSchema.parse(readExample(name).report)).not.toThrow();
    expect(statSync(pathOf(name)).size).toBeLessThan(1_000_000);
    expect(readFileSync(pathOf(name), 'utf8')).not.toMatch(/\/(work|home|root)\/\w/);
  },
);

test('EV8: from the file alone: what was asked, when the worker was killed, whether the order was sent, who approved it, what it cost', () => {
  const { report, summary } = readExample('killed');
  const told = summary.join('\n');
  expect(report.head.request).toBe('Order two blue notebooks for Ada Lovelace');
  expect(told).toMatch(
    /The worker on host \S+ was killed between \d\d:\d\d:\d\d and \d\d:\d\d:\d\d UTC, while at perform-\d+ \(Click “Place order”/,
  );
  expect(told).toContain('it was sent, and happened, exactly once');
  expect(told).toContain('approved by Grace Hopper');
  expect(told).toMatch(/cost: \$0\.\d\d\./);
  expect(report.cards.find(({ title }) => title === 'Click “Place order”')?.actions).toMatchObject([{ outcome: 'done' }]);
  // Also of the call that was lost.
  expect(report.cards.find(({ title }) => title === 'Click “Place order”')?.frames).toHaveLength(1);
});

test('EV8: the rejected order was not sent, and the file says who refused it and why', () => {
  const { report, summary } = readExample('rejected');
  expect(summary.join('\n')).toContain('rejected by Grace Hopper');
  expect(summary.join('\n')).toContain('Not this month: the budget is spent.');
  expect(
    report.cards.flatMap(({ actions }) => actions).filter(({ text, outcome }) => text.includes('Place order') && outcome === 'done'),
  ).toEqual([]);
});

test('EV8: from the file alone: who had taken over, why, when, what they did, how it went on, and that what was typed stands nowhere', () => {
  const { report, summary, pictures } = readExample('held');
  const told = summary.join('\n');
  expect(told).toMatch(
    /By hand: Katherine Johnson held the run from \d\d:\d\d:\d\d to \d\d:\d\d:\d\d UTC \(the shop wants a password and a code\)\. They did: click “Password” \(password\), type a text \(hidden\)/,
  );
  expect(told).toContain('What was typed stands nowhere. It was handed back: Signed in with the code from my phone.');
  expect(report.holds).toMatchObject([{ state: 'handed-back', acts: [{}, { text: 'type a text (hidden)' }, {}, {}, { outcome: 'done' }] }]);
  expect(report.asks).toMatchObject([
    { kind: 'question', needsHands: true, state: 'answered', by: 'Katherine Johnson' },
    { kind: 'question', state: 'answered', answer: 'Friday' },
    { kind: 'approval', state: 'approved', by: 'Katherine Johnson' },
  ]);
  const acts = report.cards.filter(({ kind }) => kind === 'act');
  expect(acts).toHaveLength(5);
  for (const { pictures: shown } of acts) expect(Object.keys(pictures)).toEqual(expect.arrayContaining([shown.before, shown.after]));
  expect(report.head.duration?.people).toBeGreaterThanOrEqual(report.holds[0]?.heldMs ?? Infinity);
  const page = readFileSync(pathOf('held'), 'utf8');
  const [hold] = report.holds;
  const halfMinutes = [hold?.from, hold?.to].map((at) => Date.parse(at ?? ''));
  for (const at of halfMinutes) for (const typed of Object.values(typedAt(at))) expect(page).not.toContain(typed);
  expect(page).not.toContain('sealed:h1');
});
