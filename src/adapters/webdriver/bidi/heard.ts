// What was heard of pages by BiDi since it was read the last time.
import { eventNotices, noEvents, noteEvent, type BrowserEvent, type EventReading } from '../../../domain/ui/browser-events.js';
import { numberOf, recordOf, textOf, type Data } from '../../../domain/checks/recorded-data.js';
import { EventPlaces } from './places.js';

export type HeardReading = Omit<EventReading, 'isAllowed'>;

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

export function createHeard({ isAllowed, since }: HeardOptions) {
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
    take(reading: HeardReading): readonly string[] {
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
    case 'browsingContext.downloadWillBegin':
      return { type: 'download', id: downloadId(params), name: textOf(params['suggestedFilename']), state: 'began' };
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
