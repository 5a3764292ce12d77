import { WorkflowNotFoundError } from '@temporalio/common';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { CliContext } from '../context.js';
import { ClientError, standstillText, unknownRun } from '../../client/errors.js';
import { clip, shellQuote } from '../../client/text.js';
import { ago, printJson, renderTable } from '../output.js';
import { locatePictures, printCard, renderAsking, usageText } from '../render.js';
import { runCommand, runWord } from '../run-command.js';
import { readFlowRun } from '../../client/report/engine-cards.js';
import { describeRun, deviceFacts, reusedLine, type RunDescription } from '../../client/run-description.js';
import { flowType, procedureType, type RunSummary } from '../../client/runs.js';
import { readRun } from '../../client/report/read-report.js';
import { agentName } from '../../domain/report/agent-cards.js';
import type { ReportCard } from '../../domain/report/report.schema.js';
import { StoreUnavailableError } from '../../ports/run-records.js';
import type { HoldStatus } from '../../workflows/messages.js';
import { type RunEngine, runEngines, type RunState, runStates } from '../../domain/run/listed.js';
import { attributePair } from '../../client/search-attributes.js';
import type { Terminal } from '../terminal.js';

interface Shown {
  readonly description: RunDescription | undefined;
  readonly cards: readonly ReportCard[];
  readonly isFlow: boolean;
}

export function showCommand(context: CliContext): Command {
  return new Command('show')
    .description(
      'Show a run: its state, what it asks, and the cards of its report: each step with thought, action, outcome and screenshots',
    )
    .argument('<id>', 'the run, or one of its agents (<run>/app-1) for that agent’s steps alone', runWord(context))
    .option('--json', 'print one JSON object')
    .addHelpText('after', "\nExample:\n  steadyhand show agent-01k2\n  steadyhand show agent-01k2 --json | jq '.cards[].title'")
    .action(
      runCommand(context, async (id: string, { json }: { readonly json?: true }) => {
        const shown = await readShown(context, id);
        if (json) printJson(context.terminal, { id, ...shown.description, cards: await withFiles(context, shown.cards) });
        else await render(context, id, shown);
      }),
    );
}

/** The records are files, so they can be shown even when no server answers, or after it has dropped the run. */
async function readShown(context: CliContext, id: string): Promise<Shown> {
  try {
    const { description, report } = await readRun(context, id);
    const { run, missing } = report;
    const isWhole = run === id;
    const cards = isWhole ? report.cards : report.cards.filter(({ agent }) => agent === agentName(run, id));
    const isFlow = isWhole ? report.engine === 'flow' : (await readFlowRun(context, id)) !== undefined;
    if (!description && !isFlow && cards.length === 0) throw new ClientError('run-not-found', unknownRun(id, context.program));
    if (!description && isWhole) for (const sentence of missing) context.terminal.warn(sentence);
    return { description, cards, isFlow };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw new ClientError('run-not-found', unknownRun(id, context.program));
    if (!(error instanceof StoreUnavailableError)) throw error;
    const description = await describeRun(await context.client(), id);
    context.terminal.warn(`Its steps cannot be shown now. ${error.message}`);
    return { description, cards: [], isFlow: description.type === flowType };
  }
}

async function withFiles(context: CliContext, cards: readonly ReportCard[]): Promise<readonly unknown[]> {
  return Promise.all(cards.map(async (card) => ({ ...card, files: await locatePictures(context.artifacts(), card) })));
}

async function render(context: CliContext, id: string, { description, cards, isFlow }: Shown): Promise<void> {
  const { terminal, program } = context;
  const { bold, cyan } = terminal.colors;
  terminal.print([bold(id), ...(description ? [description.outcome ?? description.state] : [])].join('  '));
  const ui = description && context.webUi(id);
  if (ui) terminal.print(cyan(ui));
  if (description) for (const line of factsOf(description, program)) terminal.print(line);
  if (description?.type === procedureType)
    terminal.print(`A procedure: \`${program} procedure show ${shellQuote(id)}\` shows its variables.`);
  if (isFlow) terminal.print(`A flow: \`${program} flow show ${shellQuote(id)}\` shows its path and variables.`);
  for (const card of cards) {
    terminal.print('');
    await printCard(context, card);
  }
  if (description?.asking) terminal.print(renderAsking(context, description.asking));
}

function factsOf(description: RunDescription, program: string): readonly string[] {
  const reused = reusedLine(description);
  const {
    type,
    request,
    message,
    isStuck,
    withoutWorker,
    waits,
    subtasks,
    usage,
    result,
    unknownOutcomes,
    withoutEffect,
    progress,
    asking,
  } = description;
  return [
    ...(request ? [request] : []),
    ...(reused === undefined ? [] : [reused]),
    ...(message ? [message] : []),
    ...(isStuck ? [standstillText] : []),
    ...(withoutWorker
      ? [
          `It waits for a worker: none answers. Start one with \`${program} worker\`; where workers have versions, \`${program} doctor\` says which one is missing.`,
        ]
      : []),
    ...(waits === undefined ? [] : [waits]),
    ...(progress?.hold ? [heldLine(progress.hold)] : []),
    ...(progress && type !== procedureType && !progress.device && !asking ? ['It has no device now and waits for a free one.'] : []),
    ...subtasks.map(
      ({ status, subtask, application, result }) =>
        `  ${status}  ${subtask}${application ? ` (${application})` : ''}${result ? `: ${result}` : ''}`,
    ),
    ...deviceFacts(result).map(({ name, value }) => `${name} ${value}`),
    ...(usage && usage.modelCalls > 0 ? [usageText(usage)] : []),
    ...(withoutEffect ? [`${withoutEffect} times an action was repeated although nothing visible had come of it`] : []),
    ...(unknownOutcomes ? [`${unknownOutcomes} unknown outcomes: actions that may or may not have happened are marked below`] : []),
  ];
}

/** What the holder did is in the steps. */
function heldLine({ by, since, until, reason, parked }: HoldStatus): string {
  const stopped = parked ? '' : ' It stops after what it is at.';
  return `${by} has taken over since ${since}, until ${until} at the latest${reason === '' ? '' : ` (${reason})`}.${stopped}`;
}

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

function renderRuns(terminal: Terminal, runs: readonly RunSummary[], now: Date): string {
  const rows = runs.map((run) => [
    run.id,
    run.outcome ?? run.state,
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

function parseLimit(word: string): number {
  const limit = Number(word);
  if (!Number.isInteger(limit) || limit < 1) throw new InvalidArgumentError('It must be a whole number above 0.');
  return limit;
}
