// The flows that are kept or written down: listed, saved, printed, checked, made from runs.
import { flowText } from '../../domain/flow/flow-text.js';
import { Command } from 'commander';
import type { CliContext } from '../context.js';
import { flowDrawCommand, flowShowCommand } from './flow-show.js';
import { flowHealsCommand } from './flow-heals.js';
import { flowRunCommand } from './flow-run.js';
import { cassetteOf } from './rerun.js';
import { shellQuote, clip } from '../../client/text.js';
import { type FlowInputDocument, flowJsonSchema } from '../../domain/flow/document.schema.js';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import { printJson, renderTable } from '../output.js';
import { fileNameOf } from './report.js';
import { runCommand, runWords } from '../run-command.js';
import { writeNamedFile } from '../files.js';
import { duration } from '../../domain/report/iso-time.js';
import type { FlowSummary } from '../../client/library/flows.js';
import { money } from '../../domain/library/reuse.js';
import type { Terminal } from '../terminal.js';
import { type Problem, problemText } from '../../domain/flow/problem.js';
import { type FlowFile, flowOf, namedFlow, readFlowDocument, readFlowFile, unreadFlow, versionFrom } from '../flow-file.js';
import { withNeeds } from '../flow-needs.js';
import { collectVariables, type VariableOptions } from '../variable-options.js';
import { CommandError, type ExitCode, exitCodes } from '../errors.js';

export function flowCommand(context: CliContext): Command {
  return new Command('flow')
    .description('Run, check, keep, show and draw flows: graphs of deterministic nodes and AI steps')
    .addCommand(flowRunCommand(context))
    .addCommand(flowFromRunCommand(context))
    .addCommand(flowValidateCommand(context))
    .addCommand(flowShowCommand(context))
    .addCommand(flowListCommand(context))
    .addCommand(flowSaveCommand(context))
    .addCommand(flowHealsCommand(context))
    .addCommand(flowDrawCommand(context))
    .addCommand(flowJsonCommand(context))
    .addCommand(flowSchemaCommand(context));
}

interface FromRunOptions {
  readonly out?: string;
  readonly name?: string;
  readonly loops?: true;
  readonly json?: true;
}

function flowFromRunCommand(context: CliContext): Command {
  return new Command('from-run')
    .description('Make a flow from a recorded run: it does again what the run did, without a model')
    .argument('<run...>', 'the id of a run, or a file that `export` wrote; of a flow with AI steps several runs', runWords(context))
    .option('--out <file>', 'write there. By default <id>.flow.json in the working directory')
    .option('--name <name>', "the flow's name. By default the beginning of the request")
    .option('--loops', 'three or more repetitions over rows become one loop over a list of them')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nWhat the run did and the flow does not is told, line by line, and stands in the flow (compiled.left_out).\n\nExample:\n  steadyhand flow from-run agent-01k2 --out order.flow.json\n  steadyhand flow run order.flow.json --url https://shop.example --var quantity=3',
    )
    .action(runCommand(context, (runs: readonly string[], options: FromRunOptions) => compile(context, runs, options)));
}

async function compile(context: CliContext, runs: readonly string[], { out, name, loops, json }: FromRunOptions): Promise<void> {
  const { terminal, program, steadyhand } = context;
  const cassettes: Cassette[] = [];
  for (const run of runs) cassettes.push(await cassetteOf(context, run, { pictures: false }));
  const { flow, leftOut } = await steadyhand.compile(cassettes, { loops: loops === true, name });
  const file = out ?? `${fileNameOf(cassettes[0]?.run ?? 'run')}.flow.json`;
  await writeNamedFile(file, `${flowText(flow)}\n`, '--out');
  if (json) {
    printJson(terminal, { file, nodes: flow.nodes.length, form: flow.form ?? [], leftOut });
    return;
  }
  const { dim, yellow, cyan } = terminal.colors;
  terminal.print(`${file}: ${flow.nodes.length} nodes${variablesTold(flow)}.`);
  for (const sentence of leftOut) terminal.print(`  ${yellow('–')} ${sentence}`);
  if (leftOut.length === 0) terminal.print(dim('  Nothing was left out.'));
  terminal.print(cyan(`${program} flow run ${shellQuote(file)}`));
}

/** `, variables: quantity = 2`. */
function variablesTold({ form = [] }: FlowInputDocument): string {
  if (form.length === 0) return '';
  const told = form.map(({ name, default: value }) => (value === undefined ? name : `${name} = ${JSON.stringify(value)}`));
  return `, ${form.length} ${form.length === 1 ? 'variable' : 'variables'}: ${told.join(', ')}`;
}

function flowSchemaCommand(context: CliContext): Command {
  return new Command('schema')
    .description('Print the JSON Schema of flow documents')
    .addHelpText('after', '\nExample:\n  steadyhand flow schema > flow.schema.json')
    .action(runCommand(context, async () => context.terminal.print(JSON.stringify(flowJsonSchema(), null, 2))));
}

function flowListCommand(context: CliContext): Command {
  return new Command('list')
    .description('List the flows of the library: versions, how often each succeeded, what they saved')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExample:\n  steadyhand flow list')
    .action(
      runCommand(context, async ({ json }: { readonly json?: true }) => {
        const { terminal, program } = context;
        const { flows, unreadable } = await context.steadyhand.flows.list();
        for (const problem of unreadable) terminal.warn(terminal.colors.yellow(problem));
        if (json) for (const flow of flows) printJson(terminal, flow);
        else
          terminal.print(
            flows.length === 0 ? `The library has no flow: \`${program} flow save <file>\` puts one there.` : renderFlows(terminal, flows),
          );
      }),
    );
}

function renderFlows(terminal: Terminal, flows: readonly FlowSummary[]): string {
  const rows = flows.map((flow) => [
    flow.id,
    String(flow.version),
    clip(flow.application ?? '', 40),
    String(flow.runs),
    successText(flow),
    flow.saved === undefined ? '' : savedText(flow.saved),
    flow.waitingHeals === 0 ? '' : `${flow.waitingHeals} to decide`,
  ]);
  return renderTable(terminal, ['flow', 'version', 'application', 'runs', 'succeeded', 'saved', 'heals'], rows);
}

/** Newest version first: `v2 3/3, v1 1/2`. */
function successText({ versions }: FlowSummary): string {
  const shown = versions.slice(0, 3).map(({ version, runs, succeeded }) => `v${version} ${succeeded}/${runs}`);
  return [...shown, ...(versions.length > shown.length ? ['…'] : [])].join(', ');
}

function savedText({ usd, ms }: NonNullable<FlowSummary['saved']>): string {
  return `${usd < 0 ? '-' : ''}${money(Math.abs(usd))}, ${ms < 0 ? '-' : ''}${duration(Math.abs(ms))}`;
}

interface SaveOptions {
  readonly expect?: number;
  readonly json?: true;
}

function flowSaveCommand(context: CliContext): Command {
  return new Command('save')
    .description('Put a flow into the library, as its next version; older ones stay')
    .argument('<file>', 'flow document (JSON), or a module that exports one (TypeScript, JavaScript)')
    .option('--expect <version>', 'only if this is the newest version there; 0: only if there is none', versionFrom(0))
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand flow save shop.flow.json\n  steadyhand flow save shop.flow.json --expect 2')
    .action(
      runCommand(context, async (path: string, { expect, json }: SaveOptions) => {
        const { terminal, program } = context;
        const file = await readFlowFile(path);
        const document = flowOf(file, program);
        for (const problem of file.problems) terminal.warn(terminal.colors.yellow(problemText(problem)));
        const { id, version } = await context.steadyhand.flows.save(document, expect === undefined ? {} : { expectedVersion: expect });
        if (json) printJson(terminal, { id, version });
        else
          terminal.print(`${terminal.colors.bold(id)} is in the library, in version ${version}: \`${program} flow run ${id}\` starts it.`);
      }),
    );
}

interface JsonOptions {
  readonly version?: number;
}

function flowJsonCommand(context: CliContext): Command {
  return new Command('json')
    .description('Print a flow as JSON: one of the library, or one written in TypeScript or JavaScript')
    .argument('<flow>', 'name of a flow in the library, or a module that exports what defineFlow returned, as `flow`')
    .option('--version <number>', 'that version, of a flow in the library', versionFrom(1))
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand flow json shop.flow.ts > shop.flow.json\n  steadyhand flow json order-the-kettle --version 2 > order.flow.json',
    )
    .action(
      runCommand(context, async (word: string, { version }: JsonOptions) => {
        context.terminal.print(await textOf(context, word, version));
      }),
    );
}

async function textOf(context: CliContext, word: string, version: number | undefined): Promise<string> {
  const named = await namedFlow(context, word);
  if (!named && version !== undefined)
    throw new CommandError(
      'usage',
      `--version is for flows of the library, and ${word} is a file: give a name that \`${context.program} flow list\` shows.`,
    );
  if (!named) return JSON.stringify((await readFlowDocument(word)).document, undefined, 2);
  return flowText(version === undefined ? named.document : (await context.steadyhand.flows.read(named.id, version)).document);
}

interface ValidateOptions extends VariableOptions {
  readonly json?: true;
}

function flowValidateCommand(context: CliContext): Command {
  return new Command('validate')
    .description('Check flow documents: every error at once, each with its node')
    .argument('<file...>', 'flow documents (JSON), or modules that export one (TypeScript, JavaScript)')
    .option('--var <name=value>', 'a variable that a run would start with', collectVariables, {})
    .option('--json', 'print one JSON line for each file')
    .addHelpText(
      'after',
      '\nExit code: 0 when all can run, 1 when one cannot.\n\nExample:\n  steadyhand flow validate examples/flows/*.flow.json',
    )
    .action(runCommand(context, (paths: readonly string[], options: ValidateOptions) => validate(context, paths, options)));
}

async function validate(context: CliContext, paths: readonly string[], { json, var: variables }: ValidateOptions): Promise<ExitCode> {
  const given = Object.keys(variables);
  const read: FlowFile[] = [];
  for (const path of paths) read.push(await readFlowFile(path, given).catch((error: unknown) => unreadFlow(path, error)));
  const files = await withNeeds(context, read, given);
  for (const { path, flow, problems } of files) {
    if (json) printJson(context.terminal, { file: path, ok: flow !== undefined, problems });
    else context.terminal.print(renderValidated(context, path, problems, flow !== undefined));
  }
  return files.every(({ flow }) => flow !== undefined) ? exitCodes.done : exitCodes.failed;
}

function renderValidated({ terminal }: CliContext, path: string, problems: readonly Problem[], ok: boolean): string {
  const { bold, green, red, yellow } = terminal.colors;
  const lines = problems.map((problem) => `  ${(problem.severity === 'error' ? red : yellow)(problemText(problem))}`);
  return [`${bold(path)}  ${ok ? green('ok') : red('cannot run')}`, ...lines].join('\n');
}
