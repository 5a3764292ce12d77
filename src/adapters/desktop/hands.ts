import { fork, type ChildProcess } from 'node:child_process';
import { ActionFailedError, DeviceGoneError } from '../../ports/device-errors.js';
import { builtProgram } from '../built.js';
import { requireInstalled } from '../optional-package.js';
import type { DisplayEnvironment } from './display-environment.js';
import type { HandsCall, HandsCalls, HandsReply, HandsRequest } from './hands-protocol.js';

export type Hands = { readonly [K in HandsCall]: (...args: Parameters<HandsCalls[K]>) => Promise<ReturnType<HandsCalls[K]>> } & {
  close(): void;
};

const callLimit = 20_000;

/**
 * Starts the process with the first call. If it exits on its own, the next call starts another; the call in progress fails and is not
 * repeated.
 */
export function createHands(env: DisplayEnvironment): Hands {
  let child: ChildProcess | undefined;
  let next = 0;
  let closed = false;
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();

  const failAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const begin = (): ChildProcess => {
    // The child gets the display's environment and nothing else.
    const begun = fork(program(), {
      env: { ...env },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const end = (why: string): void => {
      if (child === begun) child = undefined;
      failAll(new DeviceGoneError(`The process that holds the desktop's mouse and keyboard has ended: ${why}.`));
    };
    begun.on('error', (error) => end(error.message));
    begun.on('exit', (code, signal) => end(signal ?? `code ${code}`));
    begun.on('message', (reply) => {
      const answer = reply as HandsReply;
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('failure' in answer) asker?.reject(new ActionFailedError('action-failed', answer.failure));
      else asker?.resolve(answer.value);
    });
    // An idle child must not keep the worker alive.
    begun.unref();
    begun.channel?.unref();
    return begun;
  };

  const ask = async (call: HandsCall, args: readonly unknown[]): Promise<unknown> => {
    if (closed) throw new DeviceGoneError('The desktop is closed.');
    const hands = (child ??= begin());
    const id = next++;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        timer = setTimeout(
          () => reject(new ActionFailedError('timeout', `The desktop did not finish '${call}' within ${callLimit / 1000} s.`)),
          callLimit,
        );
        const request: HandsRequest = { id, call, args };
        hands.send(request, (error) => error && reject(new DeviceGoneError('The desktop cannot be reached.', { cause: error })));
      });
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  };

  const calling =
    <K extends HandsCall>(call: K) =>
    (...args: Parameters<HandsCalls[K]>) =>
      ask(call, args) as Promise<ReturnType<HandsCalls[K]>>;

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
    close() {
      closed = true;
      child?.kill('SIGKILL');
    },
  };
}

/** Throws `PackageMissingError`: without the package the child would exit silently. */
function program(): string {
  requireInstalled('@nut-tree-fork/nut-js', 'The mouse and keyboard of a desktop');
  return builtProgram(new URL('hands-process.js', import.meta.url));
}
