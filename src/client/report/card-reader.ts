// The cards of a run as they become complete: those of its report, for whoever follows it.
//
// reader-1. A card is told once, when nothing more will come to it: its work has ended, and what it asked is answered. After a reset its number comes again.
// reader-2. History is read at first, and again when something came that it alone knows: an answer, what a person did by hand, what became of a lost call.
// reader-3. What is asked belongs to the last card before it, so cards that still go on are made too, from records read after history: without them an
// approval would be told with the card before the one that asked.
import { policyCards } from '../../domain/report/card.js';
import { listOf } from '../../domain/checks/read-stored.js';
import { agentCards } from '../../domain/report/agent-cards.js';
import { cardId } from '../../domain/report/card.js';
import { tellCards } from '../../domain/report/assemble.js';
import type { ReportCard } from '../../domain/report/report.schema.js';
import type { HistoryFact, PolicyEntry, StepEntry } from '../../domain/run/entry.js';
import type { ProcedureView } from '../../workflows/messages.js';
import type { ClientContext } from '../context.js';
import { explorerCards, flowCards, historyCard, noCards, procedureCards, readFlowRun } from './engine-cards.js';
import { readEntries } from '../procedures/procedure-progress.js';
import type { OpenRequest } from '../requests.js';
import { describeRun } from '../run-description.js';
import { procedureType } from '../runs.js';
import { readHistory, startedWith } from '../history-entries.js';
import { createFramer, createStepReader } from './step-cards.js';

/** What is known of the run by now. */
export interface Look {
  readonly type: string;
  /** Its current run id. */
  readonly execution: string;
  readonly isOver: boolean;
  readonly asking: OpenRequest | undefined;
  /** A flow has visited more nodes. */
  readonly hasMoved: boolean;
  /** Of a procedure that has moved. */
  readonly procedure: ProcedureView | undefined;
}

/** Each call resolves with those that became complete since the last one, oldest first. */
export function createCardReader(context: ClientContext, run: string): (look: Look) => Promise<readonly ReportCard[]> {
  const readSteps = createStepReader(context, run);
  const framed = createFramer(() => context.artifacts());
  const ofEngine = new Map<string, ReportCard>();
  let underWay: readonly ReportCard[] = [];
  const told = new Set<string>();
  let history: readonly HistoryFact[] = [];
  let heard: string | undefined;
  let seen: string | undefined;

  /** Reader-2. */
  async function hear(happened: string): Promise<boolean> {
    if (happened === heard) return false;
    const read = await readHistory(await context.client(), run).catch(() => undefined);
    if (!read) return false;
    history = read.entries;
    heard = happened;
    return true;
  }

  async function readEngine(look: Look, changes: readonly PolicyEntry[]): Promise<boolean> {
    const read = await engineCards(context, run, look);
    underWay = read.underWay ?? underWay;
    const fresh = [...read.cards, ...policyCards(changes)].filter(({ id }) => !ofEngine.has(id));
    for (const card of fresh) ofEngine.set(card.id, card);
    return fresh.length > 0;
  }

  return async (look) => {
    const first = await readSteps(look.execution);
    const hasHeard = await hear(happenings(first.steps, look));
    const { steps: recorded, changes } = hasHeard ? await readSteps(look.execution) : first;
    const hasEngine = await readEngine(look, changes);
    const now = `${look.execution} ${recorded.length}`;
    if (!hasHeard && now === seen && !hasEngine) return [];
    seen = now;
    const steps = agentCards(run, recorded, { actsApart: history.length > 0 });
    const pending = look.asking?.request;
    const made = [...ofEngine.values(), ...underWay, ...(await framed(steps))];
    const { cards, asks } = tellCards({ run, cards: made, entries: [...recorded, ...history], pending });
    const incomplete = look.isOver ? [] : steps.filter(({ complete }) => !complete);
    const goOn = new Set([...underWay, ...incomplete.map(({ card }) => card)].map(({ id }) => id));
    const waiting = new Set(
      look.isOver ? [] : asks.flatMap(({ state, card }) => (state === 'waiting' && card !== undefined ? [card] : [])),
    );
    return cards.filter(({ id, at }) => !goOn.has(id) && !waiting.has(id) && !told.has(`${id} ${at}`) && told.add(`${id} ${at}`));
  };
}

/** Another text when something came that only history tells. */
function happenings(recorded: readonly StepEntry[], { asking, isOver }: Look): string {
  const asked = recorded.filter(({ data }) => data['status'] === 'PENDING' || data['status'] === 'CONFIRM').length;
  const recovered = recorded.reduce((sum, { data }) => sum + listOf(data['recovery']).length, 0);
  const personActed = recorded.filter(({ type }) => type === 'person-acted').length;
  return [asking?.request.requestId, isOver, asked, recovered, personActed].join(' ');
}

interface EngineLook {
  readonly cards: readonly ReportCard[];
  /** Of visits that have not ended, where they were read. */
  readonly underWay?: readonly ReportCard[];
}

/** Of an explorer only at its end: workers read its map. */
async function engineCards(context: ClientContext, run: string, { type, isOver, hasMoved, procedure }: Look): Promise<EngineLook> {
  if (type === procedureType && procedure && !isOver) return { cards: (await readEntries(context, run, procedure)).map(historyCard) };
  if (hasMoved || (isOver && type !== procedureType && type !== 'explorer')) {
    const found = await readFlowRun(context, run);
    if (!found) return noCards;
    const going = new Set(
      isOver ? [] : found.visits.filter(({ status }) => status === 'running').map(({ node }) => cardId(node.id, node.visit)),
    );
    const { cards } = flowCards(found);
    return { cards: cards.filter(({ id }) => !going.has(id)), underWay: cards.filter(({ id }) => going.has(id)) };
  }
  if (!isOver) return noCards;
  const client = await context.client();
  const description = await describeRun(client, run);
  if (type === procedureType) return procedureCards(context, run, description);
  const input = await startedWith(client, run, description.runId).catch(() => undefined);
  return explorerCards(context, run, input, description);
}
