import { Command } from 'commander';
import { prepareExplorer } from '../../client/inputs.js';
import { planes } from '../../domain/explorer/input.js';
import { policies } from '../../domain/explorer/policies.js';
import type { ExplorerSummary } from '../../domain/explorer/requests.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { createExplorerView, renderExplorerEnd } from '../explorer-view.js';
import { followRun } from '../follow.js';
import { readJsonObject } from '../json-file.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { capsOption, deviceInput, deviceOption, type DeviceOptions } from '../run-input.js';
import { announce, quiet, startedJson, warnWhatIsMissing } from '../start-run.js';

interface Options extends DeviceOptions {
  readonly steps?: string;
  readonly goal?: string;
  readonly plane?: string;
  readonly policy?: string;
  readonly maxTokens?: string;
  readonly maxTime?: string;
  readonly maxCost?: string;
  readonly seed?: string;
  readonly resume?: string;
  readonly allowDestructive?: true;
  readonly sensitive?: true;
  readonly input?: string;
  readonly id?: string;
  readonly detach?: true;
  readonly json?: true;
}

export function exploreCommand(context: CliContext): Command {
  return new Command('explore')
    .description('Map an application by driving it: its screens, and what leads from one to another')
    .argument('[address]', 'where the application begins (https://…)')
    .option('--steps <count>', 'steps at most (50 unless given)')
    .option('--goal <text>', 'what to look for')
    .option('--plane <when>', `when a model is asked: ${planes.join(', ')}; without a model it is never`)
    .option('--policy <name>', `how to go about it: ${policies.join(', ')}`)
    .option('--max-tokens <count>', 'tokens at most (100000 unless given)')
    .option('--max-time <minutes>', 'time at most (10 minutes unless given)')
    .option('--max-cost <dollars>', 'cost at most')
    .option('--seed <number>', 'of chance: the same seed explores the same way')
    .option('--resume <app>', 'go on with the map of that application')
    .option('--allow-destructive', 'also do what may not be undone, without asking')
    .option('--sensitive', 'do not name the application in what is recorded')
    .addOption(deviceOption())
    .addOption(capsOption())
    .option('--app <name>', 'the application of a desktop to explore')
    .option('--headed', "show the browser's window")
    .option('--profile <name>', 'browser profile that is kept between runs (logins)')
    .option('--input <file>', "JSON object with any other field of the workflow's input: budget, guard, settings, models, …")
    .option('--id <id>', "the run's id; one is made when none is given")
    .option('--detach', 'start it and leave')
    .option('--json', 'print one JSON object; unless detached when the run has ended')
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand explore https://shop.example --steps 200\n  steadyhand explore --resume https://shop.example --goal "find the refund page"',
    )
    .action(runCommand(context, (address: string | undefined, options: Options) => explore(context, address, options)));
}

async function explore(context: CliContext, address: string | undefined, options: Options): Promise<ExitCode> {
  const { terminal } = context;
  const input = await inputOf(address, options);
  await warnWhatIsMissing(context, prepareExplorer(input).deviceKind);
  const started = await context.steadyhand.explore(input, options.id === undefined ? {} : { id: options.id });
  if (!options.json) announce(context, started);
  if (options.detach) {
    if (options.json) printJson(terminal, startedJson(started));
    return exitCodes.done;
  }
  const shown = options.json ? quiet(context) : context;
  try {
    await followRun(shown, started, createExplorerView(shown));
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== 'interrupted') throw error;
    // Whoever stops it wants its end, with everything kept.
    shown.terminal.warn('Stopping: what was found is kept.');
    await started.cancel();
  }
  const end = await started.result();
  if (options.json) printJson(terminal, { ...startedJson(started), ...end });
  else terminal.print(renderExplorerEnd(context, end));
  return exitCodeOf(end.result);
}

async function inputOf(address: string | undefined, options: Options): Promise<object> {
  const file = options.input === undefined ? {} : await readJsonObject(options.input);
  const { resume } = options;
  const url = address ?? (resume !== undefined && /^https?:/.test(resume) ? resume : undefined);
  const device = await deviceInput(file, { ...options, ...(url === undefined ? {} : { url }) });
  if (
    url === undefined &&
    resume === undefined &&
    options.app === undefined &&
    options.device !== 'appium' &&
    options.caps === undefined &&
    file['device'] === undefined
  )
    throw new CommandError(
      'usage',
      'Nothing to explore: give an address, as in `steadyhand explore https://shop.example`, an application of a desktop (--device desktop --app …), or one with --resume.',
    );
  return {
    ...file,
    ...(resume === undefined ? {} : { appId: resume }),
    ...given('goal', options.goal),
    ...given('decisionPlane', options.plane),
    ...given('policy', options.policy),
    ...given('seed', numberOf('--seed', options.seed)),
    ...(options.allowDestructive ? { allowDestructive: true } : {}),
    ...(options.sensitive ? { sensitive: true } : {}),
    budget: {
      ...(typeof file['budget'] === 'object' ? file['budget'] : {}),
      ...given('maxSteps', numberOf('--steps', options.steps)),
      ...given('maxTokens', numberOf('--max-tokens', options.maxTokens)),
      ...given('maxTimeMs', minutes(numberOf('--max-time', options.maxTime))),
      ...given('maxCostUsd', numberOf('--max-cost', options.maxCost)),
    },
    device,
  };
}

function given(field: string, value: string | number | undefined): object {
  return value === undefined ? {} : { [field]: value };
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text)) throw new CommandError('usage', `${option} is '${text}', but must be a number.`);
  return Number(text);
}

function minutes(count: number | undefined): number | undefined {
  return count === undefined ? undefined : count * 60_000;
}

function exitCodeOf(summary: ExplorerSummary | undefined): ExitCode {
  switch (summary?.stop_reason) {
    case 'success':
    case 'goal_reached':
    case 'no_progress':
    case 'policy_exhausted':
    case 'model_stop':
      return exitCodes.done;
    case 'budget_exhausted':
      return exitCodes.limit;
    case 'user_cancelled':
      return exitCodes.interrupted;
    default:
      return exitCodes.failed;
  }
}
