// What a person sees of an explorer: how far it is while it goes on, and what it found.
import type { Client, WorkflowHandle } from '@temporalio/client';
import { WorkflowFailedError } from '@temporalio/client';
import type { ExplorerSummary } from '../domain/explorer/requests.js';
import { frontierQuery } from '../workflows/messages.js';
import type { CliContext } from './context.js';
import type { RunView } from './follow.js';
import { duration } from './output.js';
import { endOfFailure, type RunEnd } from './run-end.js';

const queryTimeoutMs = 10_000;

/** A line whenever it has got further. */
export function createExplorerView({ terminal }: CliContext, client: Client, id: string): RunView {
  let last = '';
  return {
    async show() {
      // While no worker can say, there is nothing to show.
      const frontier = await client
        .withDeadline(Date.now() + queryTimeoutMs, () => client.workflow.getHandle(id).query(frontierQuery))
        .catch(() => undefined);
      if (!frontier || frontier.steps === 0) return;
      const { steps, stepsLeft, screensNew, edgesNew, openScreens, policy } = frontier;
      const line = `${terminal.colors.dim(String(steps).padStart(4))}  ${screensNew} screens, ${edgesNew} edges, ${openScreens} with something untried ${terminal.colors.dim(`· ${policy} · ${stepsLeft} steps left`)}`;
      if (line !== last) terminal.print(line);
      last = line;
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
  const unknown = summary.unknown_outcomes ?? 0;
  return [
    `\n${bold(paint(reason))}${breached === undefined ? '' : ` (${breached})`} after ${steps} steps in ${duration(time_ms)}`,
    `${screens_new} screens and ${edges_new} edges found${known}`,
    ...(tokens > 0 ? [`${tokens} tokens, ${cost_usd.toFixed(2)} USD`] : []),
    ...(unknown > 0 ? [`${unknown} action${unknown > 1 ? 's' : ''} with an unknown outcome`] : []),
    terminal.colors.dim(`${program} graph ${summary.app_id ?? ''}`),
  ].join('\n');
}
