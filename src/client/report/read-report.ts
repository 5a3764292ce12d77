// The report of a run, from whatever still knows something of it: Temporal's history, its worker, and the records. None is necessary; what is not known is said.
import { WorkflowNotFoundError } from '@temporalio/client';
import { assembleReport, durationsOf, spentOn } from '../../domain/report/assemble.js';
import { listOf, numberOf, recordOf, textOf } from '../../domain/checks/read-stored.js';
import type { Engine, Report, ReportCard, ReportHead } from '../../domain/report/report.schema.js';
import { policyCards } from '../../domain/report/card.js';
import type { FlowRun } from '../../domain/flow/recorded-flow.js';
import { agentCards } from '../../domain/report/agent-cards.js';
import { lifeOf } from '../../domain/report/requests.js';
import type { HistoryFact } from '../../domain/run/entry.js';
import type { ClientContext } from '../context.js';
import { ClientError, isUnreachable, unknownRun } from '../errors.js';
import { type EngineCards, explorerCards, flowCards, noCards, procedureCards, readFlowRun, textOfError } from './engine-cards.js';
import { titleOf } from '../inputs.js';
import { exploredApp } from '../engine-progress.js';
import { describeRun, deviceFacts, reusedLine, type RunDescription } from '../run-description.js';
import { flowType, procedureType } from '../runs.js';
import { readHistory } from '../history-entries.js';
import { findWebUi } from '../temporal-server.js';
import { createFramer, createStepReader } from './step-cards.js';

export interface RunRead {
  readonly report: Report;
  /** Undefined: no server answers, or it does not know the run. */
  readonly description: RunDescription | undefined;
}

/** Of the run that a workflow belongs to. Throws a `ClientError` (`run-not-found`) when nobody knows it, or why the server that might cannot be asked. */
export async function readRun(context: ClientContext, id: string): Promise<RunRead> {
  const missing: string[] = [];
  const { description, away } = await descriptionOf(context, id, missing);
  const run = description?.run ?? id.split('/')[0] ?? id;
  const { steps: recorded, changes } = await createStepReader(context, run)();
  const flow = await readFlowRun(context, run);
  if (!description && recorded.length === 0 && !flow) throw away ?? new ClientError('run-not-found', unknownRun(id, context.program));
  const ui = await webUiOf(context, run, description !== undefined);
  const history = description ? await historyOf(context, run, ui.namespace, missing) : [];
  const input = history.find((entry) => entry.type === 'started')?.data.input;
  const engine = engineOf(description, flow !== undefined);
  const steps = await createFramer(() => context.artifacts())(agentCards(run, recorded, { history, actsApart: history.length > 0 }));
  const own = await engineCards(context, run, { engine, description, flow, input });
  missing.push(...own.missing);
  // What the configuration has changed is shown among them, and is no step.
  const work = [...own.cards, ...steps];
  const cards = [...work, ...policyCards(changes)];
  const made = new Date().toISOString();
  const report = assembleReport({
    ...{ run, engine, made, cards, missing },
    entries: [...recorded, ...history],
    head: headOf({ run, description, history, cards: work, input, made, ui: ui.run, engine }),
    checks: own.checks,
    pending: description?.asking?.request,
  });
  return { report, description };
}

/** `away`: why no server could be asked. */
async function descriptionOf(
  context: ClientContext,
  id: string,
  missing: string[],
): Promise<{ readonly description?: RunDescription; readonly away?: Error }> {
  try {
    return { description: await describeRun(await context.client(), id) };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) {
      missing.push(
        'The Temporal server has no such run (any more): this is told by the records alone. Approvals, waits and the time line are not known.',
      );
      return {};
    }
    if (!isUnreachable(error)) throw error;
    missing.push(
      `No Temporal server answers at ${context.server().address}: this is told by the records alone. State, approvals, waits and the time line are not known.`,
    );
    return { away: error instanceof Error ? error : undefined };
  }
}

interface WebUi {
  /** With the namespace. */
  readonly namespace?: string;
  readonly run?: string;
}

async function webUiOf(context: ClientContext, run: string, serverAnswers: boolean): Promise<WebUi> {
  const { address, namespace } = context.server();
  const ui = context.webUi() ?? (serverAnswers ? await findWebUi(address) : undefined);
  if (ui === undefined) return {};
  const base = `${ui}/namespaces/${encodeURIComponent(namespace)}`;
  return { namespace: base, run: `${base}/workflows/${encodeURIComponent(run)}` };
}

async function historyOf(
  context: ClientContext,
  run: string,
  webUi: string | undefined,
  missing: string[],
): Promise<readonly HistoryFact[]> {
  try {
    const { entries, forgotten } = await readHistory(await context.client(), run, webUi);
    for (const child of forgotten) missing.push(`The Temporal server has forgotten '${child}': its waits and events are not known.`);
    return entries;
  } catch (error) {
    missing.push(`Temporal's history could not be read: ${textOfError(error)}`);
    return [];
  }
}

function engineOf(description: RunDescription | undefined, isFlow: boolean): Engine {
  switch (description?.type) {
    case flowType:
      return 'flow';
    case procedureType:
      return 'procedure';
    case 'explorer':
      return 'explorer';
    default:
      return isFlow ? 'flow' : 'agent';
  }
}

interface OfEngine {
  readonly engine: Engine;
  readonly description: RunDescription | undefined;
  readonly flow: FlowRun | undefined;
  readonly input: unknown;
}

async function engineCards(context: ClientContext, run: string, { engine, description, flow, input }: OfEngine): Promise<EngineCards> {
  if (flow) return flowCards(flow);
  if (engine === 'procedure' && description) return procedureCards(context, run, description);
  if (engine === 'explorer' && description) return explorerCards(context, run, input, description);
  return noCards;
}

interface HeadFacts {
  readonly run: string;
  readonly engine: Engine;
  readonly description: RunDescription | undefined;
  readonly history: readonly HistoryFact[];
  readonly cards: readonly ReportCard[];
  readonly input: unknown;
  readonly made: string;
  readonly ui?: string;
}

function headOf({ description, history, cards, input, made, ui, engine, run }: HeadFacts): ReportHead {
  const spent = spentOn(cards);
  const usage = description?.usage;
  const result = description?.result;
  const duration = durationsOf(history, made);
  // Also of one that has no result yet, or never will.
  const app = engine === 'explorer' ? exploredApp(input, result) : '';
  const cost = result?.['cost_usd'];
  const unknown = description?.unknownOutcomes ?? cards.filter(({ flags }) => flags.includes('unknown')).length;
  return {
    request: fullRequest(description, input),
    state: description?.state ?? 'UNKNOWN',
    outcome: description?.outcome,
    message: description?.message,
    result: resultText(description),
    ...startAndEnd(history, description, cards),
    duration,
    // Of an explorer, not every step is a card.
    steps: engine === 'explorer' && result ? numberOf(result['steps']) : cards.length,
    modelCalls: usage?.modelCalls ?? spent.modelCalls,
    inputTokens: usage?.inputTokens ?? spent.inputTokens,
    outputTokens: usage?.outputTokens ?? spent.outputTokens,
    costUsd: usage?.costUsd ?? (typeof cost === 'number' ? cost : spent.costUsd),
    models: spent.models,
    unknownOutcomes: unknown,
    ui,
    facts: factsOf(description, engine, app),
    links: mapLinks(app, run),
  };
}

function startAndEnd(
  history: readonly HistoryFact[],
  description: RunDescription | undefined,
  cards: readonly ReportCard[],
): Pick<ReportHead, 'started' | 'ended'> {
  const life = lifeOf(history);
  const started = life?.started.at ?? description?.started ?? cards.map(({ at }) => at).sort()[0];
  const ended = life?.ended?.at ?? description?.ended;
  return { started, ended };
}

/** As it was given: lists cut it. */
function fullRequest(description: RunDescription | undefined, input: unknown): string {
  if (!description) return '';
  try {
    if (input !== undefined) return titleOf(description.type, input);
  } catch {
    // It is no input that the workflow takes.
  }
  return description.request ?? '';
}

function resultText(description: RunDescription | undefined): string {
  if (!description) return '';
  const { subtasks, result } = description;
  const told = subtasks.flatMap(({ result: text }) => (text ? [text] : []));
  if (told.length > 0) return told.join('\n');
  const verdict = textOf(result?.['verdict']);
  if (verdict !== '') return `The checks say: ${verdict}.`;
  const reason = textOf(result?.['stop_reason']);
  return reason === ''
    ? ''
    : `It stopped: ${reason}. ${numberOf(result?.['screens_new'])} screens and ${numberOf(result?.['edges_new'])} ways are new on its map.`;
}

/** `app`: the name of an explorer's map. */
function factsOf(description: RunDescription | undefined, engine: Engine, app: string): ReportHead['facts'] {
  const { result, subtasks = [], withoutEffect } = description ?? {};
  const reused = description && reusedLine(description);
  const rounds = listOf(result?.['rounds']);
  const variables = Object.entries(recordOf(result?.['variables']) ?? {});
  return [
    ...(reused ? [{ name: 'reused', value: reused }] : []),
    ...(rounds.length > 1
      ? rounds.map((round) => ({ name: 'request', value: `${textOf(round['request'])}: ${textOf(round['outcome'])}` }))
      : []),
    ...subtasks.map(({ subtask, status, application }) => ({
      name: 'subtask',
      value: `${subtask}${application ? ` (${application})` : ''}: ${status}`,
    })),
    ...(engine === 'flow' || engine === 'procedure'
      ? variables.map(([name, value]) => ({ name, value: JSON.stringify(value) ?? '' }))
      : []),
    ...deviceFacts(result),
    ...(withoutEffect ? [{ name: 'repeated in vain', value: String(withoutEffect) }] : []),
    ...(app === '' ? [] : [{ name: 'app id', value: app }]),
    ...(engine === 'explorer'
      ? ['coverage_pct', 'screens', 'edges', 'restarts', 'errors'].flatMap((name) => {
          const value = result?.[name];
          return value === undefined || value === null ? [] : [{ name: name.replaceAll('_', ' '), value: String(value) }];
        })
      : []),
  ];
}

/** Beside the report, where `graph --html` writes it. */
function mapLinks(app: string, run: string): ReportHead['links'] {
  return app === '' ? [] : [{ text: `Map of ${app}`, href: `./${run.replace(/[^\w.-]+/g, '-')}.map.html` }];
}
