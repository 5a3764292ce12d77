// What the driver tells of pages by WebDriver BiDi, over a connection of our own.
//
// bidi-1. Nothing waits for it and nothing depends on it: a connection that fails, ends or says what nobody understands tells nothing, and that is all.
// bidi-2. It only listens: the driver's commands stay classic ones.
// bidi-3. What happened before this process listened is not told: another one has told it.
import { WebSocket } from 'ws';
import { createHeard, type HeardReading } from './heard.js';

export interface BidiEvents {
  /** Sentences about what happened since the last call. */
  take(reading: HeardReading): readonly string[];
  /** What happens from now on until the function that it returns is called is not told. */
  hush(): () => void;
  close(): void;
}

export interface BidiOptions {
  /** `ws://…` */
  readonly url: string;
  readonly isAllowed: (address: string) => boolean;
}

const connectMs = 5_000;
/** Bytes of a message: a console may be told whole pictures. */
const largestMessage = 16 * 1024 * 1024;
/** Messages between two readings. A page that makes more of them is no longer listened to: each costs driver and browser time. */
const mostMessages = 5_000;

const endings = {
  flood: 'The browser told too many events of its pages; none are told any more.',
  tooLarge: 'A page told its console more than is read at once; no events of the browser are told any more.',
} as const;

const places = ['browsingContext.contextCreated', 'browsingContext.contextDestroyed', 'script.realmCreated', 'script.realmDestroyed'];
const told = [
  'log.entryAdded',
  'network.fetchError',
  'network.responseCompleted',
  'browsingContext.downloadWillBegin',
  'browsingContext.downloadEnd',
];
/** In this order: where things happen has to be known first, also of what an earlier connection was told. A driver that lacks one event has the others. */
const commands: readonly (readonly [method: string, params: object])[] = [
  ['session.subscribe', { events: places }],
  ['browsingContext.getTree', {}],
  ['script.getRealms', { type: 'window' }],
  ...told.map((event) => ['session.subscribe', { events: [event] }] as const),
];

export function listenBidi({ url, isAllowed }: BidiOptions): BidiEvents {
  const heard = createHeard({ isAllowed, since: Date.now() });
  const socket = connect(url);
  let count = 0;
  let ended: keyof typeof endings | undefined;
  let isTold = false;
  const say = (id: number, method: string, params: object): void => socket?.send(JSON.stringify({ id, method, params }), ignore);

  // A page may choose this end, unlike others (bidi-1).
  socket?.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') ended ??= 'tooLarge';
  });
  socket?.on('open', () => {
    for (const [index, [method, params]] of commands.entries()) say(index + 1, method, params);
  });
  socket?.on('message', (data: Buffer) => {
    count += 1;
    if (count > mostMessages && !ended) {
      ended = 'flood';
      say(commands.length + 1, 'session.unsubscribe', { events: [...places, ...told] });
      socket.close();
    }
    if (!ended) heard.message(data.toString());
  });

  return {
    take(reading) {
      count = 0;
      const notices = heard.take(reading);
      if (!ended || isTold) return notices;
      isTold = true;
      return [...notices, endings[ended]];
    },
    hush: () => heard.hush(),
    close: () => socket?.terminate(),
  };
}

function connect(url: string): WebSocket | undefined {
  try {
    const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: largestMessage, handshakeTimeout: connectMs });
    socket.on('error', ignore);
    return socket;
  } catch {
    return undefined;
  }
}

function ignore(): void {}
