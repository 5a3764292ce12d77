// The system's Tesseract as a child process.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

/** Whether it is installed and has English. */
export async function hasEnglish(program: string): Promise<boolean> {
  const languages = await promisify(execFile)(program, ['--list-langs']).catch(() => undefined);
  return languages !== undefined && `${languages.stdout}\n${languages.stderr}`.split(/\s+/).includes('eng');
}

/** TSV. */
export async function readBySystem(program: string, page: Uint8Array, signal: AbortSignal): Promise<string> {
  // One thread: with several, most of the time is spent waiting for each other.
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' };
  const child = spawn(program, ['stdin', 'stdout', '-l', 'eng', '--psm', '11', 'tsv'], { env, signal, killSignal: 'SIGKILL' });
  // It may exit before it has read everything; its exit code says why.
  child.stdin.on('error', () => undefined).end(page);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const [tsv, complaint, [code]] = await ended.catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaint.trim().split('\n').at(-1)}`);
  return tsv;
}
