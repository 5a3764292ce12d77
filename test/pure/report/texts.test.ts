import { junitReport, markdownReport, summaryOf } from '../../../src/domain/report/markdown.js';
import { sampleCard, sampleReport } from '../../support/sample-report.js';

const hostile = '</details><img src=x onerror=alert(1)> | [x](javascript:alert(1)) @everyone\n# top `code`';

test('EV7: Markdown has the summary and a row for each step', () => {
  const text = markdownReport(sampleReport());
  expect(text).toContain('## Order a kettle');
  expect(text).toContain('- Completed on 2026-11-26 at 10:01 UTC: Ordered.');
  expect(text).toContain('| app-1 1 | 10:00:05 | Click “Order” | CONTINUE |');
});

test('EV7: what a page or a model wrote leaves its place in Markdown nowhere', () => {
  const card = sampleCard({ title: hostile, agent: hostile });
  const text = markdownReport(
    sampleReport({ cards: [card], head: { ...sampleReport().head, request: hostile, result: hostile }, missing: [hostile] }),
  );
  expect(text).not.toMatch(/<img|<\/details>.*<\/details>|(?<!\\)\]\(javascript|@everyone/s);
  expect(text.split('\n').filter((line) => line.startsWith('# '))).toEqual([]);
});

const check = (verdict: 'pass' | 'warn' | 'fail', reason = '') => ({ node: 'Order', name: 'one order', verdict, reason });

test.each([
  ['checks', sampleReport({ checks: [check('pass'), check('fail', 'two')] }), 2, 1],
  ['a completed run without checks', sampleReport(), 1, 0],
  ['a failed run', sampleReport({ head: { ...sampleReport().head, outcome: 'failed', message: 'no' } }), 1, 1],
  ['a failed run with checks', sampleReport({ checks: [check('pass')], head: { ...sampleReport().head, outcome: 'failed' } }), 2, 1],
])('EV7: JUnit of %s', (_, report, tests, failures) => {
  const text = junitReport(report);
  expect(text).toContain(`<testsuites tests="${tests}" failures="${failures}"`);
  expect(text.match(/<testcase /g)).toHaveLength(tests);
});

test('EV7: JUnit is XML whatever a page wrote', () => {
  const text = junitReport(sampleReport({ checks: [check('fail', `"'<&>\u0000\ud800\u202e${hostile}`)] }));
  expect(text).not.toContain('\u0000');
  expect(text).not.toContain('<img');
  expect(text).toContain('&quot;');
});

test('EV8: the summary of a run that goes on says since when and who is waited for', () => {
  const { outcome: _, ended: __, ...head } = sampleReport().head;
  const ask = {
    id: 'c1',
    kind: 'approval' as const,
    text: 'deletes something',
    actions: [],
    values: [],
    state: 'waiting' as const,
    events: [],
  };
  const lines = summaryOf(sampleReport({ head: { ...head, state: 'CONFIRM', result: '' }, asks: [ask] }));
  expect(lines).toContain('Confirm; it was started on 2026-11-26 at 10:00 UTC.');
  expect(lines).toContain('Approval (deletes something): it waits for a person.');
});

test('EV8: the summary cuts what people and models wrote, and keeps who decided', () => {
  const long = 'very '.repeat(200);
  const ask = {
    id: 'q1',
    kind: 'question' as const,
    text: long,
    actions: [],
    values: [],
    events: [],
    answeredAt: '2026-11-26T10:00:20.000Z',
  };
  const answered = { ...ask, state: 'answered' as const, by: 'Ann', answer: long };
  const lines = summaryOf(sampleReport({ head: { ...sampleReport().head, result: long }, asks: [answered] }));
  for (const line of lines) expect(line.length).toBeLessThan(600);
  expect(lines[1]).toContain('answered by Ann');
});
