import { Command } from 'commander';
import type { Variables } from '../../domain/run/json.js';
import type { HistoryEntry } from '../../domain/procedure/history.js';
import { procedureQuery } from '../../workflows/messages.js';
import type { ProcedureSummary } from '../../workflows/procedure/progress.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { clip, shellQuote } from '../../client/text.js';
import { printJson } from '../output.js';
import { readEntries } from '../../client/procedures/entries.js';
import { readHistory } from '../../client/procedures/history.js';
import { historyCard } from '../../client/report/engine-cards.js';
import { renderCard } from '../render-card.js';
import { proceduresOf, sealedState } from '../../client/procedures/reach-run.js';
import { isState } from '../../client/procedures/state-word.js';
import type { Asking } from '../../client/requests.js';
import { renderAsking } from '../render-request.js';
import { describeRun, type RunDescription } from '../../client/run-description.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';
import { procedureType } from '../../client/runs.js';

interface Shown {
  readonly workflow: string;
  readonly digest: string;
  /** RUNNING, PENDING, or how it ended. */
  readonly state: string;
  readonly revision: number;
  readonly refusals?: number;
  readonly variables: Variables;
  readonly history: readonly HistoryEntry[];
  readonly message?: string;
  readonly asking?: Asking;
}

export function procedureShowCommand(context: CliContext): Command {
  return new Command('show')
    .description('Show a run: its variables, and everything that happened in it, with who did it and when')
    .argument('<run>', 'the run’s id, or a state that a call returned', runWord(context))
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand procedure show procedure-release-01k2')
    .action(
      runCommand(context, async (named: string, { json }: { readonly json?: true }) => {
        const shown = await shownOf(context, named);
        if (json) printJson(context.terminal, shown);
        else render(context, named, shown);
      }),
    );
}

export function shownOf(context: CliContext, named: string): Promise<Shown> {
  return isState(named) ? shownOfState(context, named) : shownOfRun(context, named);
}

async function shownOfState(context: CliContext, token: string): Promise<Shown> {
  const sealed = sealedState(await proceduresOf(context, { folder: 'optional' }), token);
  if ('id' in sealed) return shownOfRun(context, sealed.id);
  const { workflow, digest, state, calls, last } = sealed;
  return {
    workflow,
    digest,
    state: (state.ended ?? 'running').toUpperCase(),
    revision: calls,
    variables: state.variables,
    history: await readHistory(context.artifacts(), last),
  };
}

async function shownOfRun(context: CliContext, id: string): Promise<Shown> {
  const client = await context.client();
  const description = await describeRun(client, id);
  if (description.type !== procedureType)
    throw new CommandError(
      'refused',
      `'${id}' is not a procedure but a run of '${description.type}': \`${context.program} show ${shellQuote(id)}\` shows it.`,
    );
  const { asking, message, outcome, state } = description;
  const more = { state: (outcome ?? state).toUpperCase(), message, asking };
  const ended = resultOf(description);
  if (ended) return { ...ended, ...more, history: await readEntries(context, id) };
  const view = await client.workflow.getHandle(id).query(procedureQuery);
  const { workflow, digest, revision, refusals, variables } = view;
  const history = await readEntries(context, id, view);
  return { workflow, digest, revision, refusals, variables, ...more, history };
}

/** What it returned; the server has it without a worker. */
function resultOf({ result }: RunDescription): Omit<Shown, 'state' | 'history'> | undefined {
  if (!result) return undefined;
  const { workflow, digest, revisions: revision, refusals, variables } = result as unknown as ProcedureSummary;
  return { workflow, digest, revision, refusals, variables };
}

function render({ terminal, program, webUi }: CliContext, named: string, shown: Shown): void {
  const { bold, cyan, dim } = terminal.colors;
  const { workflow, digest, state, revision, refusals, variables, history, message, asking } = shown;
  terminal.print(`${bold(isState(named) ? workflow : named)}  ${state}`);
  const ui = isState(named) ? undefined : webUi(named);
  if (ui) terminal.print(cyan(ui));
  terminal.print(dim(`${workflow}, ${digest.slice(0, 19)}…, ${revision} moves${refusals ? `, ${refusals} refused calls` : ''}`));
  if (message !== undefined) terminal.print(message);
  for (const card of history.map(historyCard)) terminal.print(renderCard(terminal, card, []));
  const set = Object.entries(variables);
  if (set.length > 0)
    terminal.print(`\n${bold('Variables')}\n${set.map(([name, value]) => `  ${name} = ${clip(JSON.stringify(value), 100)}`).join('\n')}`);
  if (asking) terminal.print(renderAsking({ terminal, program }, asking));
}
