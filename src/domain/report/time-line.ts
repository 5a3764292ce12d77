// The time line: who was at work when, who was lost, who was asked. Everything on it is an event of Temporal's history, or a record that says when.
import { hostOf, lossOf, shortHost } from './losses.js';
import type { ActivityEntry, HistoryFact } from '../run/entry.js';
import { lifeOf, waitsOf } from './requests.js';
import { byTime } from './iso-time.js';
import { holdEnd } from './holds.js';
import type { Ask, Kill, LaneMark, LaneSpan, ReportCard, ReportHold, ReportLane, ReportRecovery } from './report.schema.js';

export interface LaneFacts {
  readonly history: readonly HistoryFact[];
  readonly asks: readonly Ask[];
  readonly holds: readonly ReportHold[];
  readonly kills: readonly Kill[];
  readonly recoveries: readonly ReportRecovery[];
  readonly cards: readonly ReportCard[];
  /** When the report is made: the end of what goes on. */
  readonly made: string;
}

const rows = { run: 'run', person: 'person', model: 'model', server: 'server' } as const;

/** Undefined: nothing of it is known. */
export function laneOf(facts: LaneFacts): ReportLane | undefined {
  const { history, cards, made } = facts;
  const run = lifeOf(history);
  const activities = history.filter((entry) => entry.type === 'activity');
  const times = cards
    .map(({ at }) => at)
    .filter((at) => at !== '')
    .sort();
  const from = run?.started.at ?? times[0];
  if (from === undefined) return undefined;
  const to = run ? (run.ended?.at ?? made) : (times.at(-1) ?? made);
  const spans = [
    ...workSpans(activities, cards),
    ...waitsOf(history).map(waitSpan),
    ...facts.holds.map(holdSpan),
    ...downSpans(facts.kills, activities),
  ];
  const marks = [
    ...endMarks(run),
    ...askMarks(facts.asks),
    ...facts.holds.flatMap(holdMarks),
    ...killMarks(facts.kills),
    ...recoveryMarks(facts),
    ...history.flatMap(troubleMarks),
    ...activities.flatMap(retryMarks),
  ];
  const used = new Set([...spans, ...marks].map(({ row }) => row));
  const hosts = [...used]
    .filter((row) => row.startsWith('worker ') || row.startsWith('device '))
    .sort()
    .toReversed();
  const all: ReportLane['rows'] = [
    { id: rows.run, label: 'Run', kind: 'run' },
    { id: rows.person, label: 'People', kind: 'person' },
    { id: rows.model, label: 'Model', kind: 'model' },
    ...hosts.map((id) => ({ id, label: labelOf(id), kind: id.startsWith('worker ') ? ('worker' as const) : ('device' as const) })),
    { id: rows.server, label: 'Server', kind: 'server' },
  ];
  return { from, to, rows: all.filter(({ id }) => used.has(id)), spans, marks: marks.sort((a, b) => byTime(a.at, b.at)) };
}

function labelOf(row: string): string {
  const host = row.slice(row.indexOf(' ') + 1);
  return row.startsWith('worker ') ? `Worker on ${shortHost(host)}` : `Device on ${shortHost(host)}`;
}

const modelWork = /^(decide|askModel|judge|review|complete|aiStep)/i;

/** Where an activity is drawn; undefined: bookkeeping. */
function rowOf({ data: { name, queue, identity } }: ActivityEntry): string | undefined {
  if (name === 'leaseDevice') return `worker ${hostOf(identity)}`;
  if (modelWork.test(name)) return rows.model;
  return queue.endsWith('-perform') ? `device ${hostOf(identity ?? queue.replace(/-perform$/, ''))}` : undefined;
}

function workSpans(activities: readonly ActivityEntry[], cards: readonly ReportCard[]): readonly LaneSpan[] {
  const cardOf = cardsByEvent(cards);
  return activities.flatMap((activity): readonly LaneSpan[] => {
    const row = rowOf(activity);
    const { name, summary, started, ended, end, message, id } = activity.data;
    if (row === undefined || !started) return [];
    const loss = lossOf(activity);
    const isHold = name === 'leaseDevice';
    const hasFailed = end === 'failed' || end === 'timed-out';
    const how = loss ? ', lost with its worker' : hasFailed ? `: ${message ?? end}` : '';
    return [
      {
        row,
        from: started.at,
        to: ended?.at,
        kind: isHold ? 'held' : loss ? 'lost' : hasFailed ? 'failed' : 'work',
        text: `${isHold ? 'holds the device' : (summary ?? name)}${id.startsWith('perform') ? ` (${id})` : ''}${how}`,
        card: cardOf.get(`${activity.event.execution} ${activity.event.id}`),
        event: ended ?? started,
      },
    ];
  });
}

function cardsByEvent(cards: readonly ReportCard[]): ReadonlyMap<string, string> {
  return new Map(cards.flatMap(({ id, events }) => events.map((event) => [`${event.execution} ${event.id}`, id] as const)));
}

function waitSpan({ from, to }: ReturnType<typeof waitsOf>[number]): LaneSpan {
  return { row: rows.person, from: from.at, to: to?.at, kind: 'waiting', text: 'the run waits for a person', event: from };
}

function holdSpan({ by, from, to, events: [event] }: ReportHold): LaneSpan {
  const [row, kind] = [rows.person, 'hold' as const];
  return { row, from, to, kind, text: `${by} has taken over`, event };
}

function holdMarks(hold: ReportHold): readonly LaneMark[] {
  const { by, reason, from, to, acts, events } = hold;
  const [row, why] = [rows.person, reason === '' ? '' : `: ${reason}`];
  const [first, last] = [events[0], events[1]];
  return [
    { row, at: from, kind: 'took', text: `${by} took over${why}`, event: first },
    ...acts.map(({ at, text, outcome, card }): LaneMark => {
      return { row, at, kind: 'act', text: `${by}: ${text}${outcome === undefined ? '' : ` (${outcome})`}`, card };
    }),
    ...(to === undefined ? [] : [{ row, at: to, kind: 'gave' as const, text: holdEnd(hold), event: last }]),
  ];
}

/** From the last sign of a worker to the first of the one that follows it. */
function downSpans(kills: readonly Kill[], activities: readonly ActivityEntry[]): readonly LaneSpan[] {
  const begun = activities.flatMap(({ data: { started, identity } }) => (started ? [{ at: started.at, host: hostOf(identity) }] : []));
  return kills.map(({ host, after, before }) => {
    const next = begun
      .filter((each) => each.host === host && each.at > before)
      .map(({ at }) => at)
      .sort()[0];
    return { row: `worker ${host}`, from: after, to: next ?? before, kind: 'down', text: 'no worker, or one that does not answer' };
  });
}

function endMarks(run: ReturnType<typeof lifeOf>): readonly LaneMark[] {
  if (!run) return [];
  const start: LaneMark = { row: rows.run, at: run.started.at, kind: 'start', text: 'the run was started', event: run.started };
  return run.ended ? [start, { row: rows.run, at: run.ended.at, kind: 'end', text: 'the run ended', event: run.ended }] : [start];
}

function askMarks(asks: readonly Ask[]): readonly LaneMark[] {
  return asks.flatMap(({ kind, text, requestedAt, answeredAt, state, by, sentBy, answer, card, events }): readonly LaneMark[] => {
    const who = by ?? sentBy;
    const said = `${state}${answer === undefined || answer === '' ? '' : `: ${answer}`}${who === undefined ? '' : ` by ${who}`}`;
    const [row, first, last] = [rows.person, events[0], events.at(-1)];
    return [
      ...(requestedAt === undefined
        ? []
        : [{ row, at: requestedAt, kind: 'asked' as const, text: `${kind}: ${text}`, card, event: first }]),
      ...(answeredAt === undefined ? [] : [{ row, at: answeredAt, kind: 'answered' as const, text: said, card, event: last }]),
    ];
  });
}

function killMarks(kills: readonly Kill[]): readonly LaneMark[] {
  return kills.map(({ host, before, kind, lost, events }) => {
    const how = kind === 'kill' ? 'the worker was killed' : 'heartbeats stopped';
    return {
      row: `worker ${host}`,
      at: before,
      kind: kind === 'kill' ? 'kill' : 'silence',
      text: `${how} while at: ${lost.join(', ')}`,
      event: events.at(-1),
    };
  });
}

function recoveryMarks({ recoveries }: LaneFacts): readonly LaneMark[] {
  return recoveries.flatMap(({ at, host, said, card, work, epoch, events }): readonly LaneMark[] => {
    const row = `device ${host}`;
    const textBy = (wanted: string): string | undefined => said.find(({ who }) => who === wanted)?.text;
    const [device, journal, decision] = [textBy('device'), textBy('journal'), textBy('decision')];
    if (device !== undefined) return [{ row, at, kind: 'epoch', text: `the device was ${device} (epoch ${epoch})`, card }];
    const asked = events.at(-1);
    return [
      ...(journal === undefined
        ? []
        : [{ row, at: asked?.at ?? at, kind: 'journal' as const, text: `${work}: ${journal}`, card, event: asked }]),
      ...(decision === undefined ? [] : [{ row: rows.run, at, kind: 'decision' as const, text: `${work}: ${decision}`, card }]),
    ];
  });
}

function troubleMarks(entry: HistoryFact): readonly LaneMark[] {
  if (entry.type !== 'trouble') return [];
  return [{ row: rows.server, at: entry.at, kind: 'trouble', text: entry.data.text, event: entry.event }];
}

function retryMarks(activity: ActivityEntry): readonly LaneMark[] {
  const { attempt, started, name, lastFailure = 'it failed' } = activity.data;
  const row = rowOf(activity);
  if (attempt < 2 || !started || row === undefined) return [];
  return [{ row, at: started.at, kind: 'retry', text: `attempt ${attempt} of ${name}, after: ${lastFailure}`, event: started }];
}
