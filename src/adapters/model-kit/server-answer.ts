// One question to a server, through the package of its API: what was said and what it cost, or a `ModelError`.
import { createParser } from 'eventsource-parser';
import type { Prices } from '../../domain/budget/prices.js';
import { addUsage, noUsage } from '../../domain/budget/usage.js';
import { recordOf } from '../../domain/checks/read-stored.js';
import type { Size } from '../../domain/ui/geometry.js';
import { brokenStream, type Answer, type Said, type Wire } from '../openai/wire.js';
import { parseJson } from './json-reply.js';
import { isPaid, meteredUsage, type Metered } from './metered-usage.js';
import type { Prompt } from './prompt.js';
import { askingFailure, failureInside, saidNothingFailure, timeoutFailure, type Advice, type ServerContext } from './server-failures.js';
import { againMsOf, errorIn, failureIn } from './server-reports.js';

export interface Turn extends Said, Metered {
  readonly model: string;
}

interface Question<Context> {
  readonly prompt: Prompt;
  readonly wire: Pick<Wire, 'read' | 'joined'>;
  readonly prices: Prices;
  readonly context: Context;
  readonly advice: Advice<Context>;
  readonly signal: AbortSignal;
  /** As its provider counts a picture. */
  readonly tokensOfPicture?: (size: Size) => number;
}

/** ms: a package's own limit ends with the headers, and calls other failures by its name; ours also covers a stalled body, and always comes first. */
export const packageTimeoutMs = (timeoutMs: number): number => timeoutMs + 60_000;

/** A package would send what stands there to whatever server it is, and nobody would know of it. */
export function withoutVariable<T>(name: string, make: () => T): T {
  const { [name]: value } = process.env;
  delete process.env[name];
  try {
    return make();
  } finally {
    if (value !== undefined) process.env[name] = value;
  }
}

/** `send`: by the package, which never retries: Temporal does, and counts. */
export async function askServer<Context extends ServerContext>(
  question: Question<Context>,
  send: (options: { readonly signal: AbortSignal }) => Promise<Response>,
): Promise<Turn> {
  const { context, advice, signal } = question;
  const timeout = AbortSignal.timeout(context.timeoutMs);
  try {
    const response = await send({ signal: AbortSignal.any([signal, timeout]) });
    return turnOf(await response.text(), response.headers, question);
  } catch (error) {
    signal.throwIfAborted();
    throw timeout.aborted ? timeoutFailure(context) : askingFailure(error, context, advice);
  }
}

function turnOf<Context extends ServerContext>(body: string, headers: Headers, question: Question<Context>): Turn {
  const { prompt, wire, prices, tokensOfPicture, context, advice } = question;
  const answer = answerIn(body, wire);
  const metered = meteredUsage(answer, prompt, prices, tokensOfPicture);
  if (answer.said && !answer.error) return { ...answer.said, model: answer.model || prompt.model, ...metered };
  const told = answer.error ?? failureBeside(body);
  const againMs = againMsOf(headers, told);
  const spent = { ...context, usage: addUsage(context.usage, isPaid(answer) ? metered.usage : noUsage) };
  throw told ? failureInside({ ...told, againMs }, spent, advice) : saidNothingFailure(body, againMs, spent);
}

function answerIn(body: string, wire: Question<never>['wire']): Answer {
  try {
    return wire.read(parseJson(body) ?? streamed(body, wire));
  } catch {
    // It has more levels than the stack has room for, and says nothing of use.
    return { said: undefined, error: undefined, model: undefined, tokens: undefined };
  }
}

/** Of an answer without a reply: in a list, or itself one that has a status by its words. */
function failureBeside(body: string): Answer['error'] {
  const [report] = [parseJson(body)].flat();
  const whole = failureIn(body);
  return errorIn(recordOf(report)?.['error']) ?? (whole.status === undefined ? undefined : whole);
}

/** Events of a stream: no answer that is read has so many. */
const mostEvents = 100_000;

/** Some servers stream, whatever they are asked for. */
function streamed(body: string, { joined }: Pick<Wire, 'joined'>): unknown {
  const events: unknown[] = [];
  let isWhole = false;
  let isBroken = false;
  const parser = createParser({
    onEvent({ event, data }) {
      if (isBroken) return;
      isWhole ||= data.trim() === '[DONE]';
      const isObject = data.trimStart().startsWith('{');
      const told = isObject ? parseJson(data) : undefined;
      const isError = event === 'error' || recordOf(told)?.['type'] === 'error';
      events.push(isError && recordOf(told)?.['error'] === undefined ? { error: told ?? data } : told);
      // Half an event, and no more are read than matter.
      isBroken = (told === undefined && isObject) || events.length > mostEvents;
      if (isBroken) events.push({ error: { message: brokenStream } });
    },
  });
  // A lone carriage return ends a line, too, and would cost the parser a search of the whole rest.
  // The last event counts without the blank line after it.
  parser.feed(`${body.replace(/\r\n?/g, '\n')}\n\n`);
  parser.reset({ consume: true });
  return events.length > 0 ? joined(events, isWhole) : undefined;
}
