import { Argument, Command } from 'commander';
import type { QuestionRequest } from '../../domain/human/requests.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { printJson } from '../output.js';
import { commandThatAnswers, findRequest } from '../../client/requests.js';
import { renderRequest } from '../render-request.js';
import { runCommand } from '../run-command.js';
import { runWord } from '../run-word.js';

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

async function askEach({ terminal, signal }: CliContext, questions: readonly string[], command: string): Promise<readonly string[]> {
  if (!terminal.interactive) throw new CommandError('usage', `No answer given to "${questions.join(' / ')}": ${command}`);
  const answers: string[] = [];
  for (const question of questions) answers.push(await terminal.ask(`${question}\n> `, signal));
  return answers;
}
