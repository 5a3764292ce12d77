// What a waiting run says of itself, in Markdown, for the Web UI and `temporal workflow metadata`.
import type { PendingRequest } from './requests.js';

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
    `or, in the project's folder, \`npx steadyhand ${shortCommand(request, workflowId)}\`. Asked at ${request.askedAt}.`,
  ].join('\n');
}

/** `answer <id> "…"`, as the project's own command line takes it. */
export function shortCommand(request: PendingRequest, workflowId: string): string {
  return request.kind === 'question'
    ? ['answer', workflowId, ...request.questions.map(() => '"…"')].join(' ')
    : `confirm ${workflowId} yes`;
}

/** The message of the Temporal CLI that answers this request, with its body. */
export function signalArguments(request: PendingRequest): string {
  const body =
    request.kind === 'question'
      ? { requestId: request.requestId, answers: request.questions.map(() => '…') }
      : { requestId: request.requestId, approved: true };
  return `--name ${request.kind === 'question' ? 'answer' : 'confirm'} --input ${quote(JSON.stringify(body))}`;
}

function askText(request: Extract<PendingRequest, { kind: 'question' }>): { readonly question: string; readonly command: string } {
  const { questions } = request;
  const [only = ''] = questions;
  return {
    question:
      questions.length > 1 ? ['**PENDING**', '', ...questions.map((question) => `- ${question}`)].join('\n') : `**PENDING**: ${only}`,
    command: signalArguments(request),
  };
}

function confirmText(request: Extract<PendingRequest, { kind: 'confirmation' }>): { readonly question: string; readonly command: string } {
  const actions = request.actions.map(
    ({ function: name, args, target }) => `- \`${name}\`${target ? ` on ${target.role} "${target.name}"` : ''} ${JSON.stringify(args)}`,
  );
  return { question: [`**CONFIRM**: ${request.reason}`, '', ...actions].join('\n'), command: signalArguments(request) };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
