// What pages send, as the browser tells of it and asks about it: noted for the log (domain/wire/sent-log.ts), judged before it leaves (domain/wire/write-gate.ts).
import { isUtf8 } from 'node:buffer';
import { createHmac, randomBytes } from 'node:crypto';
import { getDomain } from 'tldts';
import { bodyEntries, bodyFields, longestBody, methodStoodFor, operationsOf } from '../../../domain/wire/body-fields.js';
import { equalBody } from '../../../domain/wire/equal-body.js';
import { createSentLog, type SentLog } from '../../../domain/wire/sent-log.js';
import type { SentRequest } from '../../../domain/wire/sent-request.js';
import { createWriteGate, type WriteGate } from '../../../domain/wire/write-gate.js';
import type { Reactions } from './connection.js';

/** What `Network.enable` is given: bodies of answers are not kept, those of requests are told. */
export const network = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: longestBody };
/** What a page writes with; whatever else it loads is not asked about. */
export const writing = ['Document', 'XHR', 'Fetch', 'Ping', 'Other'].map((resourceType) => ({ urlPattern: '*', resourceType }));

interface RequestNow {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly postDataEntries?: readonly { readonly bytes?: string }[];
}

export interface Paused {
  readonly requestId: string;
  /** Absent: a worker's, or of a document that has gone meanwhile. */
  readonly networkId?: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: RequestNow;
}

export interface Wire {
  readonly log: SentLog;
  readonly gate: WriteGate;
  readonly reactions: Reactions;
  /** Whether it is to be stopped. `sender`: origin of the document that sends it, if one is known. */
  stops(paused: Paused, sender: string | null | undefined): boolean;
}

interface WillBeSent {
  readonly requestId: string;
  readonly loaderId: string;
  readonly documentURL: string;
  readonly request: RequestNow;
  readonly redirectResponse?: { readonly status: number };
  readonly initiator: { readonly stack?: Stack };
  readonly type?: string;
}

interface Stack {
  readonly callFrames: readonly { readonly url: string; readonly lineNumber: number; readonly columnNumber: number }[];
  readonly parent?: Stack;
}

const kinds: Readonly<Record<string, SentRequest['via']>> = { Document: 'form', Fetch: 'fetch', XHR: 'fetch', Ping: 'beacon' };
/** Longer than what is told: it is cut once its secrets are masked. */
const [longestMethod, longestPath, longestReason] = [200, 1_000, 100];

export function createWire(): Wire {
  const [log, gate] = [createSentLog(), createWriteGate(Date.now)];
  // What was sent is compared by it, and by nobody who has not this process.
  const key = randomBytes(32);
  return {
    log,
    gate,
    reactions: {
      'Network.requestWillBeSent': (sent: WillBeSent) => {
        const { requestId, request, redirectResponse } = sent;
        if (redirectResponse) log.answered(requestId, { status: redirectResponse.status });
        else if (/^https?:/.test(request.url)) log.left(requestId, leavingOf(sent));
      },
      'Network.responseReceived': ({
        requestId,
        response,
      }: {
        readonly requestId: string;
        readonly response: { readonly status: number };
      }) => log.answered(requestId, { status: response.status }),
      'Network.loadingFailed': ({ requestId, errorText }: { readonly requestId: string; readonly errorText: string }) =>
        log.answered(requestId, { failed: errorText.slice(0, longestReason) }),
    },
    stops(paused, sender) {
      const { requestId, networkId, request, resourceType } = paused;
      // A preflight asks only.
      if (!/^https?:/.test(request.url) || request.method === 'OPTIONS') return false;
      const { type, body, ...read } = readingOf(request);
      const { method, origin, path, fields } = read;
      const { pathname, search } = new URL(request.url);
      const equal = createHmac('sha256', key).update(
        JSON.stringify([method, origin, pathname, search, partsOf(request), equalBody(type, body)]),
      );
      const isOwn = sender !== undefined && sender !== null && siteOf(sender) === siteOf(request.url);
      const write = { ...read, id: networkId, isOwn, key: equal.digest('base64url') };
      const stop = gate.judge(write);
      if (!stop) return false;
      const told = { method, origin, path, fields, via: kinds[resourceType] ?? 'other' };
      const values = bodyEntries(type, body);
      log.stopped(networkId ?? requestId, told, sender ?? '', { ...stop, key: write.key, values });
      return true;
    },
  };
}

/** Whoever has one has all of its hosts. */
function siteOf(url: string): string {
  const { hostname, protocol } = new URL(url);
  return `${protocol}//${getDomain(hostname, { allowPrivateDomains: true }) ?? hostname}`;
}

function leavingOf({ loaderId, documentURL, request, initiator, type = '' }: WillBeSent): Parameters<SentLog['left']>[1] {
  const { type: _, body: _body, ...read } = readingOf(request);
  return { ...read, document: loaderId, from: placesOf(initiator.stack), via: kinds[type] ?? 'other', by: documentURL };
}

/** Of what the browser does not tell, such as files, only that it is there. */
function partsOf({ headers, postDataEntries = [] }: RequestNow): readonly unknown[] {
  const [type = ''] = (headers['Content-Type'] ?? headers['content-type'] ?? '').split(';');
  return [type, headers['Content-Length'], postDataEntries.filter(({ bytes }) => bytes === undefined).length];
}

function readingOf({ method, url, headers, postDataEntries = [] }: RequestNow) {
  const { origin, pathname } = new URL(url);
  const type = headers['Content-Type'] ?? headers['content-type'] ?? '';
  const bytes = Buffer.concat(postDataEntries.map((part) => Buffer.from(part.bytes ?? '', 'base64')));
  const body = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  return {
    // A script may make up its own.
    method: method.slice(0, longestMethod),
    path: pathname.slice(0, longestPath),
    fields: bodyFields(type, body),
    operations: operationsOf(type, body),
    standsFor: methodStoodFor(headers, type, body),
    ...{ url, origin, type, body },
  };
}

const mostPlaces = 12;

/** Of the scripts that sent it, the innermost first. */
function placesOf(stack: Stack | undefined): string {
  const places: string[] = [];
  for (let at = stack; at && places.length < mostPlaces; at = at.parent)
    places.push(...at.callFrames.map(({ url, lineNumber, columnNumber }) => `${url.slice(-100)}:${lineNumber}:${columnNumber}`));
  return places.slice(0, mostPlaces).join(' ');
}
