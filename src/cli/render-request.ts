import { rememberingText } from '../domain/human/details.js';
import { factLines } from '../domain/human/facts.js';
import type { PendingRequest } from '../domain/human/requests.js';
import { visibleLine } from '../domain/text/visible-text.js';

/** The request as a person reads it, on several lines. */
export function renderRequest(request: PendingRequest): string {
  if (request.kind === 'question')
    return [
      ...request.questions.map((question, index) => (request.questions.length > 1 ? `${index + 1}. ${question}` : question)),
      ...(request.needsHands ? ['It has to be done on the screen: take the wheel.'] : []),
      ...(request.options ?? []).map(({ id, label }) => `  ${id}: ${label}`),
    ]
      .map(visibleLine)
      .join('\n');
  const why = request.byModel ? `the model says: ${request.reason}` : request.reason;
  const facts = request.facts ? ['  On the screen:', ...factLines(request.facts).map((line) => `    ${line}`)] : [];
  const remembering = request.remembering ? [`  ${rememberingText(request)}`] : [];
  return [`Approve? ${why}`, ...request.actions.map((action) => `  ${renderAction(action)}`), ...facts, ...remembering]
    .map(visibleLine)
    .join('\n');
}

interface ShownAction {
  readonly function: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly target?: { readonly label?: string; readonly name: string };
}

/** `click_input "Order" [12] {"button":"left"}` */
function renderAction({ function: name, target, args = {} }: ShownAction): string {
  const aim = target ? [`"${target.name}"`, ...(target.label === undefined || target.label === '' ? [] : [`[${target.label}]`])] : [];
  return [name, ...aim, ...(Object.keys(args).length > 0 ? [JSON.stringify(args)] : [])].join(' ');
}
