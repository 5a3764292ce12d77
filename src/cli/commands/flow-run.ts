// What a flow is started with, as `flow run` and `schedule create` take it: by the path of its document, or by its name in the library.
import { deviceFacts } from '../../client/run-description.js';
import { defined } from '../../domain/collections.js';
import { Command, Option } from 'commander';
import { flowDocuments, type LibraryStart, startOf } from '../../client/library/start-flow.js';
import { type HealMode, healText } from '../../domain/flow/heal.js';
import { problemText } from '../../domain/flow/problem.js';
import { refuseMissing } from '../../domain/flow/run-limits.js';
import type { FlowStart } from '../../domain/run/program-input.js';
import type { Variables } from '../../domain/run/json.js';
import type { LibraryFlow } from '../../ports/flow-library.js';
import type { CliContext } from '../context.js';
import { flowOf, namedFlow, readFlowFile } from '../flow-file.js';
import { readJsonObject } from '../files.js';
import { deviceInput, type DeviceOptions, queueInput, withDeviceOptions } from '../run-input.js';
import { collectVariables, type VariableOptions } from '../variable-options.js';
import type { Run } from '../../client/run.js';
import type { FlowResult } from '../../workflows/flow/flow-result.js';
import { runCommand } from '../run-command.js';
import { followRun, type RunView } from '../follow.js';
import { printJson } from '../output.js';
import { announce, type CallerOptions, quiet, startedJson, startOptions, traceparentOption, warnWhatIsMissing } from '../start-run.js';
import type { RunEnd } from '../../client/run-end.js';
import { shellQuote } from '../../client/text.js';
import { prepareFlow } from '../../client/inputs.js';
import { type ExitCode, exitCodeOf, exitCodes } from '../errors.js';

export interface FlowOptions extends DeviceOptions, VariableOptions {
  readonly input?: string;
  readonly heal?: HealMode;
  readonly fallback?: 'agent';
}

type FlowToStart =
  | { readonly saved: string; readonly input: LibraryStart; readonly deviceKind: string }
  | { readonly flow: FlowStart; readonly title: string };

/** Options of flows that agents do not have. */
export function withFlowOptions(command: Command): Command {
  return command
    .option('--var <name=value>', 'a variable for its conditions; may be given several times', collectVariables, {})
    .addOption(
      new Option('--heal <mode>', 'ask a model once for a target that is not found: with your consent, by itself, never').choices([
        'ask',
        'auto',
        'never',
      ]),
    )
    .addOption(new Option('--fallback <who>', 'who does the rest where the flow cannot go on').choices(['agent']));
}

/** Warns of what is odd with a document; throws a usage error for one that cannot run. */
export async function readFlowStart(context: CliContext, path: string, options: FlowOptions): Promise<FlowToStart> {
  const given = options.input === undefined ? {} : await readJsonObject(options.input);
  const named = await namedFlow(context, path);
  return named ? ofLibrary(context, named, given, options) : ofFile(context, path, given, options);
}

type Given = Readonly<Record<string, unknown>>;

function variablesOf(given: Given, options: FlowOptions): Variables {
  return { ...(typeof given['variables'] === 'object' ? (given['variables'] as Variables) : {}), ...options.var };
}

async function ofLibrary(context: CliContext, { id, document }: LibraryFlow, given: Given, options: FlowOptions): Promise<FlowToStart> {
  const isSaid =
    given['device'] !== undefined ||
    (['device', 'caps', 'url', 'app', 'headed', 'profile'] as const).some((name) => options[name] !== undefined);
  const device: NonNullable<LibraryStart['device']> = isSaid ? await deviceInput(given, options) : {};
  return {
    saved: id,
    input: { ...given, variables: variablesOf(given, options), ...defined({ ...mending(options), ...queueInput(options) }), device },
    deviceKind: device.kind ?? startOf(document, context.config().apps).kind ?? 'web',
  };
}

async function ofFile(context: CliContext, path: string, given: Given, options: FlowOptions): Promise<FlowToStart> {
  const { terminal } = context;
  const file = await readFlowFile(path, Object.keys(variablesOf(given, options)));
  const flow = flowOf(file, context.program);
  const variables = variablesOf(given, options);
  refuseMissing(flow, variables);
  for (const problem of file.problems) terminal.warn(terminal.colors.yellow(problemText(problem)));
  const input = {
    ...given,
    // Validated by `flowOf`.
    ...(await flowDocuments(file.document, file.called, () => context.artifacts())),
    variables,
    ...defined({ ...mending(options), ...queueInput(options) }),
    device: await deviceInput(given, options),
  };
  return { flow: input, title: flow.name };
}

function mending({ heal, fallback }: FlowOptions): Pick<FlowStart, 'heal' | 'fallback'> {
  return { heal, fallback };
}

// What is shown of a flow's run after its start: nothing more, or each node and its end.

interface FollowOptions {
  readonly follow?: true;
  readonly json?: true;
}

/** `more`: what `--json` prints besides. */
export async function followFlow(
  context: CliContext,
  started: Run<FlowResult>,
  { follow, json }: FollowOptions,
  more: object = {},
): Promise<ExitCode> {
  const { terminal } = context;
  if (!json) announce(context, started, 'flow show');
  if (!follow) {
    if (json) printJson(terminal, { ...startedJson(started), ...more });
    return exitCodes.done;
  }
  const shown = json ? quiet(context) : context;
  const end = await followRun(shown, started, createFlowView(shown));
  if (json) printJson(terminal, { ...startedJson(started), ...more, ...end });
  else terminal.print(renderFlowEnd(context, started.id, end));
  const code = exitCodeOf(end.outcome);
  return code !== exitCodes.limit && end.result?.verdict === 'failed' ? exitCodes.failed : code;
}

// What a person sees of a flow beside its cards: where it is, the way that it took, and how it ended.

/** Where it is: a quiet line for each visit as it begins, since its card comes with the records, which a flow writes many at a time. When many arrive at once, only for the last ones. */
function createFlowView({ terminal }: CliContext): RunView {
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
    `\n${bold((how === 'completed' ? green : how === 'result-not-read' ? yellow : red)(how))}${flow?.verdict === 'failed' ? red(', but its checks say otherwise') : ''}${told === '' ? '' : ` ${told}`}`,
    ...(flow?.text === undefined ? [] : [flow.text]),
    ...deviceFacts(flow).map(({ name, value }) => `${name} ${value}`),
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

interface Options extends FlowOptions, CallerOptions {
  readonly follow?: true;
  readonly json?: true;
}

export function flowRunCommand(context: CliContext): Command {
  const command = new Command('run')
    .description('Start a flow')
    .argument('<flow>', 'flow document (JSON), a module that exports one (TypeScript, JavaScript), or the name of a flow in the library');
  return withFlowOptions(withDeviceOptions(command))
    .option('--input <file>', "JSON object with any other field of the workflow's input: budget, guard, settings, models, …")
    .option('--id <id>', "the run's id (generated by default)")
    .addOption(traceparentOption())
    .option('--follow', 'show each node live, ask here when the flow asks, and exit with its outcome')
    .option('--json', 'print one JSON object; with --follow, after the run has ended')
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand flow run shop.flow.json --url https://shop.example --follow\n  steadyhand flow run shop.flow.json --url https://shop.example --var limit=3',
    )
    .action(
      runCommand(context, async (path: string, options: Options): Promise<ExitCode> =>
        followFlow(context, await start(context, path, options), options),
      ),
    );
}

async function start(context: CliContext, path: string, options: Options): Promise<Run<FlowResult>> {
  const { steadyhand } = context;
  const given = await readFlowStart(context, path, options);
  const named = startOptions(context, options);
  if ('saved' in given) {
    await warnWhatIsMissing(context, given.deviceKind);
    return steadyhand.flows.start(given.saved, given.input, named);
  }
  await warnWhatIsMissing(context, prepareFlow(given.flow).device.kind);
  return steadyhand.startFlow(given.flow, { title: given.title, ...named });
}
