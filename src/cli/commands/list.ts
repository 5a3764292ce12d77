import { Command, InvalidArgumentError, Option } from 'commander';
import type { CliContext } from '../context.js';
import { clip } from '../../client/text.js';
import { ago, printJson, renderTable } from '../output.js';
import { runCommand } from '../run-command.js';
import { type RunState, runStates, type RunSummary } from '../../client/runs.js';
import type { Terminal } from '../terminal.js';

interface ListOptions {
  readonly state?: RunState;
  readonly limit: number;
  readonly json?: true;
}

export function listCommand(context: CliContext): Command {
  return new Command('list')
    .description('List runs, newest first')
    .addOption(new Option('--state <state>', 'only runs in this state').choices(runStates).argParser(parseState))
    .option('--limit <n>', 'at most this many', parseLimit, 20)
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExample:\n  steadyhand list\n  steadyhand list --state PENDING --json')
    .action(
      runCommand(context, async ({ state, limit, json }: ListOptions) => {
        const { terminal } = context;
        const runs = await context.steadyhand.list({ ...(state ? { state } : {}), limit });
        if (json) for (const run of runs) printJson(terminal, run);
        else if (runs.length === 0)
          terminal.print(state ? `No run is ${state}.` : `No runs yet: start one with \`${context.program} run "…" --url https://…\`.`);
        else terminal.print(renderRuns(terminal, runs, new Date()));
      }),
    );
}

export function renderRuns(terminal: Terminal, runs: readonly RunSummary[], now: Date): string {
  const rows = runs.map((run) => [run.id, run.state, ago(new Date(run.started), now), clip(run.request ?? '', 60)]);
  return renderTable(terminal, ['run', 'state', 'started', 'request'], rows);
}

function parseState(word: string): RunState {
  const wanted = word.toUpperCase().replace('CANCELLED', 'CANCELED');
  const state = runStates.find((candidate) => candidate === wanted);
  if (!state) throw new InvalidArgumentError(`Allowed choices are ${runStates.join(', ')}.`);
  return state;
}

export function parseLimit(word: string): number {
  const limit = Number(word);
  if (!Number.isInteger(limit) || limit < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return limit;
}
