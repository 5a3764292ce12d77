// `rerun`: a recorded run, decided again without network, browser or model; or with another model on what was seen.
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { configuredModel } from '../../client/configured-model.js';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import type { Comparison } from '../../rerun/ask-another.js';
import type { Rerun } from '../../rerun/rerun.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';

interface Options {
  readonly model?: string;
  readonly json?: true;
}

export function rerunCommand(context: CliContext): Command {
  return new Command('rerun')
    .description('Decide a recorded run again, offline: the same prompts, the same decisions, the same course, or the first difference')
    .argument('<run>', 'a file that `export` wrote, or the id of a run')
    .option('--model <name>', 'ask this model at each recorded step instead, by your configuration, and compare what it would do')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExits with 1 where something is decided otherwise than it was. With --model it exits with 0 whatever that model would do.\n\nExample:\n  steadyhand rerun agent-01k2.cassette.json.gz\n  steadyhand rerun agent-01k2 --model gpt-5-mini',
    )
    .action(runCommand(context, (run: string, options: Options) => decide(context, run, options)));
}

async function decide(context: CliContext, run: string, { model, json }: Options): Promise<ExitCode> {
  const cassette = await cassetteOf(context, run);
  if (model !== undefined) {
    const compared = await compare(context, cassette, model, json === true);
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

/** A file, if there is one of that name. */
async function cassetteOf({ steadyhand }: CliContext, run: string): Promise<Cassette> {
  const { readCassette } = await import('../../rerun/cassette-file.js');
  const bytes = await readFile(run).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && !/\.(json|gz)$/.test(run)) return undefined;
    throw new CommandError(
      'usage',
      `${run} cannot be read (${error.code ?? error.message}): give a file that \`export\` wrote, or a run's id.`,
    );
  });
  return bytes ? readCassette(bytes, run) : steadyhand.run(run).export();
}

async function compare(context: CliContext, cassette: Cassette, model: string, isQuiet: boolean): Promise<Comparison> {
  const { askAnother } = await import('../../rerun/ask-another.js');
  const { createSharpImages } = await import('../../adapters/sharp/sharp-images.js');
  const images = createSharpImages();
  return askAnother(cassette, {
    ...{ model, images, signal: context.signal },
    open: (artifacts) => configuredModel(context.config(), { artifacts, images }),
    onStep: ({ step, recorded, now, agrees }) => {
      if (isQuiet) return;
      const { colors } = context.terminal;
      context.terminal.print(
        agrees ? `${colors.green('=')} ${step}: ${now}` : `${colors.yellow('≠')} ${step}: ${now}\n    recorded: ${recorded}`,
      );
    },
  });
}

function tellComparison({ terminal }: CliContext, { model, steps, usage: { recorded, now } }: Comparison): void {
  const agreed = steps.filter(({ agrees }) => agrees).length;
  const spent = ({ inputTokens, outputTokens, costUsd }: Comparison['usage']['now']): string =>
    `${inputTokens + outputTokens} tokens, $${costUsd.toFixed(4)}`;
  terminal.print(`${model} would do the same at ${agreed} of ${steps.length} steps: ${spent(now)} (recorded: ${spent(recorded)}).`);
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
