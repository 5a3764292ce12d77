import { Command, Option } from 'commander';
import type { CliContext } from '../context.js';
import type { ExitCode } from '../exit-codes.js';
import { readJsonObject } from '../json-file.js';
import { proceduresOf, runIn, usualCalls } from '../../client/procedures/reach-run.js';
import { stateInShell } from '../procedure-view.js';
import { runCommand } from '../run-command.js';
import { collectTexts, variablesFor } from '../variable-options.js';
import { printReply } from './procedure-calls.js';

interface Options {
  readonly var: Readonly<Record<string, string>>;
  readonly stateless?: true;
  readonly answers: 'agent' | 'human';
  readonly input?: string;
  readonly id?: string;
  readonly json?: true;
}

export function procedureStartCommand(context: CliContext): Command {
  return new Command('start')
    .description('Start a procedure')
    .argument('<procedure>', 'the id of its definition; `procedure list` shows which there are')
    .option('--var <name=value>', 'a variable to start with; may be given several times', collectTexts, {})
    .addOption(
      new Option('--answers <who>', 'who answers blocking checkpoints that do not say').choices(['agent', 'human']).default('human'),
    )
    .option('--stateless', 'keep the run nowhere but in its state, which each call takes and gives back; needs no server')
    .option('--input <file>', 'JSON object with what agents and flows that do its steps are given: device, budget, guard, settings, models')
    .option('--id <id>', "the run's id; one is made when none is given")
    .option('--json', 'print the whole reply, with the state for the next call, as one JSON object')
    .addHelpText(
      'after',
      '\nA stateless run can be taken up again from an old state, and its blocking checkpoints are the agent’s to answer unless they say otherwise.\n\nExample:\n  steadyhand procedure start release --var version=1.4.0',
    )
    .action(runCommand(context, (workflow: string, options: Options) => start(context, workflow, options)));
}

async function start(
  context: CliContext,
  workflow: string,
  { var: texts, stateless, answers, input, id, json }: Options,
): Promise<ExitCode> {
  const procedures = await proceduresOf(context);
  const calls = procedures.calls({
    ...usualCalls,
    answers,
    ...(input === undefined ? {} : { run: await readJsonObject(input) }),
    begin: stateless ? 'stateless' : 'durable',
    ...(id === undefined ? {} : { id }),
  });
  const reply = await calls.start_workflow({ workflow_id: workflow, initial_variables: variablesFor(procedures, workflow, texts) });
  const run = runIn(procedures, reply);
  if (run !== undefined && !json) {
    const { bold, cyan } = context.terminal.colors;
    context.terminal.print(bold(run));
    const ui = context.webUi(run);
    if (ui) context.terminal.print(cyan(ui));
  }
  return printReply(context, reply, run ?? stateInShell, json);
}
