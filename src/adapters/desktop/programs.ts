// What was begun for a desktop, written down as it begins: so that it can be named, and found when the desktop ends, by a later process too.
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { isRunning, killAll, markOf, type ProcessMark } from '../process-marks.js';

export interface BegunProgram extends ProcessMark {
  /** Id of the desktop entry that it was launched by; absent: it is part of the display. */
  readonly entry?: string;
}

/** `file`: of this desktop alone. Each program leads a session of its own. */
export async function noteProgram(file: string, pid: number, entry?: string): Promise<void> {
  const mark = await markOf(pid);
  const begun: BegunProgram | undefined = mark && { ...mark, ...(entry === undefined ? {} : { entry }) };
  if (begun) await appendFile(file, `${JSON.stringify(begun)}\n`);
}

export async function readPrograms(file: string): Promise<readonly BegunProgram[]> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as BegunProgram];
    } catch {
      // The end of a line that was never whole.
      return [];
    }
  });
}

/** Ends the programs with all that they began: what carries `variable` in its environment, and what is of their sessions (Chromium writes over its environment). */
export async function endPrograms(file: string, variable: string): Promise<void> {
  const begun = await readPrograms(file);
  // What is just being started is found the next time.
  for (let round = 0; round < 5; round++) {
    const marks = await marksOf(begun, variable);
    if (marks.length === 0) return;
    await killAll(marks);
  }
}

async function marksOf(begun: readonly BegunProgram[], variable: string): Promise<readonly ProcessMark[]> {
  // A number that leads no session any more is not given away while somebody is left in it: only a leader can be a stranger.
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
