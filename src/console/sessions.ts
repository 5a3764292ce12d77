// Who is in.
//
// sessions-1. A session is random, known to the page that opened it, and in this process's memory only: it ends with the console, after twelve hours, or when it is ended.
// sessions-2. A ticket is one whole address, good for one GET within a minute, and void when its session is.
// sessions-3. Neither clock can be set so that a session outlives its time: it ends when either says so.
// sessions-4. There are at most so many of each: whoever has the token gets in, and the session that was not used for the longest time ends.
import { createHash, randomBytes } from 'node:crypto';
import type { SessionLine } from '../domain/report/console.js';
import { keepNewest } from './pictures.js';

export interface Sessions {
  /** What the page shows from then on. */
  open(of: Pick<SessionLine, 'by' | 'browser'>): string;
  /** Undefined: it has ended, or never was. */
  find(secret: string): Session | undefined;
  list(): readonly SessionLine[];
  /** False: there is no such session. */
  end(id: string): boolean;
  /** The address with a ticket. */
  ticketed(session: Session, address: string): string;
  /** Undefined: no ticket, or one that was used. */
  useTicket(address: string): Session | undefined;
}

export interface Session extends SessionLine {
  readonly isOpen: () => boolean;
  /** Aborted when somebody ends it. */
  readonly ended: AbortSignal;
}

const longestMs = 12 * 60 * 60_000;
const ticketMs = 60_000;
const mostSessions = 200;
/** Not asked for by a person one by one: a page that has used none of them has lost interest in the oldest. */
const mostTickets = 1_000;

interface Clock {
  readonly wall: () => number;
  readonly steady: () => number;
}

export function createSessions(clock: Clock = { wall: () => Date.now(), steady: () => performance.now() }): Sessions {
  const sessions = new Map<string, Kept>();
  const tickets = new Map<string, { readonly session: Session; readonly isYoung: () => boolean }>();

  function within(limitMs: number): () => boolean {
    const began = { wall: clock.wall(), steady: clock.steady() };
    return () => clock.wall() - began.wall < limitMs && clock.steady() - began.steady < limitMs;
  }

  function dropOld(): void {
    for (const [key, { isOpen }] of sessions) if (!isOpen()) end(key);
  }

  function end(key: string): boolean {
    sessions.get(key)?.end();
    return sessions.delete(key);
  }

  return {
    open({ by, browser }) {
      dropOld();
      const secret = randomBytes(32).toString('base64url');
      const key = keyOf(secret);
      const isYoung = within(longestMs);
      const at = new Date(clock.wall()).toISOString();
      const over = new AbortController();
      const [unused] = sessions.size < mostSessions ? [] : sessions.keys();
      if (unused !== undefined) end(unused);
      sessions.set(key, {
        ...{ id: randomBytes(4).toString('hex'), by, browser, openedAt: at, usedAt: at, ended: over.signal },
        isOpen: () => !over.signal.aborted && isYoung(),
        end: () => over.abort(),
      });
      return secret;
    },
    find(secret) {
      const key = keyOf(secret);
      const session = sessions.get(key);
      if (!session?.isOpen()) return undefined;
      session.usedAt = new Date(clock.wall()).toISOString();
      return keepNewest(sessions, key, session, mostSessions);
    },
    list() {
      dropOld();
      return [...sessions.values()].map(({ id, by, browser, openedAt, usedAt }) => ({ id, by, browser, openedAt, usedAt }));
    },
    end(id) {
      const [key] = [...sessions].find(([, session]) => session.id === id) ?? [];
      return key !== undefined && end(key);
    },
    ticketed(session, address) {
      const whole = `${address}${address.includes('?') ? '&' : '?'}ticket=${randomBytes(32).toString('base64url')}`;
      keepNewest(tickets, whole, { session, isYoung: within(ticketMs) }, mostTickets);
      return whole;
    },
    useTicket(address) {
      const ticket = tickets.get(address);
      tickets.delete(address);
      return ticket?.isYoung() && ticket.session.isOpen() ? ticket.session : undefined;
    },
  };
}

interface Kept extends Session {
  usedAt: string;
  readonly end: () => void;
}

/** So that no comparison tells how much of a guess was right. */
function keyOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
