// What a person sees of a flow beside its cards: where it is, the way that it took, and how it ended.
import type { RunEnd } from '../client/run-end.js';
import { healText } from '../domain/flow/heal.js';
import { shellQuote } from '../client/text.js';
import type { FlowResult } from '../workflows/flow/flow-result.js';
import type { CliContext } from './context.js';
import type { RunView } from './follow.js';

/** Where it is: a quiet line for each visit as it begins, since its card comes with the records, which a flow writes many at a time. When many arrive at once, only for the last ones. */
export function createFlowView({ terminal }: CliContext): RunView {
  let shown = 0;
  return (event) => {
    if (event.type !== 'position') return;
    const { visits, visited, loops, attempt } = event.position;
    const fresh = visited.slice(Math.max(0, visited.length - (visits - shown)));
    if (visits - shown > fresh.length) terminal.print(terminal.colors.dim(`  … ${visits - shown - fresh.length} more visits`));
    const round = Object.entries(loops).map(([name, text]) => ` · ${name} ${text}`);
    fresh.forEach((name, index) =>
      terminal.print(
        `${terminal.colors.dim(String(visits - fresh.length + index + 1).padStart(4))}  ${name}${index === fresh.length - 1 ? terminal.colors.dim(round.join('')) : ''}`,
      ),
    );
    if (fresh.length > 0 && (attempt ?? 0) > 0) terminal.print(terminal.colors.yellow(`      attempt ${(attempt ?? 0) + 1}`));
    shown = visits;
  };
}

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
