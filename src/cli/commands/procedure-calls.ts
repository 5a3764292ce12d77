// The calls of a procedure, one command each: for a person, or an agent with a shell, what MCP is for other agents.
import { Command, Option } from 'commander';
import type { Variables } from '../../domain/run/json.js';
import { isState, type ProcedureCalls, type Reply, type Stated } from '../../client/procedures/calls.js';
import type { CliContext } from '../context.js';
import { runCommand, runWord } from '../run-command.js';
import { printJson } from '../output.js';
import { proceduresOf, reachRun, runIn, usualCalls } from '../../client/procedures/reach-run.js';
import { collectTexts, variablesFor } from '../variable-options.js';
import { callerTrace } from '../../client/run-start.js';
import { type CallerOptions, startOptions, traceparentOption } from '../start-run.js';
import { readJsonObject } from '../files.js';
import type { Position } from '../../domain/procedure/position.js';
import type { Offer } from '../../domain/procedure/view.js';
import { clip, shellQuote } from '../../client/text.js';
import { type ExitCode, exitCodes } from '../errors.js';

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
function printReply(context: CliContext, reply: Reply, named: string, json: true | undefined): ExitCode {
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

interface StartOptions extends CallerOptions {
  readonly var: Readonly<Record<string, string>>;
  readonly stateless?: true;
  readonly answers: 'agent' | 'human';
  readonly input?: string;
  readonly json?: true;
}

export function procedureStartCommand(context: CliContext): Command {
  return new Command('start')
    .description('Start a procedure')
    .argument('<procedure>', 'the id of its definition; `procedure list` lists them')
    .option('--var <name=value>', 'a variable to start with; may be given several times', collectTexts, {})
    .addOption(
      new Option('--answers <who>', 'who answers blocking checkpoints that do not say who').choices(['agent', 'human']).default('human'),
    )
    .option('--stateless', 'keep the run only in its state, which each call takes and returns; needs no server')
    .option('--input <file>', 'JSON object with the input of agents and flows that run its steps: device, budget, guard, settings, models')
    .option('--id <id>', "the run's id (generated by default)")
    .addOption(traceparentOption())
    .option('--json', 'print the whole reply, with the state for the next call, as one JSON object')
    .addHelpText(
      'after',
      '\nA stateless run can be resumed from an old state, and the agent answers its blocking checkpoints unless they say otherwise.\n\nExample:\n  steadyhand procedure start release --var version=1.4.0',
    )
    .action(runCommand(context, (workflow: string, options: StartOptions) => start(context, workflow, options)));
}

async function start(
  context: CliContext,
  workflow: string,
  { var: texts, stateless, answers, input, json, ...caller }: StartOptions,
): Promise<ExitCode> {
  const { id, trace: given } = startOptions(context, caller);
  const trace = await callerTrace(context, given);
  const procedures = await proceduresOf(context);
  const calls = procedures.calls({
    ...usualCalls,
    answers,
    run: input === undefined ? undefined : await readJsonObject(input),
    begin: stateless ? 'stateless' : 'durable',
    id,
    trace,
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

// A reply to a call, as a person reads it: where the run stands, and the commands that are possible now.

/** `named`: the run's name in the commands that are shown. */
function renderReply({ terminal, program }: CliContext, reply: Reply, named: string): string {
  const { bold, cyan, dim, red, yellow } = terminal.colors;
  if (!('state' in reply)) return `${red(reply.error.code)} ${reply.message}`;
  const { position, message, actions, error } = reply;
  const command = (offer: Offer): string => commandOf(program, named, offer, position);
  const lines = [
    ...(error ? [`${red(error.code)} ${message}`, bold(placeText(position))] : [bold(placeText(position)), message]),
    ...checkpointLines(position),
    ...actions.required.flatMap((offer) => [`  ${cyan(command(offer))}`, dim(`      ${told(offer)}`)]),
    ...actions.optional.flatMap((offer) => [`  ${cyan(command(offer))}`, dim(`      ${told(offer)} (optional)`)]),
    ...actions.blocked.map(({ action, code, reason }) => dim(`  ${yellow('not now')} ${nameOf(action)}: ${code}, ${clip(reason, 120)}`)),
  ];
  const { checkpoint } = position;
  if (checkpoint?.answeredBy === 'human' && named !== stateInShell)
    lines.push(
      `  ${cyan(`${program} answer ${shellQuote(named)} ${shellQuote(checkpoint.options[0]?.id ?? '…')}`)}`,
      dim('      a person answers'),
    );
  return lines.join('\n');
}

/** A state is too long to be shown in every command. */
const stateInShell = '"$STATE"';

function placeText({ activity, step, checkpoint, loop, waiting }: Position): string {
  return [
    activity,
    ...(loop
      ? [
          `${loop.id} ${loop.iteration}${loop.total === undefined ? '' : ` of ${loop.total}`}${loop.item === undefined ? '' : ` (${clip(JSON.stringify(loop.item), 60)})`}`,
        ]
      : []),
    ...(step === undefined ? [] : [`step ${step}`]),
    ...(checkpoint ? [`checkpoint ${checkpoint.id}`] : []),
    ...(waiting ? [`waits for ${waiting.variables.join(', ')}`] : []),
  ].join(' › ');
}

function checkpointLines({ checkpoint }: Position): readonly string[] {
  if (!checkpoint) return [];
  return [checkpoint.message, ...checkpoint.options.map(({ id, label }) => `  ${id}: ${label}`)];
}

function commandOf(program: string, named: string, offer: Offer, { checkpoint }: Position): string {
  const { call, step_id: step = '', checkpoint_id: of = '', outputs = {} } = offer;
  const run = named === stateInShell ? named : shellQuote(named);
  const [first] = Object.keys(outputs);
  const reported = first === undefined ? '' : ` --output ${first}=…`;
  switch (call) {
    case 'complete_step':
      return `${program} procedure complete ${run} ${step} --summary "…"`;
    case 'skip_step':
      return `${program} procedure skip ${run} ${step}`;
    case 'respond_to_checkpoint':
      return `${program} procedure respond ${run} ${of} ${checkpoint?.options[0]?.id ?? '…'}`;
    case 'report_variables':
      return `${program} procedure report ${run}${reported}`;
    case 'abort_workflow':
      return `${program} procedure abort ${run}`;
    case 'transition':
      return '';
  }
}

function told({ call, name, outputs = {} }: Offer): string {
  if (call === 'abort_workflow') return 'ends the run here, unfinished';
  const names = Object.keys(outputs);
  return `${clip(name, 60)}${names.length === 0 ? '' : `; may report ${clip(names.join(', '), 60)}`}`;
}

function nameOf({ call, step_id: step, checkpoint_id: checkpoint, option_id: option, to }: Offer): string {
  return [call, step, checkpoint, option, to].filter((part) => part !== undefined).join(' ');
}
