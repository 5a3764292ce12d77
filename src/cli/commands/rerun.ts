// `rerun`: a recorded run, decided again without network, browser or model; or with another model on what was seen.
import { Command, Option } from 'commander';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import type { Comparison, PromptVersion } from '../../rerun/ask-another.js';
import type { Rerun } from '../../rerun/rerun.js';
import { cassetteOf } from '../cassette-of.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';

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
  const { askAnother } = await import('../../rerun/ask-another.js');
  const { createSharpImages } = await import('../../adapters/sharp/sharp-images.js');
  const { configuredModel } = await import('../../client/configured-model.js');
  const images = createSharpImages();
  return askAnother(cassette, {
    ...{ model, images, signal: context.signal, prompts: promptVersion === 'both' ? ['recorded', 'now'] : [promptVersion] },
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
