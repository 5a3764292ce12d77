// Puts a report together from what was gathered: links asks to cards, sorts, and adds what follows from the whole.
import { listOf } from '../checks/recorded-data.js';
import { defined } from '../collections.js';
import { type HistoryFact, isHistoryFact, type RunEntry } from '../run/entry.js';
import { agentName } from './agent-cards.js';
import { actCards, holdsOf } from './holds.js';
import { asksOf } from './asks.js';
import { byTime } from './iso-time.js';
import { waitingPhase } from './card-lines.js';
import { cardInWords, sayerOf, type Say } from './in-words.js';
import { laneOf } from './lane.js';
import { killsOf, recoveriesOf } from './losses.js';
import type { Ask, Engine, Report, ReportCard, ReportCheck, ReportHead, ReportRecovery } from './report.schema.js';

/** What cards are told of. */
export interface Recorded {
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

export interface Told extends Pick<Report, 'asks' | 'holds' | 'cards' | 'recoveries'> {
  readonly say: Say;
  readonly history: readonly HistoryFact[];
}

/** The cards in their order, each with what was asked, by whom it was answered, and what became of it. */
export function tellCards({ run, cards: made, entries, pending }: Recorded): Told {
  const history = entries.filter(isHistoryFact);
  const say = sayerOf(entries.flatMap(({ type, data }) => (type === 'decided' ? listOf(data['actions']) : [])));
  const sorted = made.map((card) => cardInWords(card, say)).sort((a, b) => byTime(a.at, b.at));
  const holds = holdsOf(history);
  const asks = asksOf(history, pending, holds).map((ask) => withCard(run, ask, sorted));
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
  const at = ask.askedAt ?? event?.at;
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
