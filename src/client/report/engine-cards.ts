// The cards of a run that are not steps of an agent: nodes of flows, entries of procedures, ways of explorers.
import { entryCard } from '../../domain/report/card.js';
import { checksOfVisit, flowCards as cardsOfVisits } from '../../domain/report/flow-cards.js';
import { textOf } from '../../domain/checks/read-stored.js';
import type { ReportCard, ReportCheck } from '../../domain/report/report.schema.js';
import { type HistoryEntry, happeningText } from '../../domain/procedure/history.js';
import { actionWords } from '../../domain/run/action-words.js';
import { type FlowRun, flowRunOf } from '../../domain/flow/recorded-flow.js';
import type { NamedScreen, StoredRun } from '../../ports/screen-graph.js';
import type { ClientContext } from '../context.js';
import { procedureQuery } from '../../workflows/messages.js';
import { readEntries } from '../procedures/procedure-progress.js';
import type { RunDescription } from '../run-description.js';
import { readGraph } from '../screen-graph.js';
import { exploredApp } from '../engine-progress.js';

export interface EngineCards {
  readonly cards: readonly ReportCard[];
  readonly checks: readonly ReportCheck[];
  readonly missing: readonly string[];
}

export const noCards: EngineCards = { cards: [], checks: [], missing: [] };

export function flowCards({ visits, events, status }: FlowRun): EngineCards {
  return { cards: cardsOfVisits(visits, events, status !== 'running'), checks: visits.flatMap(checksOfVisit), missing: [] };
}

export async function procedureCards(context: ClientContext, id: string, { ended }: RunDescription): Promise<EngineCards> {
  try {
    const view = ended === undefined ? await (await context.client()).workflow.getHandle(id).query(procedureQuery) : undefined;
    const entries = await readEntries(context, id, view);
    if (entries.length === 0)
      return { ...noCards, missing: ['What happened in the procedure is not stored: it ended before it could be.'] };
    return { ...noCards, cards: entries.map(historyCard) };
  } catch (error) {
    return { ...noCards, missing: [`What happened in the procedure could not be read: ${textOfError(error)}`] };
  }
}

/** `index`: of the entry in its history, from 0. */
export function historyCard({ at, by, activity, visit, iterations, happening }: HistoryEntry, index: number): ReportCard {
  return entryCard({
    number: index + 1,
    at: new Date(at).toISOString(),
    agent: activity,
    title: happeningText(happening),
    status: by,
    isFailed: happening.type === 'step-failed' || happening.type === 'refused' || happening.type === 'aborted',
    isAsked: happening.type === 'checkpoint-answered',
    details: [
      ...(visit > 1 ? [{ name: 'visit', value: String(visit) }] : []),
      ...(iterations ? [{ name: 'round', value: iterations.join('.') }] : []),
    ],
  });
}

/** Its ways from screen to screen, from the map. Only workers reach it. */
export async function explorerCards(
  context: ClientContext,
  id: string,
  input: unknown,
  { result, started }: RunDescription,
): Promise<EngineCards> {
  const app = exploredApp(input, result);
  if (app === '') return { ...noCards, missing: ['Which application was explored is not known, so its map was not read.'] };
  try {
    const graph = await readGraph(context, app);
    const name = textOf(result?.['run_id']);
    const own = graph.runs.find(({ run }) => run === name || run === id || run.startsWith(`${id}-`));
    if (!own) return { ...noCards, missing: [`The map of ${app} has no run of this explorer.`] };
    const screens = new Map(graph.screens.map((screen) => [screen.key, screen]));
    const told = noticesOnWays(graph.screens, own);
    const cards = own.edges.map(({ from, action, to, at }, index) => {
      const [before, after] = [screens.get(from), screens.get(to)];
      return entryCard({
        number: index + 1,
        at: at ?? started,
        agent: before?.name ?? from,
        title: `${wayWords(before, action)} leads to ${after?.name ?? 'outside the application'}`,
        status: '',
        before: before?.screenshot,
        after: after?.screenshot,
        notes: told.ways.get(index) ?? [],
      });
    });
    const stays = own.stays.length;
    const notShown = stays === 0 ? [] : [`${stays} actions that did not leave their screen are not shown; the map has them.`];
    return { ...noCards, cards, missing: [...notShown, ...told.elsewhere] };
  } catch (error) {
    return { ...noCards, missing: [`The map of ${app} could not be read: ${textOfError(error)}`] };
  }
}

/** An explorer's verb on what it aimed at. */
function wayWords(screen: NamedScreen | undefined, key: string): string {
  const action = screen?.actions.find((one) => one.key === key);
  return action ? actionWords({ function: action.verb, target: { name: action.label } }) : key;
}

/** What the browser told that run of a screen's pages stands with its first way there, else with the first one from there. */
function noticesOnWays(screens: readonly NamedScreen[], { run, edges }: StoredRun) {
  const ways = new Map<number, readonly string[]>();
  const elsewhere: string[] = [];
  for (const { key, name, notices = [] } of screens) {
    const texts = notices.filter((one) => one.run === run).map(({ text }) => text);
    const there = edges.findIndex(({ to }) => to === key);
    const way = there >= 0 ? there : edges.findIndex(({ from }) => from === key);
    if (way >= 0) ways.set(way, [...(ways.get(way) ?? []), ...texts]);
    else if (texts.length > 0) elsewhere.push(`The browser reported of the pages of ${name}: ${texts.join(' ')}`);
  }
  return { ways, elsewhere };
}

export function textOfError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The newest run of a flow by its records. `id`: of its workflow, or of a frame (`<run>/flow-1`), whose records are the run's. */
export async function readFlowRun({ records }: Pick<ClientContext, 'records'>, id: string): Promise<FlowRun | undefined> {
  for (let run = id; run !== ''; run = run.slice(0, Math.max(0, run.lastIndexOf('/')))) {
    const found = flowRunOf(await records().read(run), id, records().addressOf(run));
    if (found) return found;
  }
  return undefined;
}
