import { commandThatAnswers, type Asking } from '../client/requests.js';
import { rememberingText } from '../domain/human/details.js';
import { doesWords, handsWords, requestWords } from '../domain/human/request-words.js';
import type { PendingRequest } from '../domain/human/requests.js';
import { visibleLine } from '../domain/text/visible-text.js';
import type { CliContext } from './context.js';
import { indent } from './output.js';

/** The request as a person reads it, on several lines. */
export function renderRequest(request: PendingRequest): string {
  const { about, actions, screen } = requestWords(request);
  const lines =
    request.kind === 'question'
      ? [
          ...about.map((question, index) => (about.length > 1 ? `${index + 1}. ${question}` : question)),
          ...(request.needsHands ? [handsWords] : []),
          ...(request.options ?? []).map(({ id, label }) => `  ${id}: ${label}`),
        ]
      : [
          ...about.map((why) => `Approve? ${why}`),
          ...actions.map((action) => `  ${action}`),
          ...(request.facts ? ['  On the screen:', ...screen.map((line) => `    ${line}`)] : []),
          ...(request.remembering ? [`  ${rememberingText(request)}`] : []),
        ];
  return lines.map(visibleLine).join('\n');
}

/** What an open run waits for, with the command that answers it. */
export function renderAsking({ terminal, program }: Pick<CliContext, 'terminal' | 'program'>, asking: Asking): string {
  const { cyan, yellow } = terminal.colors;
  const { request } = asking;
  return [
    `\n${yellow(`The run ${doesWords[request.kind]}`)}`,
    indent(renderRequest(request), '  '),
    `  ${cyan(commandThatAnswers(program, asking))}`,
  ].join('\n');
}
