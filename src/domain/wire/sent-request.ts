// A request by which a page writes somewhere, as it is told: what was sent is evidence of what an action did, whatever its page shows.

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
  readonly answer?: { readonly status: number } | { readonly failed: string };
}

/** Told one by one; the rest is counted. */
const mostTold = 3;

/** "sent POST /orders, answered 201". `origin`: of the page, whose own addresses are told without it. */
export function sentText(requests: readonly SentRequest[], origin?: string): string {
  const told = requests.slice(0, mostTold).map((request) => `sent ${requestText(request, origin)}`);
  const left = requests.length - told.length;
  return [...told, ...(left > 0 ? [`and ${left} more ${left === 1 ? 'request' : 'requests'}`] : [])].join('; ');
}

function requestText({ method, origin, path, times = 1, answer }: SentRequest, own: string | undefined): string {
  const address = origin === own && path !== '' ? path : `${origin}${path}`;
  return `${method} ${address}${times === 1 ? '' : ` ${times} times`}, ${answerText(answer)}`;
}

function answerText(answer: SentRequest['answer']): string {
  if (!answer) return 'no answer yet';
  if ('failed' in answer) return `which failed: ${answer.failed}`;
  return answer.status < 400 ? `answered ${answer.status}` : `which the server refused: ${answer.status}`;
}
