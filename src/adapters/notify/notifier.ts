// Tells by webhook, by a command, by a message in the form that Slack and its like take.
import { noticeText, type Notice } from '../../domain/human/notice.js';
import { NoticeError, type Notifier } from '../../ports/notifier.js';
import { spawn } from 'node:child_process';
import { minimalEnvironment } from '../process-kit/programs.js';

export interface NotifyTarget {
  readonly webhook?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly slack?: string | undefined;
  /** A program and its arguments. */
  readonly command?: readonly string[] | undefined;
}

export interface NotifierOptions {
  /** One line for each that is not sent again. */
  readonly log: (text: string) => void;
  /** Of one attempt. */
  readonly timeoutMs?: number;
}

export function createNotifier(targets: readonly NotifyTarget[], { log, timeoutMs = 10_000 }: NotifierOptions): Notifier {
  return {
    targets: targets.length,
    async send(index, notice) {
      const target = targets[index];
      if (target) await tell(target, notice, timeoutMs).catch((error: unknown) => refused(error, index, log));
    },
  };
}

async function tell({ webhook, headers = {}, slack, command }: NotifyTarget, notice: Notice, timeoutMs: number): Promise<void> {
  if (webhook !== undefined) await post(webhook, notice, { ...headers, 'idempotency-key': notice.id }, timeoutMs);
  if (slack !== undefined) await post(slack, { text: escaped(noticeText(notice)) }, {}, timeoutMs);
  if (command !== undefined) await runCommand(command, notice, timeoutMs);
}

/** What would be a link, a mention or a channel there. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function refused(error: unknown, index: number, log: (text: string) => void): never {
  if (!(error instanceof NoticeError)) throw error;
  const message = `notify[${index}]: ${error.message}`;
  if (error.again === false) log(`${message}; it is not sent again`);
  throw new NoticeError(message, error.again, { cause: error });
}

const longestSaid = 300;

/** Runs it without a shell; the notice stands on its standard input, as one line of JSON. Throws `NoticeError`. */
async function runCommand([program = '', ...args]: readonly string[], notice: Notice, timeoutMs: number): Promise<void> {
  // In a group of its own, so that what it has started ends with it.
  const child = spawn(program, args, {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...minimalEnvironment(process.env), STEADYHAND_NOTICE_ID: notice.id },
    detached: process.platform !== 'win32',
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said = (said + text).slice(-longestSaid)));
  // One that reads nothing has ended before.
  child.stdin.on('error', () => undefined).end(`${JSON.stringify(notice)}\n`);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      end(child.pid);
      reject(new NoticeError(`'${program}' does not end within ${timeoutMs} ms`, true));
    }, timeoutMs);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(new NoticeError(`'${program}' cannot be started: ${error.message}`, false, { cause: error }));
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      const why = said.trim() === '' ? '' : `: ${said.trim()}`;
      if (code === 0) resolve();
      else reject(new NoticeError(`'${program}' ends with ${code === null ? signal : `exit code ${code}`}${why}`, true));
    });
  });
}

function end(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Of the other refusals, none would become an acceptance by itself. */
const worthAnotherTry = new Set([408, 425, 429]);
const longestPauseMs = 5 * 60_000;

/** Throws `NoticeError`, which names the server and not the whole address: that may be all that a sender needs to know. */
async function post(address: string, body: object, headers: Readonly<Record<string, string>>, timeoutMs: number): Promise<void> {
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
