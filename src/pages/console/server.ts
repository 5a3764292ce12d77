// How the page talks to its console: calls, and one stream for all that is shown.
import { useEffect, useState } from 'preact/hooks';
import type { Problem } from '../../domain/report/console.js';

export class ServerError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

export async function call<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    ...(body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (!response) throw new ServerError({ code: 'away', message: 'The console does not answer. Nothing was done; try again.' });
  const reply = (await response.json().catch(() => ({}))) as { readonly error?: Problem };
  if (!response.ok) throw new ServerError(reply.error ?? { code: 'failed', message: `The console answers ${response.status}.` });
  return reply as T;
}

export function runPath(id: string): string {
  return `/api/runs/${encodeURIComponent(id)}`;
}

/** What is known of a topic. */
export interface Known<T> {
  readonly value?: T;
  readonly error?: Problem;
}

export type Connection = 'connecting' | 'live' | 'away' | 'locked';

interface Message {
  readonly topic: string;
  readonly value?: unknown;
  readonly error?: Problem;
}

type Listener = (known: Known<unknown>) => void;

const tryAgainMs = 2_000;

/** One stream, with the topics that somebody on this page wants; none while the page is hidden. */
function createHub() {
  const topics = new Map<string, Set<Listener>>();
  const last = new Map<string, Known<unknown>>();
  const watchers = new Set<(connection: Connection) => void>();
  let source: EventSource | undefined;
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
    if (now === wanted && source && source.readyState !== EventSource.CLOSED) return;
    source?.close();
    wanted = now;
    source = undefined;
    if (names.length === 0) return;
    source = new EventSource(`/api/live?${names.map((name) => `topic=${encodeURIComponent(name)}`).join('&')}`);
    source.onopen = () => become('live');
    source.onmessage = ({ data }) => {
      const { topic, ...known } = JSON.parse(String(data)) as Message;
      // What was known stays in sight while it cannot be read.
      const next = 'value' in known ? known : { ...last.get(topic), ...known };
      last.set(topic, next);
      for (const tell of topics.get(topic) ?? []) tell(next);
    };
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return become('away');
      void call('/api/me').then(
        () => plan(tryAgainMs),
        (error: ServerError) => {
          become(error.problem.code === 'away' ? 'away' : 'locked');
          plan(tryAgainMs);
        },
      );
    };
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
        last.delete(topic);
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
