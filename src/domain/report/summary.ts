// A report in a few sentences, for a stranger: what was asked, what came of it, who was lost and what that did, who decided, what it cost.
import { personWords } from '../action/actions.js';
import { oneLine } from '../flow/one-line.js';
import { askLine } from './assemble.js';
import { capital } from '../checks/recorded-data.js';
import { shortHost } from './short-host.js';
import { holdEnd } from './holds.js';
import { byTime } from './iso-time.js';
import type { Ask, Kill, Report, ReportHold, ReportRecovery } from './report.schema.js';

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
      ...asks.map((ask) => [ask.askedAt ?? ask.answeredAt ?? '', decisionLine(ask)] as const),
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
  const work = cut(lost.filter((name) => name !== 'holdDevice').join(', ')) || 'holding the device';
  const what = kind === 'kill' ? 'was killed' : 'fell silent';
  const then = own.flatMap(({ said }) => said.filter(({ who }) => who !== 'Temporal').map(({ text }) => text));
  const once = own.some(({ outcome }) => outcome === 'done') ? ' So it was sent, and happened, exactly once.' : '';
  return `The worker on host ${shortHost(host)} ${what} between ${clockOf(after)} and ${clockOf(before)} UTC, while at ${work}.${then.length === 0 ? '' : ` ${capital(endSentence(cut(then.join('; '))))}${once}`}`;
}

function decisionLine(ask: Ask): string {
  const { kind, text, actions, answeredAt, state } = ask;
  const about = cut([text.replace(/\.$/, ''), ...actions].filter((part) => part !== '').join(', '));
  const what = kind === 'question' ? 'Question' : kind === 'approval' ? 'Approval' : 'Checkpoint';
  if (state === 'waiting') return `${what} (${about}): it waits for a person.`;
  return `${what} (${about}): ${endSentence(lowered(cut(askLine(ask))))}${answeredAt === undefined ? '' : ` At ${clockOf(answeredAt)} UTC.`}`;
}

function holdLine(hold: ReportHold): string {
  const { by, reason, from, to, acts } = hold;
  const when =
    to === undefined ? `has had the wheel since ${clockOf(from)} UTC` : `had the wheel from ${clockOf(from)} to ${clockOf(to)} UTC`;
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

function clockOf(iso: string): string {
  return iso.slice(11, 19);
}

/** `2026-11-26 at 10:29 UTC`. */
function minute(iso: string): string {
  return `${iso.slice(0, 10)} at ${iso.slice(11, 16)} UTC`;
}
