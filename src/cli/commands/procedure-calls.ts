// The calls of a procedure, one command each: for a person, or an agent with a shell, what MCP is for other agents.
import { Command } from 'commander';
import type { Variables } from '../../domain/run/json.js';
import type { ProcedureCalls, Reply, Stated } from '../../client/procedures/calls.js';
import type { CliContext } from '../context.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printJson } from '../output.js';
import { reachRun, runIn } from '../../client/procedures/reach-run.js';
import { isState } from '../../client/procedures/state-word.js';
import { renderReply, stateInShell } from '../procedure-view.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';
import { collectTexts, variablesFor } from '../variable-options.js';

interface Options {
  readonly operator?: true;
  readonly json?: true;
}

interface OutputOptions extends Options {
  readonly output: Readonly<Record<string, string>>;
}

interface ReasonOptions extends Options {
  readonly reason?: string;
}

export function positionCommand(context: CliContext): Command {
  return callCommand(context, 'position', 'Show where a run stands, and what can be done').action(
    runCommand(context, (run: string, options: Options) => call(context, run, options, (calls, asked) => calls.get_position(asked))),
  );
}

export function actionsCommand(context: CliContext): Command {
  return callCommand(context, 'actions', 'Show what can be done now, what cannot, and why not').action(
    runCommand(context, (run: string, options: Options) =>
      call(context, run, options, (calls, asked) => calls.get_available_actions(asked)),
    ),
  );
}

export function completeCommand(context: CliContext): Command {
  return callCommand(context, 'complete', 'Complete the next step')
    .argument('<step>', 'its id')
    .requiredOption('--summary <text>', 'what was done, in 1 to 2,000 characters')
    .option('--output <name=value>', 'a variable to report; may be given several times', collectTexts, {})
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand procedure complete procedure-release-01k2 tests --summary "All 812 pass" --output version=1.4.0',
    )
    .action(
      runCommand(context, (run: string, step: string, { summary, output, ...options }: OutputOptions & { readonly summary: string }) =>
        call(context, run, options, (calls, asked, read) =>
          calls.complete_step({ ...asked, step_id: step, summary, ...withOutputs(read(output)) }),
        ),
      ),
    );
}

export function skipCommand(context: CliContext): Command {
  return callCommand(context, 'skip', 'Skip the next step, if it is optional')
    .argument('<step>', 'its id')
    .option('--reason <text>', 'why')
    .action(
      runCommand(context, (run: string, step: string, { reason, ...options }: ReasonOptions) =>
        call(context, run, options, (calls, asked) => calls.skip_step({ ...asked, step_id: step, ...because(reason) })),
      ),
    );
}

export function respondCommand(context: CliContext): Command {
  return callCommand(context, 'respond', 'Answer the open checkpoint')
    .argument('<checkpoint>', 'its id')
    .argument('<option>', 'the id of one of its options')
    .addHelpText('after', '\nExample:\n  steadyhand procedure respond procedure-release-01k2 ship yes --operator')
    .action(
      runCommand(context, (run: string, checkpoint: string, option: string, options: Options) =>
        call(context, run, options, (calls, asked) =>
          calls.respond_to_checkpoint({ ...asked, checkpoint_id: checkpoint, option_id: option }),
        ),
      ),
    );
}

export function reportCommand(context: CliContext): Command {
  return callCommand(context, 'report', 'Report variables that a run waits for')
    .requiredOption('--output <name=value>', 'a variable; may be given several times', collectTexts, {})
    .action(
      runCommand(context, (run: string, { output, ...options }: OutputOptions) =>
        call(context, run, options, (calls, asked, read) => calls.report_variables({ ...asked, outputs: read(output) })),
      ),
    );
}

export function abortCommand(context: CliContext): Command {
  return callCommand(context, 'abort', 'End a run here, unfinished')
    .option('--reason <text>', 'why')
    .action(
      runCommand(context, (run: string, { reason, ...options }: ReasonOptions) =>
        call(context, run, options, (calls, asked) => calls.abort_workflow({ ...asked, ...because(reason) })),
      ),
    );
}

function callCommand(context: CliContext, name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<run>', 'the run’s id, or a state that a call returned', runWord(context))
    .option('--operator', 'act as a person, who may answer what an agent may not')
    .option('--json', 'print the whole reply, with the state for the next call, as one JSON object');
}

async function call(
  context: CliContext,
  named: string,
  { operator, json }: Options,
  make: (calls: ProcedureCalls, asked: Stated, read: (texts: Readonly<Record<string, string>>) => Variables) => Promise<Reply>,
): Promise<ExitCode> {
  const { calls, procedures, workflow_id, state } = await reachRun(context, named, operator ? 'human' : 'agent');
  const reply = await make(calls, { workflow_id, state }, (texts) => variablesFor(procedures, workflow_id, texts));
  const run = runIn(procedures, reply);
  return printReply(context, reply, run ?? (isState(named) ? stateInShell : named), json);
}

/** A stateless run prints its state too: nothing else leads back to it. */
export function printReply(context: CliContext, reply: Reply, named: string, json: true | undefined): ExitCode {
  const { terminal } = context;
  if (json) printJson(terminal, named === stateInShell ? reply : { run: named, ...reply });
  else {
    terminal.print(renderReply(context, reply, named));
    if (named === stateInShell && 'state' in reply) terminal.print(`STATE=${reply.state}`);
  }
  return reply.success ? exitCodes.done : exitCodes.failed;
}

function withOutputs(outputs: Variables): { readonly outputs?: Variables } {
  return Object.keys(outputs).length === 0 ? {} : { outputs };
}

function because(reason: string | undefined): { readonly reason?: string } {
  return reason === undefined ? {} : { reason };
}
