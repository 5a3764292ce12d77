// What a browser tells of its pages besides what they show: errors of scripts, requests that failed, downloads. Each becomes a short sentence.
//
// events-1. A few of each kind are kept until they are read, equal ones once with their number; of the rest only the number is told.
// events-2. Texts and addresses are a page's own word: masked whole before they are cut, in quotes, on one line; no address keeps its query or fragment.
// events-3. What a page outside the allowed origins says is not told, whether it was outside then or is by now (web-1).

export type BrowserEvent =
  | { readonly type: 'error'; readonly text: string }
  /** `reason`: the browser's, as `net::ERR_CONNECTION_REFUSED`, or the status of a response. */
  | { readonly type: 'request'; readonly method: string; readonly url: string; readonly reason: string }
  | { readonly type: 'download'; readonly id: string; readonly name: string; readonly state: DownloadState };

/** A look tells what is under way. */
export type DownloadState = 'complete' | 'canceled';

/** Where it happened: a tab, and the origins of the frame and of those around it. */
export interface EventPlace {
  readonly tab: string;
  readonly origins: readonly string[];
}

interface NotedEvent {
  readonly event: BrowserEvent;
  readonly place: EventPlace;
  readonly count: number;
}

type Left = Readonly<Record<BrowserEvent['type'], number>>;

/** Since they were read the last time. */
export interface BrowserEvents {
  readonly noted: readonly NotedEvent[];
  /** By kind: those that are not told. */
  readonly left: Left;
}

export interface EventReading {
  /** The current one. */
  readonly tab: string;
  readonly isAllowed: (address: string) => boolean;
  readonly mask: (text: string) => string;
}

export const noEvents: BrowserEvents = { noted: [], left: { error: 0, request: 0, download: 0 } };

/** Of each kind, at a reading. */
const mostOfKind = 4;
/** Characters of a text or an address that are told. */
const longestReported = 200;
/** Characters; of a longer text only its length is told: it is masked as a whole. */
const longestText = 32_768;

export function noteEvent({ noted, left }: BrowserEvents, event: BrowserEvent, place: EventPlace): BrowserEvents {
  const at = noted.findIndex((each) => each.place.tab === place.tab && isSame(each.event, event));
  const same = noted[at];
  if (same) {
    return { left, noted: noted.with(at, { event: same.event, place, count: same.count + 1 }) };
  }
  if (noted.filter((each) => each.event.type === event.type).length < mostOfKind)
    return { left, noted: [...noted, { event: shortened(event), place, count: 1 }] };
  return { noted, left: { ...left, [event.type]: left[event.type] + 1 } };
}

export function eventNotices({ noted, left }: BrowserEvents, reading: EventReading): readonly string[] {
  const told = noted
    .filter(({ place }) => place.origins.every(reading.isAllowed))
    .map(({ event, place, count }) =>
      [
        sentence(event, reading),
        ...(count > 1 ? [`(${count} times)`] : []),
        ...(place.tab === reading.tab ? [] : ['(in another tab)']),
      ].join(' '),
    );
  const rest = Object.entries(left).filter(([, count]) => count > 0);
  if (rest.length === 0) return told;
  return [...told, `Not told besides: ${rest.map(([type, count]) => `${count} ${words[type as BrowserEvent['type']]}`).join(', ')}.`];
}

const words: Readonly<Record<BrowserEvent['type'], string>> = {
  error: 'more errors of pages',
  request: 'more failed requests',
  download: 'more events of downloads',
};

function isSame(one: BrowserEvent, other: BrowserEvent): boolean {
  return JSON.stringify(one) === JSON.stringify(shortened(other));
}

function shortened(event: BrowserEvent): BrowserEvent {
  if (event.type === 'error') return { ...event, text: short(event.text) };
  return event.type === 'request' ? { ...event, url: short(event.url) } : { ...event, name: short(event.name) };
}

function short(text: string): string {
  return text.length > longestText ? `(${text.length} characters)` : text;
}

function sentence(event: BrowserEvent, reading: EventReading): string {
  switch (event.type) {
    case 'error':
      return `The page reports an error: ${quoted(withoutQueries(reading.mask(event.text)))}`;
    case 'request':
      return `A request failed: ${methodOf(event.method)} ${addressOf(event.url, reading)}: ${reasonOf(event.reason)}`;
    case 'download':
      return `A download ${downloadWords[event.state]}: ${quoted(reading.mask(event.name))}`;
  }
}

const downloadWords: Readonly<Record<DownloadState, string>> = { complete: 'is complete', canceled: 'was canceled' };

function quoted(text: string): string {
  return JSON.stringify(cut(text.replace(/\s+/g, ' ').trim()));
}

function cut(text: string): string {
  return text.length > longestReported ? `${text.slice(0, longestReported)}…` : text;
}

/** Whole addresses, and paths or names with a query or a fragment. */
function withoutQueries(text: string): string {
  return text
    .replace(/\b([a-z][a-z\d+.-]*:\/\/)[^\s"'<>()/?#@]*@/gi, '$1')
    .replace(/\b([a-z][a-z\d+.-]*:\/\/[^\s"'<>()?#]*)[?#][^\s"'<>]*/gi, '$1')
    .replace(/(\/[^\s"'<>()?#;]*)[;?#][^\s"'<>]*/g, '$1')
    .replace(/([\w.-])[?#][\w.%-]+=[^\s"'<>]*/g, '$1');
}

/** Of an address that is not allowed only its host: what comes after may be anything that its page says. */
function addressOf(url: string, { isAllowed, mask }: EventReading): string {
  const [, scheme = '', host = '', path = ''] = /^(https?|wss?):\/\/(?:[^/?#]*@)?([^/?#]*)([^?#]*)/i.exec(mask(url)) ?? [];
  if (host === '') return 'an address without a host';
  return cut(`${scheme}://${host}${isAllowed(url) ? path.replace(/\s+/g, ' ') : ''}`);
}

/** A page may call a method and a reason what it likes. */
function methodOf(method: string): string {
  return /^[A-Z]{1,12}$/i.test(method) ? method.toUpperCase() : 'a request of a method of its own,';
}

function reasonOf(reason: string): string {
  return /^(?:net::[A-Z_\d]{1,60}|\d{3})$/.test(reason) ? reason : 'no answer';
}
