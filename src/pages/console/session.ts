// The session of this page.
//
// session-1. It stands in this page's memory and in `sessionStorage`, never in a cookie: those go to every port of this host. Where the console set one itself, there is none here.
// session-2. A tab that has none asks the other tabs of this console. Whoever listens at this port later can ask, too, and is told of one that opens nothing any more.
import { sessionHeader } from '../../domain/report/console.js';

const key = 'session';
const askAnotherMs = 300;
const tabs = new BroadcastChannel('session');
let session = sessionStorage.getItem(key) ?? undefined;

tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'asked' && session !== undefined) tabs.postMessage({ session });
});

export function sessionHeaders(): Readonly<Record<string, string>> {
  return session === undefined ? {} : { [sessionHeader]: session };
}

/** Undefined: it has ended. */
export function keepSession(opened: string | undefined): void {
  session = opened;
  if (opened === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, opened);
}

/** Of this tab or another one. */
export async function findSession(): Promise<void> {
  if (session !== undefined) return;
  const asked = new AbortController();
  const found = new Promise<string | undefined>((resolve) => {
    setTimeout(() => resolve(undefined), askAnotherMs);
    const hear = ({ data }: MessageEvent<{ readonly session?: string } | 'asked'>): void => {
      if (data !== 'asked' && data.session !== undefined) resolve(data.session);
    };
    tabs.addEventListener('message', hear, { signal: asked.signal });
    tabs.postMessage('asked');
  });
  keepSession(await found);
  asked.abort();
}
