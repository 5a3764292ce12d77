import { Command, InvalidArgumentError, Option } from 'commander';
import type { CliContext } from '../context.js';
import { clip } from '../../client/text.js';
import { ago, printJson, renderTable } from '../output.js';
import { runCommand } from '../run-command.js';
import type { RunSummary } from '../../client/runs.js';
import { type RunEngine, runEngines, type RunState, runStates } from '../../domain/run/listed.js';
import { attributePair } from '../../client/search-attributes.js';
import type { Terminal } from '../terminal.js';

interface ListOptions {
  readonly state?: RunState;
  readonly engine?: RunEngine;
  readonly where?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly limit: number;
  readonly json?: true;
}

export function listCommand(context: CliContext): Command {
  return new Command('list')
    .description('List runs, newest first')
    .addOption(new Option('--state <state>', 'only runs in this state').choices(runStates).argParser(parseState))
    .addOption(new Option('--engine <engine>', 'only runs of this engine').choices(runEngines))
    .option('--where <name=value>', 'only runs whose search attribute has this value; may be repeated', collectPair)
    .option('--query <text>', 'only runs that fit this visibility query')
    .option('--limit <n>', 'at most this many', parseLimit, 20)
    .option('--json', 'print one JSON object per line')
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand list\n  steadyhand list --state PENDING --json\n  steadyhand list --engine flow --where Customer=acme',
    )
    .action(
      runCommand(context, async ({ json, ...wanted }: ListOptions) => {
        const { terminal } = context;
        const runs = await context.steadyhand.list(wanted);
        if (json) for (const run of runs) printJson(terminal, run);
        else if (runs.length === 0) terminal.print(nothingText(wanted, context.program));
        else terminal.print(renderRuns(terminal, runs, new Date()));
      }),
    );
}

export function renderRuns(terminal: Terminal, runs: readonly RunSummary[], now: Date): string {
  const rows = runs.map((run) => [
    run.id,
    run.state,
    ago(new Date(run.started), now),
    run.sealed ? terminal.colors.dim('cannot be decrypted with the keys here') : clip(run.request ?? '', 60),
  ]);
  return renderTable(terminal, ['run', 'state', 'started', 'request'], rows);
}

function parseState(word: string): RunState {
  const wanted = word.toUpperCase().replace('CANCELLED', 'CANCELED');
  const state = runStates.find((candidate) => candidate === wanted);
  if (!state) throw new InvalidArgumentError(`Allowed choices are ${runStates.join(', ')}.`);
  return state;
}

function nothingText({ state, engine, where, query }: ListOptions, program: string): string {
  if (engine !== undefined || where !== undefined || query !== undefined) return 'No run fits that.';
  return state ? `No run is ${state}.` : `No runs yet: start one with \`${program} run "…" --url https://…\`.`;
}

function collectPair(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const pair = attributePair(text);
  if (!pair) throw new InvalidArgumentError('Give the name of a search attribute, = and its value.');
  return { ...before, [pair.name]: pair.value };
}

export function parseLimit(word: string): number {
  const limit = Number(word);
  if (!Number.isInteger(limit) || limit < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return limit;
}
