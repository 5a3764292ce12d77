// Mouse, keyboard and pictures of one display, as the process that has the device asks for them. nut-js stays in a process of its own (input-process.ts).
//
// hands-1. One process at a time acts on a display. What the one before still does, because whoever asked for it was killed, is waited for; then it is ended.
// hands-2. Of a call that acts and whose process has ended, the notes tell how far it came (notes-1): not begun, it is made by another process; ended, it is done; else it is unknown.
//     What an unknown one may have left pressed is let go before anyone hears of it: a key would repeat itself, a modifier change all that comes.
// hands-3. A process that is late is ended before anyone hears of it: it must not act later. A call for an action that was given up is not made.
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MouseButton } from '../../domain/ui/ui-action.js';
import { ActionFailedError, DeviceGoneError } from '../../ports/device.js';
import { builtProgram, requireInstalled } from '../process-kit/programs.js';
import { parseJson } from '../filesystem/files.js';
import { isRunning, killAll, markOf, type ProcessMark } from '../process-kit/process-marks.js';
import type { DisplayEnvironment } from './requirements.js';
import { openNotes, acting, type InputCall, type InputCalls, type InputReply, type InputRequest, type Keys } from './input-protocol.js';
import { until } from '../process-kit/poll.js';

export type Hands = {
  readonly [K in Exclude<InputCall, 'letGo'>]: (...args: Parameters<InputCalls[K]>) => Promise<ReturnType<InputCalls[K]>>;
};

/** Those of a display, as long as it has them. */
export interface DisplayInput extends Hands {
  /** For one action: `whole` is the call that alone carries it out. */
  of(action: InputAction): Hands;
  announce(key: string): void;
  /** Of an announced action: whether its call has been carried out, or surely was not begun; undefined: neither is known. */
  knownOf(key: string): 'ended' | 'not begun' | undefined;
  close(): void;
}

export interface InputAction {
  readonly signal: AbortSignal;
  readonly announced?: { readonly key: string; readonly whole: InputCall };
}

export interface HandsOptions {
  readonly env: DisplayEnvironment;
  /** Of the device. */
  readonly folder: string;
}

/** In the device's folder. */
export const inputFiles = { process: 'mouse-and-keyboard.json', notes: 'mouse-and-keyboard-notes.json' } as const;

const callLimit = 20_000;
/** ms for a process whose asker was killed to end what it does. */
const farewell = 2_000;

/** The process is started with the first call, and again with the next one after it has ended. */
export async function createInput({ env, folder }: HandsOptions): Promise<DisplayInput> {
  const markFile = join(folder, inputFiles.process);
  await endFormer(markFile);
  const noteFile = join(folder, inputFiles.notes);
  const notes = openNotes(noteFile);
  let running: Promise<Running> | undefined;
  let closed = false;

  const begin = async (): Promise<Running> => {
    const begun = start(env, noteFile, () => (running = undefined));
    const mark = begun.child.pid === undefined ? undefined : await markOf(begun.child.pid);
    // Before anything is sent: whoever comes next can find it (hands-1).
    const noted: HandsMark | undefined = mark && { ...mark, asker: process.pid };
    if (noted) await writeFile(markFile, JSON.stringify(noted), { mode: 0o600 });
    return begun;
  };

  const forget = (error: unknown): never => {
    running = undefined;
    throw error;
  };

  /** hands-2 */
  const howFar = (call: InputCall, id: string): 'not begun' | 'begun' | 'ended' => {
    const note = acting.has(call) ? notes.read() : 'none';
    if (note === 'unreadable') return 'begun';
    return note === 'none' || note.step === 'announced' || note.call !== id ? 'not begun' : note.step;
  };

  const ask = async (call: InputCall, args: readonly unknown[], action?: InputAction): Promise<unknown> => {
    for (let left = 1; ; left--) {
      if (closed) throw new DeviceGoneError('The desktop is closed.');
      const current = await (running ??= begin().catch(forget));
      // hands-3
      if (acting.has(call)) action?.signal.throwIfAborted();
      const id = randomUUID();
      const { announced } = action ?? {};
      const reply = await current.ask({ id, call, args, action: announced?.whole === call ? announced.key : undefined });
      if ('value' in reply) return reply.value;
      if ('failure' in reply) throw new ActionFailedError('action-failed', reply.failure);
      if (closed) throw new DeviceGoneError(`The desktop was closed during '${call}'.`);
      const reached = howFar(call, id);
      if (reached === 'ended') return undefined;
      if (reached === 'begun') {
        const pressed = pressedBy(call, args);
        if (pressed) await ask('letGo', [pressed.keys, pressed.button]).catch(() => undefined);
        throw new DeviceGoneError(`The process that holds the desktop's mouse and keyboard has ended during '${call}': ${reply.ended}.`);
      }
      if (reply.isLate) throw new ActionFailedError('timeout', `The desktop did not finish '${call}' within ${callLimit / 1000} s.`);
      if (left === 0) throw new DeviceGoneError(`The process that holds the desktop's mouse and keyboard has ended: ${reply.ended}.`);
    }
  };

  return {
    ...handsBy(ask),
    of: (action) => handsBy((call, args) => ask(call, args, action)),
    announce(key) {
      if (!closed) notes.write({ step: 'announced', action: key });
    },
    knownOf(key) {
      const note = closed ? 'none' : notes.read();
      if (typeof note === 'string' || note.action !== key) return undefined;
      return note.step === 'ended' ? 'ended' : note.step === 'announced' ? 'not begun' : undefined;
    },
    close() {
      if (closed) return;
      closed = true;
      running?.then(({ child }) => child.kill('SIGKILL')).catch(() => undefined);
      notes.close();
    },
  };
}

function handsBy(ask: (call: InputCall, args: readonly unknown[]) => Promise<unknown>): Hands {
  const calling =
    <K extends keyof Hands>(call: K) =>
    (...args: Parameters<InputCalls[K]>) =>
      ask(call, args) as Promise<ReturnType<InputCalls[K]>>;
  return {
    click: calling('click'),
    hover: calling('hover'),
    pressButton: calling('pressButton'),
    carry: calling('carry'),
    releaseButton: calling('releaseButton'),
    wheel: calling('wheel'),
    press: calling('press'),
    screenshot: calling('screenshot'),
    size: calling('size'),
    readClipboard: calling('readClipboard'),
    writeClipboard: calling('writeClipboard'),
    windows: calling('windows'),
    activeWindow: calling('activeWindow'),
    focusWindow: calling('focusWindow'),
  };
}

/** What a call may leave pressed that was broken off. A drag is written down elsewhere (held-1). */
function pressedBy(call: InputCall, args: readonly unknown[]): { readonly keys: Keys; readonly button?: MouseButton } | undefined {
  if (call === 'press') return { keys: [...new Set((args as Parameters<InputCalls['press']>)[0].flat())] };
  if (call === 'click') return { keys: [], button: (args as Parameters<InputCalls['click']>)[1] };
  return undefined;
}

/** `ended`: why there is no answer, and never will be one. */
type Reply = InputReply | { readonly ended: string; readonly isLate: boolean };

interface Running {
  readonly child: ChildProcess;
  ask(request: InputRequest): Promise<Reply>;
}

function start(env: DisplayEnvironment, noteFile: string, onEnd: () => void): Running {
  // It gets the display's environment and nothing else.
  const child = fork(program(), [noteFile], {
    env: { ...env },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const waiting = new Map<string, (reply: Reply) => void>();
  let why: string | undefined;
  const end = (reason: string): void => {
    why ??= reason;
    onEnd();
    for (const answered of waiting.values()) answered({ ended: why, isLate: false });
    waiting.clear();
  };
  // One that was never started does not exit.
  child.on('error', (error) => child.pid === undefined && end(error.message));
  child.on('exit', (code, signal) => end(signal ?? `code ${code}`));
  child.on('message', (reply) => waiting.get((reply as InputReply).id)?.(reply as InputReply));
  // An idle one must not keep this process alive.
  child.unref();
  child.channel?.unref();
  const killed = async (): Promise<string> => {
    child.kill('SIGKILL');
    if (why === undefined) await once(child, 'exit');
    return why ?? 'it was ended';
  };
  return {
    child,
    async ask(request) {
      if (why !== undefined) return { ended: why, isLate: false };
      let timer: NodeJS.Timeout | undefined;
      try {
        return await new Promise<Reply>((resolve) => {
          const giveUp = (isLate: boolean): void => {
            waiting.delete(request.id);
            killed().then(
              (ended) => resolve({ ended, isLate }),
              (error: unknown) => resolve({ ended: String(error), isLate }),
            );
          };
          waiting.set(request.id, resolve);
          timer = setTimeout(() => giveUp(true), callLimit);
          child.send(request, (error) => error && giveUp(false));
        });
      } finally {
        clearTimeout(timer);
        waiting.delete(request.id);
      }
    },
  };
}

/** Throws `PackageMissingError`: without the package the child would exit silently. */
function program(): string {
  requireInstalled('@nut-tree-fork/nut-js', 'The mouse and keyboard of a desktop');
  return builtProgram(new URL('input-process.js', import.meta.url));
}

interface HandsMark extends ProcessMark {
  /** Its parent. */
  readonly asker: number;
}

/** hands-1 */
async function endFormer(markFile: string): Promise<void> {
  const mark = parseJson(await readFile(markFile, 'utf8').catch(() => '')) as HandsMark | undefined;
  if (!mark) return;
  // What this very process asked for is over.
  const patience = mark.asker === process.pid ? 0 : farewell;
  await until(patience, async () => !(await isRunning(mark)), 10);
  await killAll([mark]);
}
