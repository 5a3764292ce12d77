// What a browser shows in place of a page: a document of another kind, an error, or nothing new. Of an address only the origin is told.

import { originOf } from '../guard/guard.js';

/** How an address answered. Without `status` it has not, or nobody heard it. */
export interface AddressAnswer {
  readonly url: string;
  readonly status?: number;
  /** The browser's, as `net::ERR_NAME_NOT_RESOLVED`. */
  readonly error?: string;
}

export interface ShownDocument extends AddressAnswer {
  /** As the browser names this document and no other. */
  readonly document: string;
  readonly mimeType: string;
  /** The browser shows an error of its own in its place. */
  readonly isError: boolean;
}

/** Of a usual page: none. */
export function documentNotices(shown: ShownDocument): readonly string[] {
  const { url, mimeType, isError, status = 200, error } = shown;
  const origin = originOf(url);
  if (isError) {
    const why = status >= 400 ? statusOf(status) : meaningOf(error);
    return [`The browser shows an error of its own, no page of ${origin}: ${why}.`];
  }
  const notices = status >= 400 ? [`${origin} answered with ${statusOf(status)}.`] : [];
  const kind = /^https?:/.test(url) ? kindOf(mimeType) : undefined;
  return kind === undefined ? notices : [...notices, `What ${origin} shows is ${kind} (${mimeType}), no page.`];
}

/** An answer that leaves the page where it was. */
export function stayedNotice({ url, status }: AddressAnswer): string {
  return `${originOf(url)} answered with status ${status ?? 204}, without content: the page before it stays.`;
}

function kindOf(mimeType: string): string | undefined {
  if (/^(?:text\/html|application\/xhtml\+xml)?$/.test(mimeType)) return undefined;
  return kinds.find(([pattern]) => pattern.test(mimeType))?.[1] ?? 'a file';
}

const kinds: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/^application\/pdf$/, 'a PDF'],
  [/[/+]json$/, 'JSON'],
  [/^image\//, 'a picture'],
  [/[/+]xml$/, 'XML'],
  [/^(?:audio|video)\//, 'a recording'],
  [/^text\//, 'plain text'],
];

function statusOf(status: number): string {
  const words = statuses[status];
  return words === undefined ? `status ${status}` : `status ${status} (${words})`;
}

const statuses: Readonly<Record<number, string>> = {
  400: 'bad request',
  401: 'a login is asked for',
  403: 'forbidden',
  404: 'not found',
  405: 'method not allowed',
  407: 'the proxy asks for a login',
  408: 'it took too long',
  410: 'gone for good',
  429: 'too many requests',
  500: 'an error of the server',
  502: 'an error behind the server',
  503: 'not available now',
  504: 'no answer from behind the server',
};

/** A browser's code, and what it means where that is less than plain. */
function meaningOf(error = 'no answer'): string {
  const meaning = errors.find(([pattern]) => pattern.test(error))?.[1];
  const code = error.replace(/^net::/, '');
  return meaning === undefined ? code : `${meaning} (${code})`;
}

const errors: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [/NAME_NOT_RESOLVED|NAME_RESOLUTION/, 'no address is known for that name'],
  [/ERR_CERT_|ERR_SSL_|SSL_PROTOCOL/, 'its certificate or encryption is not trusted'],
  [/CONNECTION_REFUSED|ADDRESS_UNREACHABLE/, 'nothing answers there'],
  [/EMPTY_RESPONSE|CONNECTION_(?:RESET|CLOSED)/, 'the connection ended without an answer'],
  [/TIMED_OUT/, 'no answer in time'],
  [/INTERNET_DISCONNECTED|NETWORK_/, 'there is no network'],
  [/TOO_MANY_REDIRECTS/, 'it leads on without end'],
  [/BLOCKED_BY/, 'the browser does not let it through'],
];
