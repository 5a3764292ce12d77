import { NoticeError } from '../../ports/notifier.js';

/** Of the other refusals, none would become an acceptance by itself. */
const worthAnotherTry = new Set([408, 425, 429]);
const longestPauseMs = 5 * 60_000;

/** Throws `NoticeError`, which names the server and not the whole address: that may be all that a sender needs to know. */
export async function post(address: string, body: object, headers: Readonly<Record<string, string>>, timeoutMs: number): Promise<void> {
  const { origin } = new URL(address);
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    // Headers are for this server only.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new NoticeError(`${origin} ${whyNot(error, timeoutMs)}`, true, { cause: error });
  });
  // Nothing in it matters, and it may never end.
  await response.body?.cancel().catch(() => undefined);
  if (response.ok) return;
  const { status } = response;
  const again = status >= 500 || worthAnotherTry.has(status);
  throw new NoticeError(`${origin} answers ${status} ${response.statusText}`.trim(), again && pauseOf(response.headers.get('retry-after')));
}

function pauseOf(retryAfter: string | null): true | { readonly afterMs: number } {
  if (retryAfter === null || !/^\d{1,6}$/.test(retryAfter)) return true;
  return { afterMs: Math.min(Math.max(Number(retryAfter), 1) * 1_000, longestPauseMs) };
}

function whyNot(error: unknown, timeoutMs: number): string {
  const { name, message = String(error), cause } = error as Partial<Error>;
  if (name === 'TimeoutError') return `does not answer within ${timeoutMs} ms`;
  // `fetch failed` says why in its cause only.
  return `cannot be reached: ${(cause as Partial<Error> | undefined)?.message || message}`;
}
