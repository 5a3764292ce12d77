// npm run eval: how often a task succeeds, and what it takes, with the oracle or with a model of one's own in its place.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { CliContext } from '../../src/cli/context.js';
import { runCommand } from '../../src/cli/run-command.js';
import { main } from '../../src/cli/main.js';
import { printJson } from '../../src/cli/output.js';
import { listen } from '../../src/cli/program.js';
import { EvalError } from './errors.js';
import { evaluate } from './evaluate.js';
import { miniwobSuite } from './miniwob/suite.js';
import { serveOracle } from './oracle/server.js';
import { type Half, halves, planRuns } from './plan.js';
import { type EvalResults, percent, type RunFigures } from './results.js';
import { readEarlier, writeResults } from './results-files.js';
import { overall } from './results-text.js';
import type { Suite } from './suite.js';
import { type ExitCode, exitCodes } from '../../src/cli/errors.js';

interface Options {
  readonly suite: string;
  readonly tasks?: readonly string[];
  readonly half: Half;
  readonly seeds: number;
  readonly model?: string;
  readonly kill?: true;
  readonly parallel: number;
  readonly out: string;
  readonly address?: string;
  readonly atLeast?: number;
  readonly keep?: true;
  readonly json?: true;
}

process.exitCode = await main(process, (context, words) => {
  const command = evalCommand(context);
  listen(command, { terminal: context.terminal, words, help: `${command.name()} --help` });
  return command;
});

function evalCommand(context: CliContext): Command {
  return new Command('npm run eval --')
    .description('Measure success, calls, tokens and money on tasks whose judges are not ours')
    .addOption(new Option('--suite <name>', 'the tasks').default('miniwob'))
    .addOption(
      new Option('--tasks <names>', 'only these, by comma; a name may end in *').argParser((text) =>
        text.split(',').map((name) => name.trim()),
      ),
    )
    .addOption(
      new Option('--half <name>', 'of the tasks: those that may be built for, those kept for acceptance').choices(halves).default('public'),
    )
    .option('--seeds <n>', 'runs of each task, each with another seed', count, 5)
    .option('--model <name>', 'this model, by your configuration, in place of the oracle')
    .option('--kill', 'kill the worker once in each run')
    .option('--parallel <n>', 'runs at a time', count, 2)
    .option('--out <folder>', 'where results are kept and compared', 'eval/results')
    .option('--address <address>', 'a Temporal server that runs; by default one is started for the evaluation')
    .option('--at-least <percent>', 'exit with 1 when fewer runs succeed', share)
    .option('--keep', 'leave the records of the runs')
    .option('--json', 'print the results as one JSON object')
    .addHelpText('after', '\nExample:\n  npm run eval -- --tasks "click-*" --seeds 3\n  npm run eval -- --model gpt-5-mini --kill')
    .action(runCommand(context, (options: Options) => run(context, options)));
}

async function run(context: CliContext, options: Options): Promise<ExitCode> {
  const { model, kill = false, seeds, out, json } = options;
  const suite = suiteNamed(options.suite, context);
  const plan = planRuns(suite, { half: options.half, tasks: options.tasks ?? [], seeds, byOracle: model === undefined });
  if (plan.runs.length === 0)
    throw new EvalError('usage', `Nothing is left to run: ${plan.leftOut.map(({ task, why }) => `${task} (${why})`).join('; ')}.`);
  const interruption = context.interruption();
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-eval-'));
  const kind = { suite: suite.name, mind: model ?? 'oracle', kill };
  try {
    const results = await measured(context, options, { suite, plan, folder });
    const outFolder = resolve(out);
    const written = await writeResults(outFolder, results, await readEarlier(outFolder, kind));
    if (json) printJson(context.terminal, results);
    else context.terminal.print(`\n${written.text}\n\n${context.terminal.colors.dim(`Kept in ${written.json} and ${written.markdown}`)}`);
    return enough(context, results, options.atLeast) ? exitCodes.done : exitCodes.failed;
  } catch (error) {
    if (interruption.aborted) throw new EvalError('interrupted', 'Interrupted: no results were written.', { cause: error });
    throw error;
  } finally {
    if (options.keep) context.terminal.warn(`Records: STEADYHAND_HOME=${folder}/lane-1 ${context.program} list`);
    else await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function suiteNamed(name: string, context: CliContext): Suite {
  if (name !== 'miniwob') throw new EvalError('usage', `There is no suite '${name}'. There is: miniwob.`);
  return miniwobSuite(context.config().cache, context.env);
}

interface Prepared {
  readonly suite: Suite;
  readonly plan: ReturnType<typeof planRuns>;
  readonly folder: string;
}

async function measured(context: CliContext, options: Options, { suite, plan, folder }: Prepared): Promise<EvalResults> {
  const { browser } = context.config();
  if (!browser.chromium || !browser.chromedriver)
    throw new EvalError('refused', `No Chromium with its driver was found: run \`${context.program} setup\`.`);
  const oracle = options.model === undefined ? await serveOracle(suite.oracle) : undefined;
  const tools = { STEADYHAND_CHROMIUM: browser.chromium, STEADYHAND_CHROMEDRIVER: browser.chromedriver };
  try {
    return await evaluate({
      suite,
      plan,
      tools: { chromium: browser.chromium, sandbox: browser.sandbox, folder, signal: context.interruption() },
      lane: {
        temporalCli: () => context.temporalCli(),
        // The oracle neither uses nor needs the user's configuration; a model of one's own is configured by it.
        ...(oracle
          ? {
              env: {
                ...foreign(context.env),
                ...tools,
                OPENAI_BASE_URL: oracle.baseUrl,
                OPENAI_API_KEY: 'oracle',
                STEADYHAND_MODEL: 'oracle',
              },
              cwd: folder,
            }
          : { env: { ...context.env, STEADYHAND_SHARED: '' }, cwd: process.cwd() }),
        ...(options.address === undefined ? {} : { address: options.address }),
      },
      // A server that is shared would give one lane's runs to another's worker.
      lanes: options.address === undefined ? options.parallel : 1,
      seeds: options.seeds,
      ...(options.model === undefined ? {} : { model: options.model }),
      kill: options.kill === true,
      onRun: (figures, { done, all }) => context.terminal.warn(progress(context, figures, `${done}/${all}`)),
    });
  } finally {
    await oracle?.close();
  }
}

function foreign(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(STEADYHAND|TEMPORAL|OPENAI|OTEL)_/.test(name)));
}

function progress({ terminal }: CliContext, { task, seed, success, outcome, calls, seconds, killed }: RunFigures, number: string): string {
  const { green, red, dim } = terminal.colors;
  const word = success ? green('success') : red(`failure (${outcome})`);
  return `${dim(number)} ${task} ${seed}: ${word}, ${calls} calls, ${seconds.toFixed(1)} s${killed ? ', worker killed' : ''}`;
}

function enough({ terminal }: CliContext, results: EvalResults, atLeast: number | undefined): boolean {
  if (atLeast === undefined) return true;
  const share = percent(results.runs.filter(({ success }) => success).length, results.runs.length);
  if (share < atLeast) terminal.warn(`Fewer than ${atLeast} % succeeded: ${overall(results).replaceAll('*', '')}`);
  return share >= atLeast;
}

function count(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
}

function share(text: string): number {
  if (!/^\d{1,3}(\.\d+)?$/.test(text) || Number(text) > 100) throw new InvalidArgumentError('It must be a number from 0 to 100.');
  return Number(text);
}
