import { spawn } from 'node:child_process';
import type { Notice } from '../../domain/human/notice.js';
import { NoticeError } from '../../ports/notifier.js';
import { minimalEnvironment } from '../process-kit/minimal-environment.js';

const longestSaid = 300;

/** Runs it without a shell; the notice stands on its standard input, as one line of JSON. Throws `NoticeError`. */
export async function runCommand([program = '', ...args]: readonly string[], notice: Notice, timeoutMs: number): Promise<void> {
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
