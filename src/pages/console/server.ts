// How the page talks to its console: calls, and one stream for all that is shown.
import { useEffect, useState } from 'preact/hooks';
import { type Problem, sessionHeader } from '../../domain/report/console.js';

export class ServerError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Throws `ServerError`. */
export async function ask(path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  const sent = body && { method: 'POST', body: JSON.stringify(body) };
  const headers = { ...(body && { 'content-type': 'application/json' }), ...sessionHeaders() };
  const response = await fetch(path, { ...sent, headers, signal }).catch(() => undefined);
  if (!response) throw new ServerError({ code: 'away', message: 'The console does not answer. Nothing was done; try again.' });
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as { readonly error?: Problem };
  // No other tab is to get one that has ended.
  if (error?.code === 'token') keepSession(undefined);
  throw new ServerError(error ?? { code: 'failed', message: `The console answers ${response.status}.` });
}

/** Throws `ServerError`. */
export async function call<T>(path: string, body?: object): Promise<T> {
  return (await (await ask(path, body)).json()) as T;
}

/** Throws `ServerError`: the token is wrong. */
export async function enter(token: string): Promise<void> {
  keepSession((await call<{ readonly session?: string }>('/api/session', { token })).session);
}

export function runPath(id: string): string {
  return `/api/runs/${encodeURIComponent(id)}`;
}

/** What is known of a topic. */
export interface Known<T> {
  readonly value?: T;
  readonly error?: Problem;
}

type Connection = 'connecting' | 'live' | 'away' | 'locked';

interface Message {
  readonly topic: string;
  readonly value?: unknown;
  readonly error?: Problem;
}

type Listener = (known: Known<unknown>) => void;

const tryAgainMs = 2_000;
/** What the gate says. */
const keepsOut: ReadonlySet<string> = new Set(['token', 'user', 'forbidden']);

/** One stream, with the topics that somebody on this page wants; none while the page is hidden. */
function createHub() {
  const topics = new Map<string, Set<Listener>>();
  const last = new Map<string, Known<unknown>>();
  const watchers = new Set<(connection: Connection) => void>();
  let leave: AbortController | undefined;
  let wanted = '';
  let connection: Connection = 'connecting';
  let timer = 0;

  const become = (next: Connection): void => {
    connection = next;
    for (const tell of watchers) tell(next);
  };

  function plan(afterMs = 0): void {
    clearTimeout(timer);
    timer = setTimeout(connect, afterMs) as unknown as number;
  }

  function connect(): void {
    const names = document.hidden ? [] : [...topics.keys()].sort();
    const now = names.join('\n');
    if (now === wanted && leave) return;
    leave?.abort();
    leave = undefined;
    wanted = now;
    // Not before: a stream that goes on tells nothing a second time to a page that is drawn anew.
    for (const topic of last.keys()) if (!topics.has(topic)) last.delete(topic);
    // Whoever was kept out and comes in again is not kept out once more by what was.
    if (names.length === 0) return become('connecting');
    const own = new AbortController();
    leave = own;
    follow(names, own.signal)
      .then(
        () => 'away' as const,
        (error: unknown) => (error instanceof ServerError && keepsOut.has(error.problem.code) ? 'locked' : 'away'),
      )
      .then((next) => {
        if (leave !== own) return;
        leave = undefined;
        become(next);
        plan(tryAgainMs);
      })
      // A part of the page failed at what it was told; the connection is tried again all the same.
      .catch(() => plan(tryAgainMs));
  }

  /** Ends when the console does. */
  async function follow(names: readonly string[], signal: AbortSignal): Promise<void> {
    const { body } = await ask(`/api/live?${names.map((name) => `topic=${encodeURIComponent(name)}`).join('&')}`, undefined, signal);
    if (!body) return;
    become('live');
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = `${rest}${part.value}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '' && !signal.aborted) tell(JSON.parse(line) as Message);
    }
  }

  function tell({ topic, ...known }: Message): void {
    // What was known stays in sight while it cannot be read.
    const next = 'value' in known ? known : { ...last.get(topic), ...known };
    last.set(topic, next);
    for (const listener of topics.get(topic) ?? []) listener(next);
  }

  document.addEventListener('visibilitychange', () => plan());
  return {
    watch(topic: string, tell: Listener): () => void {
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners.add(tell));
      const known = last.get(topic);
      if (known) tell(known);
      plan();
      return () => {
        listeners.delete(tell);
        if (listeners.size > 0) return;
        topics.delete(topic);
        plan();
      };
    },
    onConnection(tell: (next: Connection) => void): () => void {
      watchers.add(tell);
      tell(connection);
      return () => watchers.delete(tell);
    },
  };
}

const hub = createHub();

export function useTopic<T>(topic: string): Known<T> {
  const [known, setKnown] = useState<Known<T> & { readonly of: string }>({ of: topic });
  useEffect(() => hub.watch(topic, (next) => setKnown({ ...(next as Known<T>), of: topic })), [topic]);
  return known.of === topic ? known : {};
}

export function useConnection(): Connection {
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => hub.onConnection(setConnection), []);
  return connection;
}

/** One call at a time, and what came of the last one. */
export function useCall(): {
  readonly isBusy: boolean;
  readonly problem: string | undefined;
  run(work: () => Promise<void>): void;
} {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  return {
    isBusy,
    problem,
    run(work) {
      if (isBusy) return;
      setBusy(true);
      setProblem(undefined);
      work()
        .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
        .finally(() => setBusy(false));
    },
  };
}

// The session of this page.
//
// session-1. It stands in this page's memory and in `sessionStorage`, never in a cookie: those go to every port of this host. Where the console set one itself, there is none here.
// session-2. A tab that has none asks the other tabs of this console. Whoever listens at this port later can ask, too, and is told of one that opens nothing any more.

const key = 'session';
const askAnotherMs = 300;
const tabs = new BroadcastChannel('session');
let session = sessionStorage.getItem(key) ?? undefined;

tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === 'asked' && session !== undefined) tabs.postMessage({ session });
});

function sessionHeaders(): Readonly<Record<string, string>> {
  return session === undefined ? {} : { [sessionHeader]: session };
}

/** Undefined: it has ended. */
function keepSession(opened: string | undefined): void {
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
