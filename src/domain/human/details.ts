// What a waiting run shows about itself, in Markdown, for the Web UI and `temporal workflow metadata`. Words of pages, models and providers make no link, picture or HTML in it, and those about an approval no line of their own.
import { visibleLine, visibleText } from '../text/visible-text.js';
import { type ConfirmationRequest, factLines, notRemembered, type PendingRequest, type QuestionRequest } from './requests.js';
import { actionWords } from '../run/action-words.js';
import { type Data, listOf, recordOf, textOf, textsOf } from '../checks/read-stored.js';

export function describeRequest(request: PendingRequest, workflowId: string): string {
  const { question, command } = request.kind === 'question' ? askText(request) : confirmText(request);
  return [
    question,
    '',
    'Answer with',
    '',
    '```',
    `temporal workflow signal --workflow-id ${quote(workflowId)} ${command}`,
    '```',
    '',
    `or, in the project's folder, \`npx steadyhand ${shortCommand(request, workflowId)}\`. Asked at ${request.requestedAt}.`,
  ].join('\n');
}

/** `answer <id> "…"`, as the steadyhand command line takes it. */
export function shortCommand(request: PendingRequest, workflowId: string): string {
  return request.kind === 'question'
    ? ['answer', workflowId, ...(request.options?.slice(0, 1).map(({ id }) => id) ?? request.questions.map(() => '"…"'))].join(' ')
    : `confirm ${workflowId} yes`;
}

/** Arguments of `temporal workflow signal` that answer this request, with the body. */
export function signalArguments(request: PendingRequest): string {
  const body =
    request.kind === 'question'
      ? { requestId: request.requestId, ...answerForm(request) }
      : { requestId: request.requestId, approved: true };
  return `--name ${request.kind === 'question' ? 'answer' : 'confirm'} --input ${quote(JSON.stringify(body))}`;
}

function answerForm({ questions, options }: QuestionRequest): object {
  const [option] = options ?? [];
  return option ? { optionId: option.id } : { answers: questions.map(() => '…') };
}

function askText(request: Extract<PendingRequest, { kind: 'question' }>): { readonly question: string; readonly command: string } {
  const { questions, options = [] } = request;
  const [only = ''] = questions;
  const lines = [...(questions.length > 1 ? questions.map(words) : []), ...options.map(({ id, label }) => `${code(id)}: ${words(label)}`)];
  return {
    question: [
      `**PENDING**${questions.length > 1 ? '' : `: ${words(only)}`}`,
      ...(lines.length > 0 ? [''] : []),
      ...lines.map((line) => `- ${line}`),
    ].join('\n'),
    command: signalArguments(request),
  };
}

function confirmText(request: ConfirmationRequest): { readonly question: string; readonly command: string } {
  const { about, actions, screen } = requestWords(request);
  const facts = request.facts ? ['', 'On the screen:', '', ...screen.map((line) => `- ${code(line)}`)] : [];
  const remembering = request.remembering ? ['', rememberingText(request)] : [];
  const why = about.map(visibleLine).map(words).join(' ');
  return {
    question: [`**CONFIRM**: ${why}`, '', ...actions.map((action) => `- ${code(action)}`), ...facts, ...remembering].join('\n'),
    command: signalArguments(request),
  };
}

function words(text: string): string {
  return visibleText(text).replace(/[\\`[\]<]/g, '\\$&');
}

function code(text: string): string {
  return `\`${visibleLine(text).replaceAll('`', "'")}\``;
}

/** One sentence. */
export function rememberingText(request: Pick<ConfirmationRequest, 'remembering'>): string {
  return (
    notRemembered(request) ?? 'This approval may be remembered for this run: `confirm … --for run`, by signal `"remember": {"for": "run"}`.'
  );
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

// What a person is asked, in the same words wherever it stands: terminal, console, report, Temporal's Web UI, MCP clients, notifications.

interface RequestWords {
  /** The questions, or why approval is asked for. */
  readonly about: readonly string[];
  /** What an approval runs, exactly. */
  readonly actions: readonly string[];
  /** What was read on the screen about it. */
  readonly screen: readonly string[];
}

/** What the run does that is asked about: `The run asks`. */
export const doesWords = { question: 'asks', confirmation: 'wants approval' } as const satisfies Readonly<
  Record<PendingRequest['kind'], string>
>;

/** `Data`: as it was recorded. */
export function requestWords(request: PendingRequest | Data): RequestWords {
  const asked = recordOf(request) ?? {};
  const isQuestion = asked['kind'] === 'question';
  const reason = textOf(asked['reason']);
  return {
    about: isQuestion ? textsOf(asked['questions']) : [asked['byModel'] === true ? `the model says: ${reason}` : reason],
    actions: listOf(asked['actions']).map(actionWords),
    screen: screenLines(recordOf(asked['facts'])),
  };
}

function screenLines(facts: Data | undefined): readonly string[] {
  if (!facts) return [];
  const { page, controls, beside, values, amounts } = facts;
  return factLines({
    page: textOf(page),
    controls: textsOf(controls),
    beside: textsOf(beside),
    values: textsOf(values),
    amounts: textsOf(amounts),
  });
}

export const handsWords = 'It has to be done on the screen: take over.';
