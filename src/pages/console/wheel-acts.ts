// What a person does on the picture, one thing after the other.
//
// acts-1. Nothing is sent twice; what a browser repeats by itself has the same id, and is done once. When nobody can say what became of it, that is shown and stays until the person does something else.
// acts-2. What comes after something that was not done was meant for another screen: it is dropped, and that is told.
// acts-3. A text is sealed here, right before it is sent, for the hand that the newest picture names. It is kept nowhere else.
import { useRef, useState } from 'preact/hooks';
import type { ActionOutcome } from '../../domain/device/device-work.js';
import { personActText, type PersonActed } from '../../domain/wheel/person-act.js';
import type { PersonAction } from '../../domain/wheel/person-action.js';
import { sealTyped } from '../../client/seal-typed.js';
import { call, runPath, ServerError } from './server.js';
import type { Looks } from './wheel-looks.js';

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
      void work();
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
