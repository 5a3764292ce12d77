// A connection of our own to the browser's DevTools. The driver's reaches only the tab itself, not its frames in other processes, and tells no events.
// Protocol: https://chromedevtools.github.io/devtools-protocol/, with flat sessions.

import { WebSocket } from 'ws';
import { ActionFailedError, DeviceGoneError } from '../../../ports/device.js';
import { throwMeaning } from '../session.js';

export interface DevToolsEvent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Of the tab or frame that it is about; absent: of the browser. */
  readonly sessionId?: string;
}

export interface DevTools {
  /** `session`: the tab or frame; absent: the browser. `limitMs`: unless as long as any. Fails with the errors of session.ts. */
  send<T>(method: string, params?: object, session?: string, limitMs?: number): Promise<T>;
  /** Calls it with each event, in the order of arrival, until the function that it returns is called. */
  listen(listener: (event: DevToolsEvent) => void): () => void;
  readonly isOpen: boolean;
  /** Ends the connection; the browser goes on. */
  close(): void;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

interface Message extends Partial<DevToolsEvent> {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** ms for one command: a page whose script never ends answers none. */
const longestCommand = 10_000;
/** Bytes; a look at the largest page that is still of use has a few MB. */
const largestMessage = 128 * 1024 * 1024;

const gone = 'The browser session is gone: its DevTools connection has ended.';

/**
 * @param address - of the browser: host and port, as `goog:chromeOptions.debuggerAddress` has it
 * @param onEnd - the connection has ended, whoever ended it
 */
export async function connectDevTools(address: string, onEnd?: () => void): Promise<DevTools> {
  const socket = await open(await socketUrl(address));
  const pending = new Map<number, Pending>();
  const listeners = new Set<(event: DevToolsEvent) => void>();
  let last = 0;

  socket.on('message', (data: Buffer) => {
    const { id, result, error, method, params = {}, sessionId } = JSON.parse(data.toString()) as Message;
    if (id === undefined) {
      const event = { method: method ?? '', params, sessionId };
      for (const listener of listeners) listener(event);
      return;
    }
    const call = pending.get(id);
    pending.delete(id);
    clearTimeout(call?.timer);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer);
      reject(new DeviceGoneError(gone));
    }
    pending.clear();
    onEnd?.();
  });

  return {
    send: <T>(method: string, params: object = {}, session?: string, limitMs = longestCommand) =>
      new Promise<unknown>((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) throw new DeviceGoneError(gone);
        const id = (last += 1);
        const timer = setTimeout(() => {
          pending.delete(id);
          reject(new ActionFailedError('timeout', `The page did not answer in time: ${method}`));
        }, limitMs);
        pending.set(id, { resolve, reject, timer });
        socket.send(JSON.stringify({ id, method, params, sessionId: session }));
      }).catch(throwMeaning) as Promise<T>,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    close: () => socket.terminate(),
  };
}

async function socketUrl(address: string): Promise<string> {
  try {
    const reply = await fetch(`http://${address}/json/version`, { signal: AbortSignal.timeout(longestCommand) });
    const { webSocketDebuggerUrl } = (await reply.json()) as { readonly webSocketDebuggerUrl: string };
    return webSocketDebuggerUrl;
  } catch (error) {
    throw new DeviceGoneError(`The browser does not answer at ${address}.`, { cause: error });
  }
}

function open(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: largestMessage, handshakeTimeout: longestCommand });
    socket.once('open', () => resolve(socket));
    socket.once('error', (error) => reject(new DeviceGoneError('The browser does not take a DevTools connection.', { cause: error })));
  });
}

/** What happens on an event, by its method; `session` is that of the tab or frame that it is about. */
export type Reactions = Readonly<Record<string, (params: never, session: string) => void>>;
