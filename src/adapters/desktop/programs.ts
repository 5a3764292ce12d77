// A record of the programs started for a desktop, written as each starts, so that any process can name them and end them with the desktop.
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { isRunning, killAll, markOf, type ProcessMark } from '../process-kit/process-marks.js';

export interface BegunProgram extends ProcessMark {
  /** Id of the desktop entry that it was launched from; absent for a part of the display. */
  readonly entry?: string;
}

/** `file`: of this desktop alone. Each program leads its own session. */
export async function noteProgram(file: string, pid: number, entry?: string): Promise<void> {
  const mark = await markOf(pid);
  const begun: BegunProgram | undefined = mark && { ...mark, entry };
  if (begun) await appendFile(file, `${JSON.stringify(begun)}\n`);
}

export async function readPrograms(file: string): Promise<readonly BegunProgram[]> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as BegunProgram];
    } catch {
      // A line that was cut off while being written.
      return [];
    }
  });
}

/**
 * Ends the programs and all they started: processes with `variable` in their environment or in their sessions (Chromium overwrites its
 * environment).
 */
export async function endPrograms(file: string, variable: string): Promise<void> {
  const begun = await readPrograms(file);
  // A process that is just starting is found in the next round.
  for (let round = 0; round < 5; round++) {
    const marks = await marksOf(begun, variable);
    if (marks.length === 0) return;
    await killAll(marks);
  }
}

async function marksOf(begun: readonly BegunProgram[], variable: string): Promise<readonly ProcessMark[]> {
  // A pid is not reused while it is the id of a session with members, so only a session leader can be an unrelated process.
  const strangers = new Set<number>();
  for (const mark of begun) if ((await markOf(mark.pid)) !== undefined && !(await isRunning(mark))) strangers.add(mark.pid);
  const sessions = new Set(begun.map(({ pid }) => pid).filter((pid) => !strangers.has(pid)));
  const ids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 1 && pid !== process.pid);
  const marks = await Promise.all(
    ids.map(async (pid) => {
      const [environment, stat] = await Promise.all(
        ['environ', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
      );
      const [, , , session] = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ');
      const isOurs = sessions.has(Number(session)) || (environment ?? '').split('\0').includes(variable);
      return isOurs ? markOf(pid) : undefined;
    }),
  );
  return marks.filter((mark) => mark !== undefined);
}
