// Requests that pages send, as the browser tells of them, for the log of what was sent (domain/wire/sent-log.ts).
import { bodyFields, longestBody, operationOf } from '../../../domain/wire/body-fields.js';
import type { SentLog } from '../../../domain/wire/sent-log.js';
import type { SentRequest } from '../../../domain/wire/sent-request.js';
import type { Reactions } from './connection.js';

/** What `Network.enable` is given: bodies of answers are not kept, those of requests are told. */
export const network = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: longestBody };

interface WillBeSent {
  readonly requestId: string;
  readonly loaderId: string;
  readonly documentURL: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postDataEntries?: readonly { readonly bytes?: string }[];
  };
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

export function createSentReactions(log: SentLog): Reactions {
  return {
    'Network.requestWillBeSent': (sent: WillBeSent) => {
      const { requestId, request, redirectResponse } = sent;
      if (redirectResponse) log.answered(requestId, { status: redirectResponse.status });
      else if (/^https?:/.test(request.url)) log.left(requestId, leavingOf(sent));
    },
    'Network.responseReceived': ({ requestId, response }: { readonly requestId: string; readonly response: { readonly status: number } }) =>
      log.answered(requestId, { status: response.status }),
    'Network.loadingFailed': ({ requestId, errorText }: { readonly requestId: string; readonly errorText: string }) =>
      log.answered(requestId, { failed: errorText.slice(0, longestReason) }),
  };
}

function leavingOf({ loaderId, documentURL, request, initiator, type = '' }: WillBeSent): Parameters<SentLog['left']>[1] {
  const { method, url, headers, postDataEntries = [] } = request;
  const { origin, pathname } = new URL(url);
  const contentType = headers['Content-Type'] ?? headers['content-type'] ?? '';
  const body = Buffer.concat(postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64'))).toString();
  return {
    // A script may make up its own.
    method: method.slice(0, longestMethod),
    ...{ url, origin, document: loaderId, from: placesOf(initiator.stack), via: kinds[type] ?? 'other' },
    by: documentURL,
    path: pathname.slice(0, longestPath),
    fields: bodyFields(contentType, body),
    operation: operationOf(contentType, body),
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
