// The screen of a person (an X server with a window manager) and the person at it, who uses the windows there as people do: by the X server, not through the run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endDisplay, startDisplay } from '../../../src/adapters/desktop/display.js';
import type { Point } from '../../../src/domain/ui/geometry.js';

export interface PersonsScreen {
  /** Its folder, as `runningOn` knows it. */
  readonly temp: string;
  /** px of the screen. */
  click(at: Point): Promise<void>;
  type(text: string): Promise<void>;
  press(key: string): Promise<void>;
  close(): Promise<void>;
}

const passedOn = ['DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR'] as const;

/** What starts while it is open is on that screen: a worker of this process, its hands, their browsers. */
export async function openPersonsScreen(size: { readonly width: number; readonly height: number }): Promise<PersonsScreen> {
  const temp = await mkdtemp(join(tmpdir(), 'steadyhand-'));
  const programs = join(temp, 'programs.jsonl');
  const { environment } = await startDisplay({ temp, programs, ...size, signal: AbortSignal.timeout(60_000) }).catch(
    async (error: unknown) => {
      await endDisplay(temp, programs);
      throw error;
    },
  );
  const before = Object.fromEntries(passedOn.map((name) => [name, process.env[name]]));
  for (const name of passedOn) if (environment[name] !== undefined) process.env[name] = environment[name];
  const person = spawn(process.execPath, [fileURLToPath(new URL('person.mjs', import.meta.url))], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(person, 'exit');
  const answers = createInterface({ input: person.stdout })[Symbol.asyncIterator]();
  const does = async (deed: object): Promise<void> => {
    person.stdin.write(`${JSON.stringify(deed)}\n`);
    const { value } = await answers.next();
    if (value !== 'done') throw new Error(`The person could not do ${Object.keys(deed).join()}: ${String(value)}`);
  };
  return {
    temp,
    click: ({ x, y }) => does({ click: [Math.round(x), Math.round(y)] }),
    type: (text) => does({ type: text }),
    press: (key) => does({ press: key }),
    async close() {
      for (const name of passedOn) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
      person.stdin.end();
      await ended;
      await endDisplay(temp, programs);
      await rm(temp, { recursive: true, force: true });
    },
  };
}
