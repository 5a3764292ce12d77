// A report for pull requests and tickets. Text of pages, models and persons cannot leave its place: it becomes one line, escaped.
import { oneLine } from '../flow/one-line.js';
import { summaryOf } from './summary.js';
import type { Report, ReportCard, ReportHold } from './report.schema.js';

const longestText = 300;
const mostCards = 200;

export function markdownReport(report: Report): string {
  const { run, head, cards, checks, holds, missing, recoveries } = report;
  const shown = cards.slice(0, mostCards);
  return [
    `## ${plain(head.request === '' ? run : head.request)}`,
    '',
    `\`${run.replaceAll('`', '')}\` · **${plain(head.outcome ?? head.state)}**${head.ui === undefined ? '' : ` · [Temporal](${head.ui})`}`,
    '',
    ...summaryOf(report).map((line) => `- ${plain(line)}`),
    ...(checks.length === 0
      ? []
      : [
          '',
          '| check | verdict | reason |',
          '| --- | --- | --- |',
          ...checks.map(({ name, verdict, reason }) => row([name, verdict, reason])),
        ]),
    ...(recoveries.length === 0
      ? []
      : [
          '',
          '### Recoveries',
          '',
          ...recoveries.map(
            ({ at, work, said }) =>
              `- ${at.slice(11, 19)} ${plain(work)}: ${plain(said.map(({ who, text }) => `${who}: ${text}`).join('; '))}`,
          ),
        ]),
    ...holds.flatMap(holdLines),
    '',
    `<details><summary>${cards.length} steps</summary>`,
    '',
    '| | time | step | outcome |',
    '| --- | --- | --- | --- |',
    ...shown.map(cardRow),
    ...(cards.length > shown.length ? [`| | | … and ${cards.length - shown.length} more | |`] : []),
    '',
    '</details>',
    ...missing.map((line) => `\n> ${plain(line)}`),
    '',
  ].join('\n');
}

function holdLines({ by, reason, from, to, acts }: ReportHold): readonly string[] {
  const when = `${from.slice(11, 19)} to ${to === undefined ? 'now' : to.slice(11, 19)}`;
  return [
    '',
    `### By hand: ${plain(by)}, ${when}${reason === '' ? '' : ` (${plain(reason)})`}`,
    '',
    ...acts.map(({ at, text, outcome, message, approved }) => {
      const more = [outcome ?? 'not known', message, approved === undefined ? undefined : `approved thereby: ${approved}`];
      return `- ${at.slice(11, 19)} ${plain(text)}: ${plain(more.filter((part) => part !== undefined).join(', '))}`;
    }),
    ...(acts.length === 0 ? ['Nothing was done.'] : []),
  ];
}

function cardRow({ agent, number, at, title, actions, status, flags }: ReportCard): string {
  const outcomes = actions.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]));
  return row([
    `${agent} ${number}`,
    at.slice(11, 19),
    title,
    [outcomes.join(', ') || status, ...flags].filter((word) => word !== '').join(', '),
  ]);
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(plain).join(' | ')} |`;
}

/** Also for renderers that take HTML. */
function plain(text: string): string {
  return oneLine(text, longestText)
    .replace(/[\\`*_{}[\]()#|!~]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200b');
}
