// What a person does on the picture, one thing after the other.
//
// acts-1. Nothing is sent twice; what a browser repeats by itself has the same id, and is done once. When nobody can say what became of it, that is shown and stays until the person does something else.
// acts-2. What comes after something that was not done was meant for another screen: it is dropped, and that is told.
// acts-3. A text is sealed here, right before it is sent, for the device process that the newest picture names. It is kept nowhere else.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActionOutcome } from '../../domain/device/device-work.js';
import { personActText, type PersonActed, type PersonLook } from '../../domain/take-over/person-act.js';
import type { PersonAction } from '../../domain/take-over/person-action.js';
import { sealTyped } from '../../client/seal-typed.js';
import { call, runPath, ServerError } from './server.js';
import { lookPace } from './look-pace.js';

/** As it is meant: a text is not sealed yet. */
export type Meant = Exclude<PersonAction, { readonly type: 'text' }> | { readonly type: 'text'; readonly text: string };

export interface ActLine {
  readonly number: number;
  readonly text: string;
  readonly status: ActionOutcome['status'] | 'waits' | 'dropped';
  readonly message?: string;
  readonly approved?: string;
}

export interface Acts {
  /** Newest first. */
  readonly lines: readonly ActLine[];
  /** The last thing that was done is of unknown outcome. */
  readonly unknown: ActLine | undefined;
  send(action: Meant): void;
}

const shownLines = 8;
/** Answers after which surely nothing was done. Any other failure leaves that open. */
const nothingDone: ReadonlySet<string> = new Set([
  'refused',
  'not-held',
  'invalid-input',
  'run-not-found',
  'token',
  'user',
  'forbidden',
  'not-sealed',
]);

export function useActs(run: string, looks: Looks): Acts {
  const [lines, setLines] = useState<readonly ActLine[]>([]);
  const queue = useRef<{ readonly number: number; readonly action: Meant }[]>([]);
  const count = useRef(0);
  const isBusy = useRef(false);

  const change = (number: number, line: Partial<ActLine>): void =>
    setLines((before) => before.map((each) => (each.number === number ? { ...each, ...line } : each)));

  async function work(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { outcome, approved } = await done(run, next.action, looks);
      const message = 'message' in outcome ? outcome.message : undefined;
      change(next.number, {
        status: outcome.status,
        message,
        approved,
      });
      if (outcome.status === 'done') continue;
      for (const { number } of queue.current.splice(0)) change(number, { status: 'dropped' });
    }
    isBusy.current = false;
  }

  const [last] = lines.filter(({ status }) => status !== 'waits' && status !== 'dropped');
  return {
    lines,
    unknown: last?.status === 'unknown' ? last : undefined,
    send(action) {
      looks.acting();
      const number = ++count.current;
      queue.current.push({ number, action });
      setLines((before) => [{ number, text: textOf(action), status: 'waits' as const }, ...before].slice(0, shownLines));
      // `done` tells of every act what became of it.
      work().catch(() => undefined);
    },
  };
}

/** Of a text, nothing but that it is one. */
function textOf(action: Meant): string {
  return action.type === 'text' ? personActText({ type: 'text', sealed: '' }) : personActText(action);
}

async function done(run: string, meant: Meant, looks: Looks): Promise<Pick<PersonActed, 'outcome' | 'approved'>> {
  try {
    const action = await sealed(meant, looks.newest()?.key);
    const {
      outcome = { status: 'unknown' },
      approved,
      look,
    } = await call<Partial<PersonActed>>(`${runPath(run)}/act`, {
      id: idOfAct(),
      action,
    });
    if (look) looks.seen(look);
    return { outcome, approved };
  } catch (error) {
    const { code, message } = error instanceof ServerError ? error.problem : { code: 'not-sealed', message: String(error) };
    return { outcome: nothingDone.has(code) ? { status: 'failed', code, message } : { status: 'unknown' } };
  } finally {
    looks.acting();
  }
}

/** By what every page may use, also one that is not served securely. */
function idOfAct(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  );
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

async function sealed(meant: Meant, key: string | undefined): Promise<PersonAction> {
  if (meant.type !== 'text') return meant;
  if (key === undefined)
    throw new ServerError({ code: 'not-sealed', message: 'This device takes no text from a person. Nothing was typed.' });
  return { type: 'text', sealed: await sealTyped(meant.text, key) };
}

/** Whether this browser can seal: X25519 in Web Crypto, which a page has over HTTPS or at this machine only. */
export async function canSeal(): Promise<boolean> {
  try {
    await globalThis.crypto.subtle.generateKey({ name: 'X25519' }, false, ['deriveBits']);
    return true;
  } catch {
    return false;
  }
}

// The picture of a held run, kept young.
//
// looks-1. It is taken only while somebody looks: the view of the run's screen is open, and the page is visible.
// looks-2. One look at a time; the next begins soon enough for the picture to be at most a second old, five times a second while somebody acts.
// looks-3. What is older than what is shown is dropped.

interface Looks {
  readonly look: PersonLook | undefined;
  /** Why there is no newer one. */
  readonly problem: string | undefined;
  /** Somebody acts: pictures come faster for a while. */
  acting(): void;
  /** One that came with an act. */
  seen(look: PersonLook): void;
  /** The newest, for whoever cannot wait for the next rendering. */
  newest(): PersonLook | undefined;
}

export function useLooks(run: string): Looks {
  const [look, setLook] = useState<PersonLook>();
  const [problem, setProblem] = useState<string>();
  const newest = useRef<PersonLook | undefined>(undefined);
  const actedAt = useRef(-Infinity);
  const hurry = useRef(() => {});
  const seen = (next: PersonLook): void => {
    if (newest.current && next.at < newest.current.at) return;
    newest.current = next;
    setLook(next);
  };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLooking = false;
    let isOver = false;
    let beganAt = 0;
    let tookMs = 0;
    const pace = () => lookPace(performance.now() - actedAt.current, tookMs);
    const plan = (): void => {
      clearTimeout(timer);
      if (isOver || isLooking || document.hidden) return;
      timer = setTimeout(() => turn().catch(plan), Math.max(0, beganAt + pace().periodMs - performance.now()));
    };
    const turn = async (): Promise<void> => {
      isLooking = true;
      beganAt = performance.now();
      await call<PersonLook>(`${runPath(run)}/look`, { maxAgeMs: pace().maxAgeMs }).then(
        (next) => {
          seen(next);
          setProblem(undefined);
        },
        (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
      );
      isLooking = false;
      tookMs = performance.now() - beganAt;
      plan();
    };
    hurry.current = plan;
    document.addEventListener('visibilitychange', plan);
    plan();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', plan);
    };
  }, [run]);
  return {
    look,
    problem,
    seen,
    newest: () => newest.current,
    acting() {
      actedAt.current = performance.now();
      hurry.current();
    },
  };
}
