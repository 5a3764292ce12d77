// What a person sees of a flow: how it ended, and the way that it took.
import type { RunEnd } from '../client/run-end.js';
import { healText } from '../domain/flow/heal.js';
import { shellQuote } from '../client/text.js';
import type { FlowResult } from '../workflows/flow/flow-result.js';
import type { CliContext } from './context.js';

export function renderFlowEnd(
  { terminal, program }: CliContext,
  id: string,
  { outcome, message, result: flow }: RunEnd<Partial<FlowResult>>,
): string {
  const { bold, green, red, yellow } = terminal.colors;
  const how = flow?.outcome ?? outcome;
  const told = message ?? flow?.message ?? '';
  const checks = (flow?.checks ?? []).map(
    ({ node, check, result: verdict, reason }) =>
      `  ${verdict === 'passed' ? green('passed') : verdict === 'warned' ? yellow('warned') : red(verdict)}  ${node.name}: ${check}: ${reason}`,
  );
  const unknown = flow?.unknownOutcomes ?? 0;
  return [
    `\n${bold((how === 'completed' ? green : red)(how))}${flow?.verdict === 'failed' ? red(', but its checks say otherwise') : ''}${told === '' ? '' : ` ${told}`}`,
    ...(flow?.text === undefined ? [] : [flow.text]),
    ...checks,
    ...(flow?.heals ?? []).map((heal) => yellow(`healed: ${healText(heal)}`)),
    ...(flow?.fallback === undefined ? [] : [yellow(`an agent did the rest: \`${program} show ${shellQuote(flow.fallback)}\``)]),
    ...(unknown > 0
      ? [`${unknown} action${unknown > 1 ? 's' : ''} with an unknown outcome: \`${program} flow show ${shellQuote(id)}\` says which.`]
      : []),
  ].join('\n');
}

export interface Path {
  /** Names of the last nodes, in their order. */
  readonly visited: readonly string[];
  /** Of the whole run. */
  readonly visits: number;
}

const longestPath = 60;

/** `… 40 before → Ring → Answer → Until answered`. */
export function renderPath({ visited, visits }: Path): string {
  const last = visited.slice(-longestPath);
  const before = visits - last.length;
  return [...(before > 0 ? [`… ${before} before`] : []), ...last].join(' → ');
}
