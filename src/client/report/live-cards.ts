// The cards of a run's report as they become complete (EV22): what a page shows while the run goes on. Without Temporal's history, so that they name no events and no answers.
import { readEntries } from '../procedures/entries.js';
import { cardId } from '../../domain/report/agent-cards.js';
import type { ReportCard } from '../../domain/report/report.schema.js';
import type { StepEntry } from '../../domain/run/entry.js';
import type { ClientContext } from '../context.js';
import { readFlowRun } from '../flow-run.js';
import { describeRun } from '../run-description.js';
import { runEvents, type EventOptions } from '../run-events.js';
import { procedureType } from '../runs.js';
import { startedWith } from '../started-with.js';
import type { Step } from '../steps.js';
import { explorerCards, flowCards, historyCard, procedureCards } from './engine-cards.js';
import { recordsByStep, stepCard } from './step-cards.js';

/** What one look at the records has found is told at once, so that they are read once for it. */
const freshMs = 50;

/** Ends with the run. Each card once, unless a reset takes steps back. */
export async function* liveCards(context: ClientContext, run: string, options: EventOptions = {}): AsyncGenerator<ReportCard> {
  const recordsOf = createRecordsReader(context, run, Math.min(freshMs, options.everyMs ?? freshMs));
  const told = new Set<string>();
  const isNew = ({ id }: ReportCard): boolean => !told.has(id) && told.add(id) !== undefined;
  for await (const event of runEvents(context, run, options)) {
    switch (event.type) {
      case 'step': {
        const sources = { records: await recordsOf(event.step), stories: [] };
        yield (await stepCard(context.artifacts(), run, event.step, sources)).card;
        break;
      }
      case 'position':
        yield* (await visitCards(context, run, told, { isOver: false })).filter(isNew);
        break;
      case 'procedure':
        yield* (await readEntries(context, run, event.procedure)).map(historyCard).filter(isNew);
        break;
      case 'ended':
        yield* (await lastCards(context, run, told)).filter(isNew);
        break;
      default:
    }
  }
}

function createRecordsReader({ records }: ClientContext, run: string, forMs: number): (step: Step) => Promise<readonly StepEntry[]> {
  let known: { readonly at: number; readonly records: ReadonlyMap<string, readonly StepEntry[]> } | undefined;
  return async ({ key }) => {
    if (!known || Date.now() - known.at > forMs) known = { records: recordsByStep(await records().read(run)), at: Date.now() };
    return known.records.get(key) ?? [];
  };
}

/** Of the visits that are over and were not told. */
async function visitCards(
  context: ClientContext,
  run: string,
  told: ReadonlySet<string>,
  { isOver }: { readonly isOver: boolean },
): Promise<readonly ReportCard[]> {
  const found = await readFlowRun(context, run);
  if (!found) return [];
  const visits = found.visits.filter(({ node, status }) => (isOver || status !== 'running') && !told.has(cardId(node.id, node.visit)));
  return flowCards({ ...found, visits }).cards;
}

async function lastCards(context: ClientContext, run: string, told: ReadonlySet<string>): Promise<readonly ReportCard[]> {
  const client = await context.client();
  const description = await describeRun(client, run);
  if (description.type === procedureType) return (await procedureCards(context, run, description)).cards;
  if (description.type !== 'explorer') return visitCards(context, run, told, { isOver: true });
  const input = await startedWith(client, run, description.runId).catch(() => undefined);
  return (await explorerCards(context, run, input, description)).cards;
}
