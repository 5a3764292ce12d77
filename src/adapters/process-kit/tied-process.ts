// A program that ends (SIGTERM) with the process that started it, even when that one is killed. Nothing has to be written down to find it again.
//
// A shell waits for a line on a pipe, of which this process has the other end; at the pipe's end, which any death of this process brings about, it ends the
// program. It is its grandchild: the program, which takes the place of the first shell and so has its id, is not left with a dead child.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';

export interface TiedProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** It goes on when this process has ended. */
  release(): void;
}

export interface TiedOptions {
  /** File descriptor of what it writes. */
  readonly log: number;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const script = '( ( read -r _ <&3 || kill $$ ) & ); exec 3<&-; exec "$@"';

/** In a session of its own, so that a Ctrl-C does not reach it. */
export async function spawnTied(command: string, args: readonly string[], { log, ...place }: TiedOptions): Promise<TiedProcess> {
  const child = spawn('/bin/sh', ['-c', script, 'sh', command, ...args], { ...place, detached: true, stdio: ['ignore', log, log, 'pipe'] });
  const line = child.stdio[3] as Socket;
  line.on('error', () => undefined).unref();
  const release = (): void => void line.end('\n');
  // Its id may be another one's by then.
  child.once('exit', release);
  await once(child, 'spawn');
  child.unref();
  return { child, pid: child.pid as number, release };
}
