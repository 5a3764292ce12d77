// What a person sees of an explorer: how far it has got while it runs, and what it found.
import { duration } from '../domain/report/iso-time.js';
import type { RunEnd } from '../client/run-end.js';
import { shellQuote } from '../client/text.js';
import type { ExplorerSummary } from '../domain/explorer/requests.js';
import type { CliContext } from './context.js';
import type { RunView } from './follow.js';

/** Prints a line of progress after each step. */
export function createExplorerView({ terminal }: CliContext): RunView {
  return (event) => {
    if (event.type !== 'frontier' || event.frontier.steps === 0) return;
    const { steps, stepsLeft, timeLeftMs, screensNew, edgesNew, openScreens, coveragePct, policy } = event.frontier;
    const tried = coveragePct === undefined ? '' : `, ${coveragePct} % tried`;
    const found = `${screensNew} new screens, ${edgesNew} new edges${tried}, ${openScreens} with something untried`;
    const left = terminal.colors.dim(`· ${policy} · ${stepsLeft} steps, ${duration(timeLeftMs)} left`);
    terminal.print(`${terminal.colors.dim(String(steps).padStart(4))}  ${found} ${left}`);
  };
}

export function renderExplorerEnd(
  { terminal, program }: CliContext,
  { outcome, message, result }: RunEnd<Partial<ExplorerSummary>>,
): string {
  const { bold, green, yellow, red } = terminal.colors;
  const summary = result;
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
      ? [`${tokens} tokens, ${cost_usd.toFixed(2)} USD; ${Math.round(100 * kept)} % of answers came from the cache`]
      : []),
    ...(unknown > 0 ? [`${unknown} action${unknown > 1 ? 's' : ''} with an unknown outcome`] : []),
    ...(summary.app_id === undefined ? [] : [terminal.colors.dim(`${program} graph ${shellQuote(summary.app_id)}`)]),
  ].join('\n');
}
