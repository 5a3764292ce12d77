// What people do with a run: see what it asks, answer, approve, give it more to do, take it over, end it.
import { Argument, Command, InvalidArgumentError } from 'commander';
import type { CliContext } from '../context.js';
import { ago, indent, printJson } from '../output.js';
import { commandThatAnswers, findRequest, type InboxEntry } from '../../client/requests.js';
import { beginningOf } from '../../domain/human/request-id.js';
import { visibleLine } from '../../domain/text/visible-text.js';
import { renderRequest } from '../render.js';
import { runCommand, runWord } from '../run-command.js';
import type { Terminal } from '../terminal.js';
import type { QuestionRequest } from '../../domain/human/requests.js';
import type { Remember } from '../../domain/human/message.js';
import { shellQuote } from '../../client/text.js';
import { userInfo } from 'node:os';
import { CommandError } from '../errors.js';
import { durationMs } from '../../domain/text/measures.js';

export function inboxCommand(context: CliContext): Command {
  return new Command('inbox')
    .description('Show everything that waits for a person, across all runs, with the command that answers it')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExample:\n  steadyhand inbox')
    .action(
      runCommand(context, async ({ json }: { readonly json?: true }) => {
        const { terminal, program } = context;
        const entries = await context.steadyhand.inbox();
        if (json) for (const entry of entries) printJson(terminal, entry);
        else
          terminal.print(
            entries.length === 0 ? 'Nothing waits for you.' : entries.map((entry) => renderEntry(terminal, entry, new Date())).join('\n\n'),
          );
        if (entries.some(({ isStuck }) => isStuck))
          terminal.warn(
            'Some runs stand still: their workflow code fails on the worker, whose log says why. Once the worker is fixed, they go on by themselves.',
          );
        if (entries.some(({ request, hold, isStuck }) => !request && !hold && !isStuck))
          terminal.warn(`Some runs could not be asked, because no worker answers: start one with \`${program} up\`.`);
      }),
    );
}

export function renderEntry({ colors }: Terminal, { asker, run, state, request, hold, command }: InboxEntry, now: Date): string {
  const head = [colors.yellow(state), colors.bold(asker), ...(asker === run ? [] : [colors.dim(`of ${run}`)])];
  if (hold) {
    const why = hold.reason === '' ? '' : `: ${hold.reason}`;
    return [head.join(' '), visibleLine(`  ${hold.by} has taken over until ${hold.until}${why}`), `  ${colors.cyan(command ?? '')}`].join(
      '\n',
    );
  }
  if (!request) return head.join(' ');
  return [
    `${head.join(' ')} ${colors.dim(`${beginningOf(request.requestId)} ${ago(new Date(request.requestedAt), now)}`)}`,
    indent(renderRequest(request), '  '),
    `  ${colors.cyan(command ?? '')}`,
  ].join('\n');
}

interface AnswerOptions {
  readonly request?: string;
  readonly option?: string;
  readonly json?: true;
}

export function answerCommand(context: CliContext): Command {
  return new Command('answer')
    .description('Answer the question that a run asks')
    .argument('<id>', 'the run, or the workflow that asks', runWord(context))
    .addArgument(new Argument('[text...]', 'the answer; one text for each question when several are asked. Without it you are prompted'))
    .option('--request <id>', 'answer only this request, by its id or a beginning (app-1.q1); refused when another one is pending')
    .option('--option <id>', 'choose one of the options that the request offers')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  steadyhand answer agent-01k2 "12 Harbour Street"\n  steadyhand answer agent-01k2 "red" "large"    # two questions',
    )
    .action(
      runCommand(context, async (id: string, texts: readonly string[], options: AnswerOptions) => {
        const { request: named, option, json } = options;
        const said = option === undefined ? await answersOf(context, id, texts) : { optionId: option };
        const { asker, requestId, reply } = await context.steadyhand.run(id).answer(named, said);
        if (json) printJson(context.terminal, { id: asker, requestId, ...('optionId' in said ? said : { answers: said }), reply });
        else context.terminal.print(reply || `Answered '${asker}'.`);
      }),
    );
}

async function answersOf(context: CliContext, id: string, texts: readonly string[]): Promise<readonly string[]> {
  const asking = await findRequest(await context.client(), id, 'question', context.program);
  return answersFor(context, asking.request as QuestionRequest, texts, commandThatAnswers(context.program, asking));
}

/** One answer per question: words typed without quotes answer a single question; otherwise the counts must match. */
export async function answersFor(
  context: CliContext,
  request: QuestionRequest,
  texts: readonly string[],
  command: string,
): Promise<readonly string[]> {
  const { questions } = request;
  if (texts.length === 0) return askEach(context, questions, command);
  if (questions.length <= 1) return [texts.join(' ')];
  if (texts.length !== questions.length) {
    throw new CommandError(
      'usage',
      `${questions.length} questions are asked, but ${texts.length} ${texts.length === 1 ? 'answer is' : 'answers are'} given: ${command}. They are: ${renderRequest(request)}`,
    );
  }
  return texts;
}

async function askEach({ terminal }: CliContext, questions: readonly string[], command: string): Promise<readonly string[]> {
  if (!terminal.interactive) throw new CommandError('usage', `No answer given to "${questions.join(' / ')}": ${command}`);
  const answers: string[] = [];
  for (const question of questions) answers.push(await terminal.ask(`${question}\n> `));
  return answers;
}

interface ConfirmOptions {
  readonly request?: string;
  readonly note?: string;
  readonly for?: Remember['for'];
  readonly until?: string;
  readonly by?: string;
  readonly json?: true;
}

export function confirmCommand(context: CliContext): Command {
  return new Command('confirm')
    .description('Approve or reject the action that a run holds back')
    .argument('<id>', 'the run, or the workflow that asks', runWord(context))
    .addArgument(new Argument('<decision>', 'yes runs the action, once; no ends the subtask without it').choices(['yes', 'no']))
    .option('--request <id>', 'decide only this request, by its id or a beginning (app-1.c2); refused when another one is pending')
    .option('--note <text>', 'a note to the agent')
    .option('--for <run>', 'remember the approval: for this run', parseFor)
    .option('--until <time>', 'how long it is remembered: a time, or 2h, 7d; by default to the end of the run', parseUntil)
    .option('--by <name>', 'who decides, told with what the approval lets run later; by default your user name')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
A remembered approval lets the same go unasked in this run: the same action on the same control, while the page reads the
same but for clocks and counters. What deletes, pays, transfers rights or configures is asked about each time. What may
always go unasked is configured: \`guard.allow\`.

Example:
  steadyhand confirm agent-01k2 yes
  steadyhand confirm agent-01k2 no --note "too expensive"
  steadyhand confirm agent-01k2 yes --for run --until 2h`,
    )
    .action(
      runCommand(context, async (id: string, decision: 'yes' | 'no', options: ConfirmOptions) => {
        const { request, note, json } = options;
        const approved = decision === 'yes';
        const remember = rememberOf(options, approved);
        const more = { note, remember };
        const { asker, requestId, reply } = await context.steadyhand
          .run(id)
          .confirm(request, approved, { ...more, by: options.by ?? userName() });
        if (json) printJson(context.terminal, { id: asker, requestId, approved, ...more, reply });
        else context.terminal.print(reply || `${approved ? 'Approved' : 'Rejected'} at '${asker}'.`);
      }),
    );
}

function parseFor(text: string): Remember['for'] {
  if (text === 'run') return text;
  throw new InvalidArgumentError('Only --for run: what may always go unasked is configured (guard.allow).');
}

function rememberOf({ for: scope, until }: ConfirmOptions, approved: boolean): Remember | undefined {
  if (scope === undefined) {
    if (until !== undefined) throw new CommandError('usage', `--until ${until} needs --for run: what is to be remembered?`);
    return undefined;
  }
  if (!approved) throw new CommandError('usage', `--for ${scope} remembers an approval: with "no" there is none.`);
  return { for: scope, until };
}

/** A duration as it is, so that it counts from when the run takes it; a time in UTC, read as this machine's where it names no zone. */
function parseUntil(text: string): string {
  if (durationMs(text) !== undefined) return text.trim();
  const time = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('Give a time such as 2026-11-25T18:00, or a duration such as 2h, 7d.');
  return time.toISOString();
}

export function requestCommand(context: CliContext): Command {
  return new Command('request')
    .description('Give an open run a further request, carried out after the ones it already has')
    .argument('<id>', 'the run', runWord(context))
    .argument('<text>', 'the request')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand request agent-01k2 "Now cancel that order"')
    .action(
      runCommand(context, async (id: string, text: string, options: { readonly json?: true }) => {
        const reply = await context.steadyhand.run(id).request(text);
        if (options.json) printJson(context.terminal, { id, text, reply });
        else context.terminal.print(reply || `'${id}' has accepted the request.`);
      }),
    );
}

export function cancelCommand(context: CliContext): Command {
  return new Command('cancel')
    .description('Cancel a run: the running action finishes, its device is closed, then the run ends')
    .argument('<id>', 'the run', runWord(context))
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand cancel agent-01k2')
    .action(
      runCommand(context, async (id: string, options: { readonly json?: true }) => {
        await context.steadyhand.run(id).cancel();
        if (options.json) printJson(context.terminal, { id, cancelRequested: true });
        else context.terminal.print(`'${id}' has been asked to end: \`${context.program} show ${shellQuote(id)}\` says when it has.`);
      }),
    );
}

interface TakeOverOptions {
  readonly reason?: string;
  readonly by?: string;
  readonly json?: true;
}

export function takeOverCommand(context: CliContext): Command {
  return new Command('take-over')
    .description('Take over a run: it stops, and does nothing until it is handed back')
    .argument('<id>', 'the run', runWord(context))
    .option('--reason <text>', 'why, for whoever looks at the run')
    .option('--by <name>', 'who takes it; by default your user name')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      `
In a browser with a window, or on a desktop that you can see, use it directly. \`hand-back\` gives it back; after
settings.holdTimeout (30 minutes) the run goes on by itself.

Example:
  steadyhand take-over agent-01k2 --reason "a captcha"
  steadyhand hand-back agent-01k2 --note "the captcha is solved"`,
    )
    .action(
      runCommand(context, async (id: string, { reason, by = userName() || 'somebody', json }: TakeOverOptions) => {
        const held = await context.steadyhand.run(id).takeOver({ by, reason });
        if (json) printJson(context.terminal, { id, ...held });
        else
          context.terminal.print(
            `${held.by} has taken over '${id}' until ${held.until}${held.parked ? '' : '; the run stops after what it is at'}. Give it back: ${context.program} hand-back ${id}`,
          );
      }),
    );
}

export function handBackCommand(context: CliContext): Command {
  return new Command('hand-back')
    .description('Hand a run back: it looks at the screen and goes on')
    .argument('<id>', 'the run', runWord(context))
    .option('--note <text>', 'to the model: what was done, what is left to do')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand hand-back agent-01k2 --note "logged in as Ann"')
    .action(
      runCommand(context, async (id: string, { note, json }: { readonly note?: string; readonly json?: true }) => {
        const reply = await context.steadyhand.run(id).handBack(note === undefined ? {} : { note });
        if (json) printJson(context.terminal, { id, reply });
        else context.terminal.print(reply);
      }),
    );
}

/** Some systems know no name for the user of a container. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
