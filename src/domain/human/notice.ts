// What is told outside when a person is asked.
//
// notice-1. Nothing of the screen but the text of the question itself: no picture, no value, no name of a control.
// notice-2. Not the request's id: who knows it may answer (domain/human/request-id.ts).
import { visibleText } from '../text/visible-text.js';
import { doesWords, requestWords, shortCommand } from './details.js';
import type { PendingRequest } from './requests.js';

/** A question as its workflow knows it. */
export interface Asking {
  /** The run that people know, and the workflow in it that asks. */
  readonly run: string;
  readonly asker: string;
  readonly requestId: string;
  readonly kind: PendingRequest['kind'];
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly requestedAt: string;
  /** Arguments of the command line that answer it. */
  readonly command: string;
}

export interface Notice extends Omit<Asking, 'requestId'> {
  /** The same each time it is sent, so that a receiver can drop what it has got already. */
  readonly id: string;
  readonly title?: string;
  /** To the console. */
  readonly link?: string;
}

const longestText = 1_000;

export function askingOf(request: PendingRequest, { run, asker }: Pick<Asking, 'run' | 'asker'>): Asking {
  const { requestId, kind, requestedAt } = request;
  const text = requestWords(request).about.join('\n');
  return { run, asker, requestId, kind, requestedAt, text: text.slice(0, longestText), command: shortCommand(request, asker) };
}

export function noticeOf(asking: Asking, known: { readonly id: string; readonly title?: string; readonly consoleUrl?: string }): Notice {
  const { run, asker, kind, text, requestedAt, command } = asking;
  const { id, title, consoleUrl } = known;
  return {
    id,
    run,
    asker,
    title: title === undefined ? undefined : visibleText(title),
    kind,
    text: visibleText(text),
    requestedAt,
    command: `npx steadyhand ${command}`,
    link: consoleUrl === undefined ? undefined : linkTo(consoleUrl, run),
  };
}

/** The page of a run in the console. */
export function linkTo(consoleUrl: string, run: string): string {
  return `${consoleUrl}/runs/${encodeURIComponent(run)}`;
}

/** As people read it in a chat. */
export function noticeText({ title, run, kind, text, link, command }: Notice): string {
  return `${title ?? run} ${doesWords[kind]}: ${text}\n${link ?? command}`;
}
