// Where a model's server is, and what of its settings no message may carry.
import type { CalledModel } from '../../domain/telemetry/chat-span.js';

/** An address as it is told, and the query that goes with each request as it was written: a gateway's may prove who asks (failure-3), and be signed. */
export function splitAddress(url: string): { readonly address: string; readonly query: string } {
  const [address = ''] = url.split('?');
  return { address, query: url.slice(address.length + 1) };
}

/** With `query` as it was written, after what the address has of its own. */
export function withQuery(address: string | URL, query: string): URL {
  const url = new URL(address);
  url.search = [url.search.slice(1), query].filter(Boolean).join('&');
  return url;
}

/** Host and port of a model's server, for spans. */
export function serverPlace(address: string): Pick<CalledModel, 'address' | 'port'> {
  if (!URL.canParse(address)) return {};
  const { hostname, port, protocol } = new URL(address);
  return { address: hostname, port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port) };
}

/** Characters of a value that nobody has called a secret: a shorter one would mask ordinary words. */
const shortestSecret = 8;

/** A word in place of a key, for a server that needs none: `none`, `ollama`, `not-needed`. To mask it would garble what servers say. */
export function isPlaceholder(key: string): boolean {
  return /^(?!sk-)[a-z]{0,12}(?:[-_ ][a-z]{1,12})?$/i.test(key);
}

/** failure-3. A version of an API is none, and its server may have to name it. */
export function serverSecrets({
  apiKey,
  baseUrl = '',
  headers = {},
}: {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}): readonly string[] {
  const { query: written } = splitAddress(baseUrl);
  const values = [...written.split('&').map((each) => each.split(/=(.*)/s)), ...new URLSearchParams(written)];
  const query = values.flatMap(([name = '', value = '']) => (/version/i.test(name) ? [] : [value]));
  const parts = Object.values(headers).flatMap((value) => [value, ...value.split(/[\s,;="]+/)]);
  return [...(apiKey && !isPlaceholder(apiKey) ? [apiKey] : []), ...[...query, ...parts].filter((value) => value.length >= shortestSecret)];
}

/** Where what proves who asks is set. */
export function keysOf(
  { apiKey, headers }: { readonly apiKey: string | undefined; readonly headers: Readonly<Record<string, string>> },
  [key, setting]: readonly [key: string, setting: string],
): string {
  return [...(apiKey ? [key] : []), ...(Object.keys(headers).length > 0 ? [setting] : [])].join(' and ') || key;
}
