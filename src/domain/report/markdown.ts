// A report for pull requests and tickets. Text of pages, models and persons cannot leave its place: it becomes one line, escaped.
import { oneLine } from '../flow/one-line.js';
import type { Ask, Kill, Report, ReportCard, ReportHold, ReportRecovery } from './report.schema.js';
import { personWords } from '../action/actions.js';
import { askLine } from './assemble.js';
import { capital } from '../checks/read-stored.js';
import { shortHost } from './losses.js';
import { holdEnd } from './holds.js';
import { byTime, clock, isoMs } from './iso-time.js';

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
            ({ at, work, said }) => `- ${clock(at)} ${plain(work)}: ${plain(said.map(({ who, text }) => `${who}: ${text}`).join('; '))}`,
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
  const when = `${clock(from)} to ${to === undefined ? 'now' : clock(to)}`;
  return [
    '',
    `### By hand: ${plain(by)}, ${when}${reason === '' ? '' : ` (${plain(reason)})`}`,
    '',
    ...acts.map(({ at, text, outcome, message, approved }) => {
      const more = [outcome ?? 'not known', message, approved === undefined ? undefined : `approved thereby: ${approved}`];
      return `- ${clock(at)} ${plain(text)}: ${plain(more.filter((part) => part !== undefined).join(', '))}`;
    }),
    ...(acts.length === 0 ? ['Nothing was done.'] : []),
  ];
}

function cardRow({ agent, number, at, title, actions, status, flags }: ReportCard): string {
  const outcomes = actions.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]));
  return row([`${agent} ${number}`, clock(at), title, [outcomes.join(', ') || status, ...flags].filter((word) => word !== '').join(', ')]);
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

// A report in a few sentences, for a stranger: what was asked, what came of it, who was lost and what that did, who decided, what it cost.

const typedNowhere = personWords.text.words({ type: 'text', sealed: '' }, '');

/** Characters of what somebody wrote; in full it stands below. */
const longestPart = 240;
const mostActs = 12;

export function summaryOf(report: Report): readonly string[] {
  const { asks, holds, kills, recoveries, head } = report;
  return [
    outcomeLine(report),
    ...kills.map((kill) => killLine(kill, recoveries)),
    ...inOrder([
      ...asks.map((ask) => [ask.requestedAt ?? ask.answeredAt ?? '', decisionLine(ask)] as const),
      ...holds.map((hold) => [hold.from, holdLine(hold)] as const),
    ]),
    ...(head.unknownOutcomes > 0
      ? [
          `${head.unknownOutcomes} ${head.unknownOutcomes === 1 ? 'action has an' : 'actions have an'} unknown outcome: nobody can say whether it happened, and it was not sent again.`,
        ]
      : []),
    costLine(report),
  ];
}

function inOrder(lines: readonly (readonly [at: string, line: string])[]): readonly string[] {
  return lines.toSorted(([a], [b]) => byTime(a, b)).map(([, line]) => line);
}

function outcomeLine({ head: { state, outcome, message, result, started, ended } }: Report): string {
  const word = outcome ?? state.toLowerCase();
  const when = ended === undefined ? (started === undefined ? '' : `; it was started on ${minute(started)}`) : ` on ${minute(ended)}`;
  const said = [message, result].find((text) => text !== undefined && text !== '');
  return `${capital(word)}${when}${said === undefined ? '.' : `: ${endSentence(cut(said))}`}`;
}

function killLine({ kind, before, after, host, lost, events }: Kill, recoveries: readonly ReportRecovery[]): string {
  const ids = new Set(events.map((event) => `${event.execution} ${event.id}`));
  const own = recoveries.filter((recovery) => recovery.events.some((event) => ids.has(`${event.execution} ${event.id}`)));
  const work = cut(lost.filter((name) => name !== 'leaseDevice').join(', ')) || 'holding the device';
  const what = kind === 'kill' ? 'was killed' : 'fell silent';
  const then = own.flatMap(({ said }) => said.filter(({ who }) => who !== 'Temporal').map(({ text }) => text));
  const once = own.some(({ outcome }) => outcome === 'done') ? ' So it was sent, and happened, exactly once.' : '';
  return `The worker on host ${shortHost(host)} ${what} between ${clock(after)} and ${clock(before)} UTC, while at ${work}.${then.length === 0 ? '' : ` ${capital(endSentence(cut(then.join('; '))))}${once}`}`;
}

function decisionLine(ask: Ask): string {
  const { kind, text, actions, answeredAt, state } = ask;
  const about = cut([text.replace(/\.$/, ''), ...actions].filter((part) => part !== '').join(', '));
  const what = kind === 'question' ? 'Question' : kind === 'approval' ? 'Approval' : 'Checkpoint';
  if (state === 'waiting') return `${what} (${about}): it waits for a person.`;
  return `${what} (${about}): ${endSentence(lowered(cut(askLine(ask))))}${answeredAt === undefined ? '' : ` At ${clock(answeredAt)} UTC.`}`;
}

function holdLine(hold: ReportHold): string {
  const { by, reason, from, to, acts } = hold;
  const when = to === undefined ? `has held the run since ${clock(from)} UTC` : `held the run from ${clock(from)} to ${clock(to)} UTC`;
  const why = reason === '' ? '' : ` (${cut(reason)})`;
  const outcomes = ['done', 'failed', 'unknown', 'not known'].flatMap((word) => {
    const amount = acts.filter(({ outcome = 'not known' }) => outcome === word).length;
    return amount > 0 ? [`${amount} ${word}`] : [];
  });
  const few = acts.slice(0, mostActs).map(({ text }) => cut(text));
  const list = [...few, ...(acts.length > few.length ? [`and ${acts.length - few.length} more`] : [])].join(', ');
  const did = acts.length === 0 ? 'Nothing was done by hand.' : `They did: ${list} (${outcomes.join(', ')}).`;
  return `By hand: ${by} ${when}${why}. ${did}${acts.some(({ text }) => text === typedNowhere) ? ' What was typed stands nowhere.' : ''} ${endSentence(cut(holdEnd(hold)))}`;
}

function costLine({ head: { steps, modelCalls, inputTokens, outputTokens, costUsd } }: Report): string {
  const cost =
    costUsd === 0 && modelCalls > 0
      ? '$0, or its models have no price in the configuration'
      : `$${costUsd < 0.01 ? costUsd.toPrecision(2) : costUsd.toFixed(2)}`;
  return `It took ${steps} ${steps === 1 ? 'step' : 'steps'}, ${modelCalls} model ${modelCalls === 1 ? 'call' : 'calls'}, ${(inputTokens + outputTokens).toLocaleString('en-GB')} tokens; cost: ${modelCalls === 0 && costUsd === 0 ? '$0' : cost}.`;
}

function cut(text: string): string {
  return oneLine(text, longestPart);
}

function lowered(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** `2026-11-26 at 10:29 UTC`. */
function minute(iso: string): string {
  return `${iso.slice(0, 10)} at ${iso.slice(11, 16)} UTC`;
}

// The checks of a flow as a JUnit file, which CI systems read.

/** A run without checks is one case: whether it was completed. */
export function junitReport({ run, head, checks, made }: Report): string {
  const isFailed = head.outcome !== undefined && head.outcome !== 'completed';
  const whole = {
    node: run,
    name: 'the run was completed',
    verdict: isFailed ? ('fail' as const) : ('pass' as const),
    reason: head.message ?? head.outcome ?? head.state,
  };
  const cases = checks.length === 0 || isFailed ? [...checks, whole] : checks;
  const failures = cases.filter(({ verdict }) => verdict === 'fail').length;
  const seconds = ((head.duration?.total ?? 0) / 1_000).toFixed(3);
  const suite = `name="${attribute(head.request === '' ? run : head.request)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0" time="${seconds}"`;
  const began = isoMs(head.started) === undefined ? made : (head.started ?? made);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${cases.length}" failures="${failures}" errors="0" time="${seconds}">`,
    `  <testsuite ${suite} timestamp="${attribute(began.slice(0, 19))}">`,
    ...cases.map(({ node, name, verdict, reason }) => {
      const open = `    <testcase classname="${attribute(node)}" name="${attribute(name)}" time="0"`;
      if (verdict === 'fail') return `${open}><failure message="${attribute(reason)}"/></testcase>`;
      return verdict === 'warn' ? `${open}><system-out>${attribute(reason)}</system-out></testcase>` : `${open}/>`;
    }),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** What XML 1.0 does not allow becomes a space. */
function attribute(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
