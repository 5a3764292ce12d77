// A request by which a page writes somewhere, as it is told: what was sent is evidence of what an action did, whatever its page shows.
import type { RiskKind } from '../guard/activation.js';
import type { BodyField } from './body-fields.js';

export interface SentRequest {
  readonly method: string;
  readonly origin: string;
  /** Without query and fragment; empty, and no fields, where a page sent it that is not allowed. */
  readonly path: string;
  /** Names of the fields of its body, never their values. */
  readonly fields: readonly string[];
  readonly via: 'form' | 'fetch' | 'beacon' | 'other';
  /** Absent: once. */
  readonly times?: number;
  /** Absent: none has come yet. */
  readonly answer?: { readonly status: number } | { readonly failed: string } | { readonly stopped: string };
}

/** It was stopped before it left. */
export interface StoppedRequest extends Stopping {
  readonly request: SentRequest;
}

export interface Stopping {
  /** None: a rule of the configuration stopped it. */
  readonly kinds: readonly RiskKind[];
  /** The word, the field, the method or the rule that says so. */
  readonly why: string;
  /** What makes another one equal to it; it says nothing of what was in it. */
  readonly key: string;
  /** What was in it, for the person who is asked. */
  readonly values: readonly BodyField[];
}

/** Told one by one; the rest is counted. */
const mostTold = 3;

/** "sent POST /orders, answered 201". `origin`: of the page, whose own addresses are told without it. */
export function sentText(requests: readonly SentRequest[], origin?: string): string {
  const told = requests.slice(0, mostTold).map((request) => requestText(request, origin));
  const left = requests.length - told.length;
  return [...told, ...(left > 0 ? [`and ${left} more ${left === 1 ? 'request' : 'requests'}`] : [])].join('; ');
}

function requestText(request: SentRequest, own: string | undefined): string {
  const { times = 1, answer } = request;
  const called = `${calledRequest(request, own)}${times === 1 ? '' : ` ${times} times`}`;
  return answer && 'stopped' in answer
    ? `tried to send ${called}, which was stopped before it left (${answer.stopped})`
    : `sent ${called}, ${answerText(answer)}`;
}

export function calledRequest({ method, origin, path }: SentRequest, own?: string): string {
  return `${method} ${origin === own && path !== '' ? path : `${origin}${path}`}`;
}

function answerText(answer: Exclude<SentRequest['answer'], { readonly stopped: string }>): string {
  if (!answer) return 'no answer yet';
  if ('failed' in answer) return `which failed: ${answer.failed}`;
  return answer.status < 400 ? `answered ${answer.status}` : `which the server refused: ${answer.status}`;
}
