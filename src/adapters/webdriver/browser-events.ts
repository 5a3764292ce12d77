// Whose a BiDi event is: which tab, and the origins of its document and of those around it. A realm names one document, so that what a page said
// before it was left is not taken for the next one's.

import {
  type EventPlace,
  eventNotices,
  noEvents,
  noteEvent,
  type BrowserEvent,
  type EventReading,
} from '../../domain/ui/browser-events.js';
import { listOf, recordOf, textOf, type Data, numberOf } from '../../domain/checks/read-stored.js';
import { WebSocket } from 'ws';

/** Frames within each other; deeper ones are nobody's. */
const deepest = 16;

class EventPlaces {
  readonly #parents = new Map<string, string | undefined>();
  readonly #realms = new Map<string, { readonly context: string; readonly origin: string }>();
  /** Of the document that a frame shows. */
  readonly #origins = new Map<string, string>();

  /** The answer to a question for frames or documents. */
  found(result: Data): void {
    const frames = listOf(result['contexts']);
    for (const frame of frames) this.#frame(frame, textOf(frame['parent']));
    for (const realm of listOf(result['realms'])) this.hear('script.realmCreated', realm);
  }

  #frame(frame: Data, parent: string): void {
    const context = textOf(frame['context']);
    this.#parents.set(context, parent || undefined);
    for (const child of listOf(frame['children'])) this.#frame(child, context);
  }

  /** Frames and documents that come and go. */
  hear(method: string, params: Data): void {
    const [context, realm] = [textOf(params['context']), textOf(params['realm'])];
    switch (method) {
      case 'browsingContext.contextCreated':
        this.#parents.set(context, textOf(params['parent']) || undefined);
        break;
      case 'browsingContext.contextDestroyed':
        this.#parents.delete(context);
        this.#origins.delete(context);
        break;
      case 'script.realmCreated':
        if (params['type'] !== 'window') break;
        this.#realms.set(realm, { context, origin: textOf(params['origin']) });
        // Worlds of others are in documents too: a document's own is the one without a name.
        if (textOf(params['sandbox']) === '') this.#origins.set(context, textOf(params['origin']));
        break;
      case 'script.realmDestroyed':
        this.#realms.delete(realm);
        break;
    }
  }

  /** Undefined: of nothing that is known. */
  of(params: Data): EventPlace | undefined {
    const source = recordOf(params['source']);
    const realm = this.#realms.get(textOf(source?.['realm']));
    if (source && !realm) return undefined;
    let context = realm?.context ?? textOf(params['context']);
    const origins = realm ? [realm.origin] : [this.#origins.get(context) ?? 'null'];
    for (let depth = 0; depth < deepest; depth++) {
      if (!this.#parents.has(context)) return undefined;
      const parent = this.#parents.get(context);
      if (parent === undefined) return { tab: context, origins };
      context = parent;
      origins.push(this.#origins.get(context) ?? 'null');
    }
    return undefined;
  }
}

// What was heard of pages by BiDi since it was read the last time.

type BufferedReading = Omit<EventReading, 'isAllowed'>;

interface HeardOptions {
  readonly isAllowed: (address: string) => boolean;
  /** ms since 1970: what happened before is not told. */
  readonly since: number;
}

/** Names of downloads that have not ended. */
const mostDownloads = 50;
/** Stretches that are not told; what comes later than that many of them is late by minutes. */
const mostHushes = 100;
/** ms: the browser's clock is the same, its times are rounded. */
const roundingMs = 5;

export function createEventBuffer({ isAllowed, since }: HeardOptions) {
  const whereabouts = new EventPlaces();
  const names = new Map<string, string>();
  let hushes: { readonly from: number; to: number }[] = [];
  let events = noEvents;

  const hear = (method: string, params: Data): void => {
    whereabouts.hear(method, params);
    const at = numberOf(params['timestamp']);
    if (at > 0 && (at < since || hushes.some(({ from, to }) => from - roundingMs <= at && at <= to + roundingMs))) return;
    if (method === 'browsingContext.downloadWillBegin' && names.size < mostDownloads)
      names.set(downloadId(params), textOf(params['suggestedFilename']));
    const event = method === 'browsingContext.downloadEnd' ? ended(params) : eventOf(method, params);
    const place = event && whereabouts.of(params);
    if (event && place?.origins.every(isAllowed)) events = noteEvent(events, event, place);
  };

  const ended = (params: Data): BrowserEvent | undefined => {
    const name = names.get(downloadId(params));
    names.delete(downloadId(params));
    return name === undefined ? undefined : downloadEnd(params, name);
  };

  return {
    message(text: string): void {
      try {
        const message = recordOf(JSON.parse(text));
        const params = recordOf(message?.['params']);
        const result = recordOf(message?.['result']);
        if (result) whereabouts.found(result);
        if (message?.['type'] === 'event' && params) hear(textOf(message['method']), params);
      } catch {
        // Nothing depends on it.
      }
    },
    hush(): () => void {
      const stretch = { from: Date.now(), to: Number.POSITIVE_INFINITY };
      hushes = [...hushes.slice(-mostHushes), stretch];
      return () => void (stretch.to = Date.now());
    },
    take(reading: BufferedReading): readonly string[] {
      const notices = eventNotices(events, { ...reading, isAllowed });
      events = noEvents;
      return notices;
    },
  };
}

// Which events of WebDriver BiDi are told, and as what. Protocol: https://w3c.github.io/webdriver-bidi/

/** Told by a reload, a navigation or a download: nothing has failed. */
const aborted = 'net::ERR_ABORTED';

function eventOf(method: string, params: Data): BrowserEvent | undefined {
  switch (method) {
    case 'log.entryAdded':
      return params['level'] === 'error' ? { type: 'error', text: textOf(params['text']) } : undefined;
    case 'network.fetchError':
      return params['errorText'] === aborted ? undefined : failed(params, textOf(params['errorText']));
    case 'network.responseCompleted': {
      const status = numberOf(recordOf(params['response'])?.['status']);
      return status < 400 ? undefined : failed(params, String(status));
    }
    default:
      return undefined;
  }
}

/** The end of a download tells its file, not the name that the page gave it; `name`: that one. */
function downloadEnd(params: Data, name: string): BrowserEvent {
  return { type: 'download', id: downloadId(params), name, state: params['status'] === 'complete' ? 'complete' : 'canceled' };
}

/** Older drivers know a download by its navigation only. */
function downloadId(params: Data): string {
  return textOf(params['download']) || textOf(params['navigation']) || textOf(params['url']);
}

function failed(params: Data, reason: string): BrowserEvent {
  const request = recordOf(params['request']);
  return { type: 'request', method: textOf(request?.['method']), url: textOf(request?.['url']), reason };
}

// What the driver tells of pages by WebDriver BiDi, over a connection of our own.
//
// bidi-1. Nothing waits for it and nothing depends on it: a connection that fails, ends or says what nobody understands tells nothing, and that is all.
// bidi-2. It only listens: the driver's commands stay classic ones.
// bidi-3. What happened before this process listened is not told: another one has told it.

export interface BidiEvents {
  /** Sentences about what happened since the last call. */
  take(reading: BufferedReading): readonly string[];
  /** What happens from now on until the function that it returns is called is not told. */
  hush(): () => void;
  close(): void;
}

interface BidiOptions {
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
  flood: 'The browser reported too many events of its pages; none are told any more.',
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
  const heard = createEventBuffer({ isAllowed, since: Date.now() });
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
