// What a person sees of an explorer: how far it is while it goes on, and what it found.
import type { Client, WorkflowHandle } from '@temporalio/client';
import { WorkflowFailedError } from '@temporalio/client';
import type { ExplorerSummary } from '../domain/explorer/requests.js';
import { frontierQuery } from '../workflows/messages.js';
import type { CliContext } from './context.js';
import type { RunView } from './follow.js';
import { duration } from './output.js';
import { endOfFailure, type RunEnd } from '../client/run-end.js';

const queryTimeoutMs = 10_000;

/** A line whenever it has got further. */
export function createExplorerView({ terminal }: CliContext, client: Client, id: string): RunView {
  let last = 0;
  return {
    async show() {
      // While no worker can say, there is nothing to show.
      const frontier = await client
        .withDeadline(Date.now() + queryTimeoutMs, () => client.workflow.getHandle(id).query(frontierQuery))
        .catch(() => undefined);
      if (!frontier || frontier.steps === 0) return;
      const { steps, stepsLeft, timeLeftMs, screensNew, edgesNew, openScreens, coveragePct, policy } = frontier;
      const tried = coveragePct === undefined ? '' : `, ${coveragePct} % tried`;
      const found = `${screensNew} screens, ${edgesNew} edges${tried}, ${openScreens} with something untried`;
      const left = terminal.colors.dim(`· ${policy} · ${stepsLeft} steps, ${duration(timeLeftMs)} left`);
      if (steps !== last) terminal.print(`${terminal.colors.dim(String(steps).padStart(4))}  ${found} ${left}`);
      last = steps;
    },
  };
}

/** With its summary. Resolves when it has ended. */
export async function explorerEnd(handle: Pick<WorkflowHandle, 'result'>): Promise<RunEnd> {
  try {
    return { outcome: 'completed', result: (await handle.result()) as Readonly<Record<string, unknown>> };
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    return endOfFailure(error.cause);
  }
}

export function renderExplorerEnd({ terminal, program }: CliContext, { outcome, message, result }: RunEnd): string {
  const { bold, green, yellow, red } = terminal.colors;
  const summary = result as Partial<ExplorerSummary> | undefined;
  if (summary?.stop_reason === undefined) return `\n${bold(red(outcome))}${message === undefined ? '' : ` ${message}`}`;
  const { stop_reason: reason, breached, steps = 0, time_ms = 0, screens_new = 0, edges_new = 0, tokens = 0, cost_usd = 0 } = summary;
  const paint = reason === 'success' || reason === 'goal_reached' ? green : reason === 'crash' ? red : yellow;
  const known =
    summary.coverage_pct === undefined || summary.coverage_pct === null
      ? ''
      : `; the map has ${summary.screens} screens, ${summary.edges} edges, ${summary.coverage_pct} % of what can safely be tried`;
  const { unknown_outcomes: unknown = 0, no_change = 0, screens_per_minute: pace = 0, cache_hit_rate: kept = 0 } = summary;
  return [
    `\n${bold(paint(reason))}${breached === undefined ? '' : ` (${breached})`} after ${steps} steps in ${duration(time_ms)}`,
    ...(summary.message === undefined ? [] : [summary.message]),
    `${screens_new} screens and ${edges_new} edges found${known}`,
    `${pace} screens a minute; ${no_change} steps changed nothing`,
    ...(tokens > 0 || kept > 0
      ? [`${tokens} tokens, ${cost_usd.toFixed(2)} USD; ${Math.round(100 * kept)} % of answers were kept ones`]
      : []),
    ...(unknown > 0 ? [`${unknown} action${unknown > 1 ? 's' : ''} with an unknown outcome`] : []),
    terminal.colors.dim(`${program} graph ${summary.app_id ?? ''}`),
  ].join('\n');
}
