// Puts a report together from what was gathered: links asks to cards, sorts, and adds what follows from the whole.
import { type Data, listOf, recordOf, textOf } from '../checks/read-stored.js';
import { defined } from '../collections.js';
import { type HistoryFact, isHistoryFact, type RunEntry } from '../run/entry.js';
import { agentName } from './agent-cards.js';
import { actCards, holdsOf } from './holds.js';
import { requestsOf, lifeOf, waitsOf } from './requests.js';
import { byTime, isoMs, msBetween } from './iso-time.js';
import { waitingPhase } from './card-lines.js';
import { laneOf } from './time-line.js';
import { killsOf, recoveriesOf } from './losses.js';
import type { Ask, Engine, Report, ReportCard, ReportCheck, ReportHead, ReportRecovery } from './report.schema.js';
import { actionWords } from '../run/action-words.js';
import { actionText } from '../agent/decision.js';

/** What cards are told of. */
interface Recorded {
  readonly run: string;
  readonly cards: readonly ReportCard[];
  /** What is recorded of agents, as it is valid now, and what Temporal's history tells: nothing of that if no server told anything. */
  readonly entries: readonly RunEntry[];
  /** What is asked now, where that is known. */
  readonly pending: unknown;
}

export interface Gathered extends Recorded {
  readonly engine: Engine;
  readonly made: string;
  readonly head: ReportHead;
  readonly checks: readonly ReportCheck[];
  readonly missing: readonly string[];
}

export function assembleReport(gathered: Gathered): Report {
  const { run, engine, made, head, checks, missing } = gathered;
  const { say, history, ...told } = tellCards(gathered);
  const kills = killsOf(history).map((kill) => ({ ...kill, lost: kill.lost.map(say) }));
  const lane = laneOf({ ...told, history, kills, made });
  const inWords = <T extends { readonly text: string }>(one: T): T => ({ ...one, text: say(one.text) });
  return {
    ...{ version: 1, run, engine, made, head, ...told, kills, checks, missing },
    lane: lane && { ...lane, spans: lane.spans.map(inWords), marks: lane.marks.map(inWords) },
  };
}

interface Told extends Pick<Report, 'asks' | 'holds' | 'cards' | 'recoveries'> {
  readonly say: Say;
  readonly history: readonly HistoryFact[];
}

/** The cards in their order, each with what was asked, by whom it was answered, and what became of it. */
export function tellCards({ run, cards: made, entries, pending }: Recorded): Told {
  const history = entries.filter(isHistoryFact);
  const say = sayerOf(entries.flatMap(({ type, data }) => (type === 'decided' ? listOf(data['actions']) : [])));
  const sorted = made.map((card) => cardInWords(card, say)).sort((a, b) => byTime(a.at, b.at));
  const holds = holdsOf(history);
  const asks = requestsOf(history, pending, holds).map((ask) => withCard(run, ask, sorted));
  const recoveries = recoveriesOf(run, entries, history).map((recovery) => ({ ...recovery, work: say(recovery.work) }));
  const told = withOutcomes(
    sorted.map((card) => withAsks(card, asks)),
    recoveries,
  );
  const cards = [...told, ...actCards(history, holds)].sort((a, b) => byTime(a.at, b.at));
  return { asks, holds, cards, recoveries, say, history };
}

/** The last card of whoever asked, before it asked. */
function withCard(run: string, ask: Ask, cards: readonly ReportCard[]): Ask {
  const [event] = ask.events;
  const at = ask.requestedAt ?? event?.at;
  if (at === undefined) return ask;
  const before = cards.filter((card) => card.at <= at);
  // A frame of the run that asks stands in the request's id.
  const [, frame] = /^(.+)\.[qc]\d+$/.exec(ask.id) ?? [];
  const agent = frame ?? (event && agentName(run, event.workflow));
  const own = before.findLast((card) => card.agent === agent) ?? before.at(-1);
  return own ? { ...ask, card: own.id } : ask;
}

function withAsks(card: ReportCard, asks: readonly Ask[]): ReportCard {
  const own = asks.filter((ask) => ask.card === card.id);
  if (own.length === 0) return card;
  const approval = own.find(({ kind }) => kind === 'approval');
  const guard = approval && approval.text !== '' ? { verdict: 'asked' as const, reason: approval.text } : card.guard;
  const notes = own.map(askLine);
  return {
    ...card,
    ...defined({ guard }),
    notes: [...card.notes, ...notes],
    phases: [...card.phases, ...own.flatMap(({ waitedMs }) => (waitedMs === undefined ? [] : [{ name: waitingPhase, ms: waitedMs }]))],
    flags: card.flags.includes('asked') ? card.flags : [...card.flags, 'asked'],
  };
}

/** The card that decided an action shows what became of it, also when only a later step found that out. */
function withOutcomes(cards: readonly ReportCard[], recoveries: readonly ReportRecovery[]): readonly ReportCard[] {
  const changed = new Map<string, ReportCard>();
  for (const { at, work, outcome, card } of recoveries) {
    const told = cards.find(({ id }) => id === card);
    const decided = cards.findLast(
      (one) =>
        one.at <= at &&
        one.agent === told?.agent &&
        one.actions.some(({ text, outcome: known }) => known === undefined && work.includes(text)),
    );
    if (!decided || outcome === undefined) continue;
    const effect =
      outcome === 'unknown' ? 'nobody could say whether it happened' : 'told by the journal of its host, after the call was lost';
    const actions = decided.actions.map((action) =>
      action.outcome === undefined && work.includes(action.text) ? { ...action, outcome, effect } : action,
    );
    changed.set(decided.id, { ...decided, actions, flags: [...new Set([...decided.flags, 'recovered' as const])] });
  }
  return cards.map((card) => changed.get(card.id) ?? card);
}

/** `Approved by ann (4645@desk): go ahead`. */
export function askLine({ state, by, sentBy, answer, note }: Ask): string {
  const who = by === undefined ? sentBy : sentBy === undefined ? by : `${by} (${sentBy})`;
  const said = [answer, note].filter((text) => text !== undefined && text !== '').join(', ');
  const word = `${state.charAt(0).toUpperCase()}${state.slice(1)}`;
  return `${word}${who === undefined ? '' : ` by ${who}`}${said === '' ? '' : `: ${said}`}`;
}

// Engines, activities and journals name an action by its log line, `click_input "Order" [12]`, which models read as well. People read it in words.

type Say = (text: string) => string;

/** Puts these actions in words wherever a text names one. */
export function sayerOf(actions: readonly Data[]): Say {
  const known = new Map(actions.flatMap(namedBy));
  const longestFirst = [...known.values()].sort((one, other) => other.length - one.length);
  return (text) =>
    longestFirst.reduce((said, { begins, line, words }) => (said.includes(begins) ? said.replace(line, () => words) : said), text);
}

function cardInWords(card: ReportCard, say: Say): ReportCard {
  const { notes, failures, recovery, comment, result } = card;
  return {
    ...card,
    notes: notes.map(say),
    failures: failures.map(say),
    recovery: recovery.map(say),
    comment: say(comment),
    result: say(result),
  };
}

interface Named {
  readonly begins: string;
  readonly line: RegExp;
  readonly length: number;
  readonly words: string;
}

/** None for a line that is a plain word, such as `texts`: it stands in other texts, too. */
function namedBy(action: Data): readonly (readonly [string, Named])[] {
  const [name, found] = [textOf(action['function']), recordOf(action['target'])];
  if (!found && !name.includes('_')) return [];
  const target = found && { label: '', role: textOf(found['role']), name: textOf(found['name']), path: '' };
  const begins = actionText({ function: name, args: {}, target });
  const whole = actionText({ function: name, args: recordOf(action['args']) ?? {}, target });
  // An approved action is found again under another label.
  const label = target ? String.raw`(?: \[[^\]\s]+\])?` : '';
  const line = new RegExp(`${escaped(begins)}${label}${escaped(whole.slice(begins.length))}`, 'g');
  return [[whole, { begins, line, length: whole.length, words: actionWords(action) }]];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

// The head of a report: what it took. Durations come from history, the rest from the run's result, its progress and its cards.

type Interval = readonly [from: number, to: number];

/** ms: of all, of what people and devices were waited for, and of the rest. Undefined: no history. */
export function durationsOf(history: readonly HistoryFact[], made: string): ReportHead['duration'] {
  const run = lifeOf(history);
  const end = run?.ended?.at ?? made;
  const total = msBetween(run?.started.at, end);
  if (total === undefined) return undefined;
  const held = holdsOf(history).flatMap(({ from, to }) => interval(from, to ?? end));
  const people = [...held, ...waitsOf(history).flatMap(({ from, to }) => interval(from.at, to?.at ?? end))];
  // While a person thinks, the device may be given back: that is waiting for the person.
  const devices = history
    .filter((entry) => entry.type === 'activity')
    .filter(({ data: { name } }) => name === 'leaseDevice')
    .flatMap(({ at, data: { started } }) => interval(at, started?.at ?? end));
  const either = lengthOf([...people, ...devices]);
  const waiting = lengthOf(people);
  return { total, active: Math.max(0, total - either), people: waiting, devices: either - waiting };
}

function interval(from: string, to: string): readonly Interval[] {
  const [start, end] = [isoMs(from), isoMs(to)];
  return start === undefined || end === undefined || end <= start ? [] : [[start, end]];
}

/** ms that any of them covers. */
function lengthOf(intervals: readonly Interval[]): number {
  let [sum, until] = [0, -Infinity];
  for (const [from, to] of [...intervals].sort(([a], [b]) => a - b)) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}

/** What the cards add up to: for a run that has no result, as after a termination. */
export function spentOn(
  cards: readonly ReportCard[],
): Pick<ReportHead, 'modelCalls' | 'inputTokens' | 'outputTokens' | 'costUsd' | 'models'> {
  const tokens = cards.flatMap((card) => (card.tokens ? [card.tokens] : []));
  return {
    modelCalls: tokens.length,
    inputTokens: tokens.reduce((sum, { input }) => sum + input, 0),
    outputTokens: tokens.reduce((sum, { output }) => sum + output, 0),
    costUsd: tokens.reduce((sum, { costUsd }) => sum + costUsd, 0),
    models: [...new Set(tokens.flatMap(({ model }) => (model === undefined ? [] : [model])))],
  };
}
