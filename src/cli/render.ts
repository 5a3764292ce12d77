// A card of a run's report in the terminal.
import { clip } from '../client/text.js';
import { cardHead, type CardLine, cardLines, lineText } from '../domain/report/card-lines.js';
import type { ReportCard } from '../domain/report/report.schema.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { Colors, Terminal } from './terminal.js';
import { type OpenRequest, commandThatAnswers } from '../client/requests.js';
import { doesWords, handsWords, rememberingText, requestWords } from '../domain/human/details.js';
import type { PendingRequest } from '../domain/human/requests.js';
import { visibleLine } from '../domain/text/visible-text.js';
import type { CliContext } from './context.js';
import { indent } from './output.js';
import type { Usage } from '../domain/budget/usage.js';

/** `pictures`: paths of its screenshots. */
export function renderCard({ colors, columns }: Terminal, card: ReportCard, pictures: readonly string[]): string {
  const width = Math.max(60, columns - 5);
  const { bold, dim } = colors;
  const { name, time, title, status, took } = cardHead(card);
  const head = [bold(name), dim(time), clip(title, width), status, ...(took === '' ? [] : [dim(took)])].filter((part) => part !== '');
  const cut = (line: CardLine): CardLine =>
    line.tone === 'recovery' ? line : { ...line, text: clip(line.text, width), came: line.came && clip(line.came, width) };
  const lines = cardLines(card).map((line) => paintOf(colors, line)(lineText(cut(line))));
  return [head.join('  '), ...[...lines, ...pictures.map(dim)].map((line) => `    ${line}`)].join('\n');
}

function paintOf({ green, red, yellow, dim }: Colors, { tone, outcome }: CardLine): (text: string) => string {
  switch (tone) {
    case 'note':
    case 'recovery':
      return yellow;
    case 'failure':
      return red;
    case 'thought':
    case 'detail':
      return dim;
    case 'text':
      return (text) => text;
    case 'action':
      return outcome === 'done'
        ? green
        : outcome === undefined || outcome === 'skipped'
          ? (text) => text
          : outcome === 'unknown'
            ? yellow
            : red;
  }
}

/** Files that a person can open: the screen before and after. */
export async function locatePictures(artifacts: ArtifactStore, { pictures: { before, after } }: ReportCard): Promise<readonly string[]> {
  const wanted = [before, after].filter((ref) => ref !== undefined);
  const paths = await Promise.all([...new Set(wanted)].map((ref) => artifacts.locate(ref as ArtifactRef).catch(() => undefined)));
  return paths.filter((path) => path !== undefined);
}

export async function printCard(
  { terminal, artifacts }: { readonly terminal: Terminal; artifacts(): ArtifactStore },
  card: ReportCard,
): Promise<void> {
  terminal.print(renderCard(terminal, card, await locatePictures(artifacts(), card)));
}

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
export function renderAsking({ terminal, program }: Pick<CliContext, 'terminal' | 'program'>, asking: OpenRequest): string {
  const { cyan, yellow } = terminal.colors;
  const { request } = asking;
  return [
    `\n${yellow(`The run ${doesWords[request.kind]}`)}`,
    indent(renderRequest(request), '  '),
    `  ${cyan(commandThatAnswers(program, asking))}`,
  ].join('\n');
}

/** `4 model calls, 9120 tokens, 0.0123 US dollars; of these 2 pictures, about 510 tokens, 0.0006 US dollars`. */
export function usageText({ modelCalls, inputTokens, outputTokens, costUsd, pictures }: Usage): string {
  const all = `${modelCalls} model ${modelCalls === 1 ? 'call' : 'calls'}, ${inputTokens + outputTokens} tokens, ${dollars(costUsd)}`;
  if (!pictures) return all;
  const { count, tokens } = pictures;
  return `${all}; of these ${count} ${count === 1 ? 'picture' : 'pictures'}, about ${tokens} tokens, ${dollars(pictures.costUsd)}`;
}

function dollars(amount: number): string {
  return `${amount.toFixed(4)} US dollars`;
}
