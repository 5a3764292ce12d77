import { Command, Option } from 'commander';
import type { CliContext } from '../context.js';
import {
  abortCommand,
  actionsCommand,
  completeCommand,
  positionCommand,
  procedureStartCommand,
  reportCommand,
  respondCommand,
  skipCommand,
} from './procedure-calls.js';
import { type FileFinding, findingText, type LoadedProcedure, loadProcedures } from '../../adapters/procedures/load-procedures.js';
import { describeProcedure } from '../../domain/procedure/catalogue.js';
import { clip, shellQuote } from '../../client/text.js';
import { printJson, renderTable } from '../output.js';
import { proceduresOf, sealedState, stateOf } from '../../client/procedures/reach-run.js';
import { runCommand, runWord } from '../run-command.js';
import type { Variables } from '../../domain/run/json.js';
import type { HistoryEntry } from '../../domain/procedure/history.js';
import { procedureQuery } from '../../workflows/messages.js';
import type { ProcedureSummary } from '../../workflows/procedure/progress.js';
import { readEntries, readStatelessHistory } from '../../client/procedures/procedure-progress.js';
import { historyCard } from '../../client/report/engine-cards.js';
import { renderAsking, renderCard } from '../render.js';
import { isState } from '../../client/procedures/calls.js';
import type { OpenRequest } from '../../client/requests.js';
import { describeRun, type RunDescription } from '../../client/run-description.js';
import { procedureType } from '../../client/runs.js';
import { existsSync } from 'node:fs';
import { drawProcedure } from '../../domain/procedure/mermaid.js';
import { createProcedure, type Procedure } from '../../domain/procedure/procedure.js';
import { listed } from '../../domain/procedure/refusal.js';
import type { Profile, Severity } from '../../domain/procedure/finding.js';
import { CommandError, type ExitCode, exitCodes } from '../errors.js';

const commandsInOrder = [
  procedureListCommand,
  procedureStartCommand,
  positionCommand,
  actionsCommand,
  completeCommand,
  skipCommand,
  respondCommand,
  reportCommand,
  abortCommand,
  procedureShowCommand,
  procedureStateCommand,
  procedureLintCommand,
  procedureDrawCommand,
] as const;

export function procedureCommand(context: CliContext): Command {
  const command = new Command('procedure').description('Guide an agent or a person through steps and checkpoints that cannot be skipped');
  for (const create of commandsInOrder) command.addCommand(create(context));
  return command;
}

function procedureListCommand(context: CliContext): Command {
  return new Command('list')
    .description('List the procedures that can be started')
    .option('--json', 'print one JSON object per line')
    .action(
      runCommand(context, async ({ json }: { readonly json?: true }) => {
        const { terminal, program } = context;
        const { loaded, broken } = await proceduresOf(context);
        const described = [...loaded.values()].map(({ procedure, digest }) => ({ ...describeProcedure(procedure), digest }));
        if (json) for (const each of described) printJson(terminal, each);
        else if (described.length > 0) {
          const tells = described.some(({ format }) => format !== undefined);
          const rows = described.map(({ id, version, format = 'plain', title, activities }) => [
            ...[id, version, ...(tells ? [format] : [])],
            ...[String(activities.length), clip(title, 70)],
          ]);
          const heads = ['procedure', 'version', ...(tells ? ['format'] : []), 'activities', 'title'];
          terminal.print(renderTable(terminal, heads, rows));
        } else if (broken.size === 0)
          terminal.print(
            `No procedures in ${context.config().procedures}: put one there as <id>/workflow.yaml, or set STEADYHAND_PROCEDURES.`,
          );
        for (const [folder, findings] of broken) {
          const [first] = findings.filter(({ severity }) => severity === 'error');
          terminal.warn(
            `${terminal.colors.yellow('warning')} ${first ? findingText(first) : folder} (left out: \`${program} procedure lint ${shellQuote(folder)}\` shows all that is wrong)`,
          );
        }
      }),
    );
}

function procedureStateCommand(context: CliContext): Command {
  return new Command('state')
    .description('Print a fresh state of a run, for an agent that has lost its own')
    .argument('<run>', 'the run’s id', runWord(context))
    .option('--json', 'print one JSON object')
    .action(
      runCommand(context, async (run: string, { json }: { readonly json?: true }) => {
        const state = await stateOf(context, await proceduresOf(context, { folder: 'optional' }), run);
        if (json) printJson(context.terminal, { run, state });
        else context.terminal.print(state);
      }),
    );
}

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
  readonly asking?: OpenRequest;
}

function procedureShowCommand(context: CliContext): Command {
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

function shownOf(context: CliContext, named: string): Promise<Shown> {
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
    history: await readStatelessHistory(context.artifacts(), last),
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

function procedureDrawCommand(context: CliContext): Command {
  return new Command('draw')
    .description('Draw procedures as Mermaid text: their activities and the transitions between them')
    .argument('<procedure>', 'its id, or a folder: of its definition, or of several, which are all drawn')
    .option('--run <run>', 'mark what this run visited, and how often', runWord(context))
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand procedure draw release > release.mmd\n  steadyhand procedure draw examples/procedures/release',
    )
    .action(
      runCommand(context, async (named: string, { run }: { readonly run?: string }) => {
        const { procedures, broken } = await find(context, named);
        const several = procedures.length + broken.length > 1;
        const visited = run === undefined ? undefined : await visitsIn(context, procedures, run);
        for (const procedure of procedures) {
          const visits = visited?.workflow === procedure.definition.id ? visited.visits : {};
          const drawn = drawProcedure(procedure, visits).trimEnd();
          context.terminal.print(several ? `%% ${procedure.definition.id}\n${drawn}\n` : drawn);
        }
        for (const folder of broken) context.terminal.warn(cannotBeFollowed(context, folder));
        return broken.length === 0 ? exitCodes.done : exitCodes.failed;
      }),
    );
}

interface Found {
  readonly procedures: readonly Procedure[];
  /** Folders of definitions that have errors. */
  readonly broken: readonly string[];
}

async function find(context: CliContext, named: string): Promise<Found> {
  if (named.includes('/') || existsSync(named)) {
    const loaded = await readProcedures(named, 'compat');
    const procedures = loaded.flatMap(({ definition }) => (definition ? [createProcedure(definition)] : []));
    if (procedures.length === 0) throw new CommandError('refused', cannotBeFollowed(context, named));
    return { procedures, broken: loaded.flatMap(({ folder, definition }) => (definition ? [] : [folder])) };
  }
  const { loaded } = await proceduresOf(context);
  const found = loaded.get(named);
  if (found) return { procedures: [found.procedure], broken: [] };
  throw new CommandError('refused', `There is no procedure '${named}': \`${context.program} procedure list\` lists them.`);
}

function cannotBeFollowed({ program }: CliContext, folder: string): string {
  return `${folder} cannot be followed: \`${program} procedure lint ${shellQuote(folder)}\` says why.`;
}

async function visitsIn(context: CliContext, procedures: readonly Procedure[], run: string): Promise<Visited> {
  const { workflow, history } = await shownOf(context, run);
  const ids = procedures.map(({ definition }) => definition.id);
  if (!ids.includes(workflow)) throw new CommandError('refused', `'${run}' is a run of '${workflow}', not of ${listed(ids)}.`);
  const visits: Record<string, number> = {};
  for (const { activity, visit } of history) visits[activity] = Math.max(visit, visits[activity] ?? 0);
  return { workflow, visits };
}

interface Visited {
  readonly workflow: string;
  readonly visits: Readonly<Record<string, number>>;
}

interface Options {
  readonly profile: Profile;
  readonly mermaid?: true;
  readonly json?: true;
}

function procedureLintCommand(context: CliContext): Command {
  return new Command('lint')
    .description('Check definitions: report everything that is wrong or doubtful, with file and place')
    .argument('<folder>', 'a definition, or a folder of them')
    .addOption(
      new Option('--profile <profile>', 'compat: what cannot be followed is an error; strict: what is doubtful is one too')
        .choices(['compat', 'strict'])
        .default('compat'),
    )
    .option('--mermaid', 'print Mermaid source of each that can be followed')
    .option('--json', 'print one JSON line for each definition')
    .addHelpText(
      'after',
      '\nExit code: 0 when all can be followed, 1 when one cannot.\n\nExample:\n  steadyhand procedure lint examples/procedures --profile strict',
    )
    .action(runCommand(context, (folder: string, options: Options) => lint(context, folder, options)));
}

async function lint({ terminal }: CliContext, folder: string, { profile, mermaid, json }: Options): Promise<ExitCode> {
  const loaded = await readProcedures(folder, profile);
  for (const { folder: of, definition, digest, findings } of loaded) {
    const picture = mermaid && definition ? drawProcedure(createProcedure(definition)) : undefined;
    if (json)
      printJson(terminal, {
        folder: of,
        ok: definition !== undefined,
        id: definition?.id,
        format: definition ? (definition.format ?? 'plain') : undefined,
        digest: definition ? digest : undefined,
        findings,
        picture,
      });
    else terminal.print([...renderFindings({ terminal }, of, findings, definition), ...(picture ? [picture.trimEnd()] : [])].join('\n'));
  }
  return loaded.every(({ definition }) => definition !== undefined) ? exitCodes.done : exitCodes.failed;
}

/** Throws a usage error for a folder that cannot be read, or holds none. */
async function readProcedures(folder: string, profile: Profile): Promise<readonly LoadedProcedure[]> {
  const loaded = await loadProcedures(folder, profile).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      'usage',
      `${folder} cannot be read (${error.code ?? error.message}): give the folder of a definition, or of several.`,
    );
  });
  if (loaded.length > 0) return loaded;
  throw new CommandError(
    'usage',
    `${folder} holds no definition: that is a folder with a file workflow.toon, workflow.yaml or workflow.json.`,
  );
}

/** Notes are many and alike: they are counted here, and listed by --json; so are findings beyond the first. */
const mostTold = 100;

function renderFindings(
  { terminal: { colors } }: Pick<CliContext, 'terminal'>,
  folder: string,
  findings: readonly FileFinding[],
  definition: LoadedProcedure['definition'],
): readonly string[] {
  const paint: Readonly<Record<Severity, (text: string) => string>> = { error: colors.red, warning: colors.yellow, note: colors.dim };
  const format = definition?.format === undefined ? '' : ` ${colors.dim(`(format: ${definition.format})`)}`;
  const told = findings.filter(({ severity }) => severity !== 'note');
  const notes = findings.length - told.length;
  return [
    `${colors.bold(folder)}  ${definition ? colors.green('ok') : colors.red('cannot be followed')}${format}`,
    ...told
      .slice(0, mostTold)
      .map(
        ({ severity, code, file, path, message }) =>
          `  ${paint[severity](severity)} ${file}${path === '' ? '' : `: ${path}`}: ${message} ${colors.dim(`(${code})`)}`,
      ),
    ...(told.length > mostTold ? [`  and ${told.length - mostTold} more (--json shows them)`] : []),
    ...(notes > 0
      ? [colors.dim(`  and ${notes} ${notes === 1 ? 'note' : 'notes'}: unknown fields or other spellings (--json shows them)`)]
      : []),
  ];
}
