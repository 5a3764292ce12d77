// `rerun`: a recorded run, decided again without network, browser or model; or with another model on what was seen.
import { Command, Option } from 'commander';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import type { Comparison, PromptVersion } from '../../rerun/compare-model.js';
import type { Rerun } from '../../rerun/rerun.js';
import type { CliContext } from '../context.js';
import { runCommand, runWord } from '../run-command.js';
import { printJson } from '../output.js';
import { fileNameOf } from './report.js';
import { readUpTo, writeNamedFile } from '../files.js';
import type { ExportOptions } from '../../client/export-run.js';
import { CommandError, type ExitCode, exitCodes } from '../errors.js';

interface Options {
  readonly model?: string;
  readonly promptVersion?: PromptVersion | 'both';
  readonly json?: true;
}

export function rerunCommand(context: CliContext): Command {
  return new Command('rerun')
    .description('Decide a recorded run again, offline: the same prompts, the same decisions, the same course, or the first difference')
    .argument('<run>', 'a file that `export` wrote, or the id of a run', runWord(context))
    .option('--model <name>', 'ask this model at each recorded step instead, by your configuration, and compare what it would do')
    .addOption(
      new Option(
        '--prompt-version <which>',
        "with --model: this version's prompts, those that were sent then, or both side by side",
      ).choices(['now', 'recorded', 'both']),
    )
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExits with 1 where something is decided otherwise than it was. With --model it exits with 0 whatever that model would do.\n\nExample:\n  steadyhand rerun agent-01k2.cassette.json.gz\n  steadyhand rerun agent-01k2 --model gpt-5-mini',
    )
    .action(runCommand(context, (run: string, options: Options) => decide(context, run, options)));
}

async function decide(context: CliContext, run: string, { model, promptVersion, json }: Options): Promise<ExitCode> {
  if (promptVersion !== undefined && model === undefined)
    throw new CommandError('usage', '--prompt-version says which prompts a model is asked with: name one with --model.');
  const cassette = await cassetteOf(context, run);
  if (model !== undefined) {
    const compared = await compare(context, cassette, model, { promptVersion: promptVersion ?? 'now', isQuiet: json === true });
    if (json) printJson(context.terminal, compared);
    else tellComparison(context, compared);
    return exitCodes.done;
  }
  const { rerun } = await import('../../rerun/rerun.js');
  const again = await rerun(cassette);
  if (json) printJson(context.terminal, again);
  else tellRerun(context, again);
  return again.differences.length + again.machines.length === 0 ? exitCodes.done : exitCodes.failed;
}

const promptNames: Readonly<Record<PromptVersion, string>> = { now: 'the prompts of now', recorded: 'the recorded prompts' };

async function compare(
  context: CliContext,
  cassette: Cassette,
  model: string,
  { promptVersion, isQuiet }: { readonly promptVersion: NonNullable<Options['promptVersion']>; readonly isQuiet: boolean },
): Promise<Comparison> {
  const { askAnother } = await import('../../rerun/compare-model.js');
  const { createSharpImages } = await import('../../adapters/sharp/sharp-images.js');
  const { configuredModel } = await import('../../client/configured-model.js');
  const images = createSharpImages();
  return askAnother(cassette, {
    ...{ model, images, prompts: promptVersion === 'both' ? ['recorded', 'now'] : [promptVersion] },
    open: (artifacts) => configuredModel(context.config(), { artifacts, images }),
    onStep: ({ step, prompt, recorded, now, agrees }) => {
      if (isQuiet) return;
      const { colors } = context.terminal;
      const asked = promptVersion === 'both' ? `${step}, ${promptNames[prompt]}` : step;
      context.terminal.print(
        agrees ? `${colors.green('=')} ${asked}: ${now}` : `${colors.yellow('≠')} ${asked}: ${now}\n    recorded: ${recorded}`,
      );
    },
  });
}

function tellComparison({ terminal }: CliContext, { model, steps, usage: { recorded, now } }: Comparison): void {
  const spent = ({ inputTokens, outputTokens, costUsd }: Comparison['usage']['now']): string =>
    `${inputTokens + outputTokens} tokens, $${costUsd.toFixed(4)}`;
  const prompts = [...new Set(steps.map(({ prompt }) => prompt))];
  const agreed = (prompt: PromptVersion): string => {
    const asked = steps.filter((step) => step.prompt === prompt);
    const same = asked.filter(({ agrees }) => agrees).length;
    return `at ${same} of ${asked.length} steps${prompts.length > 1 ? ` with ${promptNames[prompt]}` : ''}`;
  };
  const told = prompts.length > 0 ? prompts.map(agreed).join(', ') : 'at 0 of 0 steps';
  terminal.print(`${model} would do the same ${told}: ${spent(now)} (recorded: ${spent(recorded)}).`);
}

function tellRerun({ terminal }: CliContext, { run, decisions, workflows, differences, machines, tookMs, recordedMs }: Rerun): void {
  const { colors } = terminal;
  for (const { step, part, recorded, now } of differences)
    terminal.print(`${colors.red('≠')} ${step}: ${part}\n    recorded: ${recorded}\n    now:      ${now}`);
  for (const { workflow, message } of machines) terminal.print(`${colors.red('≠')} ${workflow}: takes another course\n    ${message}`);
  const speed = `${Math.round(tookMs)} ms, ${Math.round(recordedMs / tookMs)} × as fast as it ran`;
  const verdict = differences.length + machines.length === 0 ? colors.green('the same') : colors.red('not the same');
  terminal.print(`${run}: ${verdict}: ${decisions} decisions, ${workflows} histories, in ${speed}.`);
}

interface FileOptions {
  readonly out?: string;
  readonly pictures: boolean;
  readonly json?: true;
}

export function exportCommand(context: CliContext): Command {
  return new Command('export')
    .description('Write a run into one file, to keep it, to send it, to decide it again with `rerun`')
    .argument('<id>', 'the run, whatever its engine and state', runWord(context))
    .option('--out <file>', 'write there. By default <id>.cassette.json.gz in the working directory')
    .option('--no-pictures', 'leave out what pictures show: smaller, and `rerun --model` cannot show them')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nThe file holds histories, prompts, replies and screens as they are stored: secrets are names. Whoever has it sees what the run saw.\n\nExample:\n  steadyhand export agent-01k2\n  steadyhand rerun agent-01k2.cassette.json.gz',
    )
    .action(runCommand(context, (id: string, options: FileOptions) => write(context, id, options)));
}

async function write({ steadyhand, terminal }: CliContext, id: string, { out, pictures, json }: FileOptions): Promise<void> {
  const { writeCassette } = await import('../../rerun/cassette-file.js');
  const cassette = await steadyhand.run(id).export({ pictures });
  const file = out ?? `${fileNameOf(cassette.run)}.cassette.json.gz`;
  const bytes = writeCassette(cassette);
  await writeNamedFile(file, bytes, '--out');
  for (const line of cassette.missing) terminal.warn(line);
  const facts = { file, run: cassette.run, histories: cassette.executions.length, artifacts: Object.keys(cassette.artifacts).length };
  if (json) printJson(terminal, { ...facts, bytes: bytes.byteLength, missing: cassette.missing });
  else terminal.print(`${file}: ${facts.histories} histories, ${facts.artifacts} artifacts, ${Math.ceil(bytes.byteLength / 1_000)} KB.`);
}

/** Of a file, if there is one of that name; else of the run. */
export async function cassetteOf({ steadyhand }: Pick<CliContext, 'steadyhand'>, run: string, options?: ExportOptions): Promise<Cassette> {
  const { largestFile, readCassette } = await import('../../rerun/cassette-file.js');
  const bytes = await readUpTo(run, largestFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && !/\.(json|gz)$/.test(run)) return undefined;
    throw new CommandError(
      'usage',
      `${run} cannot be read (${error.code ?? error.message}): give a file that \`export\` wrote, or a run's id.`,
    );
  });
  if (bytes && bytes.length > largestFile)
    throw new CommandError('usage', `${run} has more than ${largestFile / 1024 ** 2} MB, which no recorded run has.`);
  return bytes ? readCassette(bytes, run) : steadyhand.run(run).export(options);
}
