// What a person sees of a flow: each node as it is visited, and how it ended.
import type { Client } from '@temporalio/client';
import type { Variables } from '../domain/flow/variables.js';
import type { FlowResult } from '../workflows/flow/flow.js';
import { positionQuery, variablesQuery, type FlowPosition } from '../workflows/messages.js';
import type { CliContext } from './context.js';
import type { RunView } from './follow.js';
import type { RunEnd } from '../client/run-end.js';

const queryTimeoutMs = 10_000;

/** A line for each visit; of many at once the last ones. */
export function createFlowView({ terminal }: CliContext, client: Client, id: string): RunView {
  let shown = 0;
  return {
    async show() {
      // While no worker can say, there is nothing to show.
      const position = await queryPosition(client, id).catch(() => undefined);
      if (!position) return;
      const { visits, visited, loops, attempt } = position;
      const fresh = visited.slice(Math.max(0, visited.length - (visits - shown)));
      if (visits - shown > fresh.length) terminal.print(terminal.colors.dim(`  … ${visits - shown - fresh.length} visits more`));
      const round = Object.entries(loops).map(([name, text]) => ` · ${name} ${text}`);
      fresh.forEach((name, index) =>
        terminal.print(
          `${terminal.colors.dim(String(visits - fresh.length + index + 1).padStart(4))}  ${name}${index === fresh.length - 1 ? terminal.colors.dim(round.join('')) : ''}`,
        ),
      );
      if (fresh.length > 0 && (attempt ?? 0) > 0) terminal.print(terminal.colors.yellow(`      attempt ${(attempt ?? 0) + 1}`));
      shown = visits;
    },
  };
}

/** Asks the run itself, also one that has ended; needs a worker. */
export function queryPosition(client: Client, id: string): Promise<FlowPosition> {
  return client.withDeadline(Date.now() + queryTimeoutMs, () => client.workflow.getHandle(id).query(positionQuery));
}

/** As `queryPosition`. */
export function queryVariables(client: Client, id: string): Promise<Variables> {
  return client.withDeadline(Date.now() + queryTimeoutMs, () => client.workflow.getHandle(id).query(variablesQuery));
}

export function renderFlowEnd({ terminal, program }: CliContext, { outcome, message, result }: RunEnd): string {
  const { bold, green, red, yellow } = terminal.colors;
  const flow = result as Partial<FlowResult> | undefined;
  const how = flow?.outcome ?? outcome;
  const told = message ?? flow?.message ?? '';
  const checks = (flow?.checks ?? []).map(
    ({ node, check, result: verdict, reason }) =>
      `  ${verdict === 'passed' ? green('passed') : verdict === 'warned' ? yellow('warned') : red(verdict)}  ${node.name}: ${check}: ${reason}`,
  );
  const unknown = flow?.unknownOutcomes ?? 0;
  return [
    `\n${bold((how === 'completed' ? green : red)(how))}${flow?.verdict === 'failed' ? red(', but its checks say otherwise') : ''}${told === '' ? '' : ` ${told}`}`,
    ...checks,
    ...(unknown > 0 ? [`${unknown} action${unknown > 1 ? 's' : ''} with an unknown outcome: \`${program} flow show\` says which.`] : []),
  ].join('\n');
}
