// Where a model's server is, and what of its settings no message may carry.
import type { CalledModel } from '../../domain/telemetry/chat-span.js';

/** An address as it is told, and the query that goes with each request: a gateway's may prove who asks (failure-3). */
export function splitAddress(url: string): { readonly address: string; readonly query: Readonly<Record<string, string>> } {
  const [address = ''] = url.split('?');
  return { address, query: Object.fromEntries(new URLSearchParams(url.slice(address.length))) };
}

/** Host and port of a model's server, for spans. */
export function serverPlace(address: string): Pick<CalledModel, 'address' | 'port'> {
  if (!URL.canParse(address)) return {};
  const { hostname, port, protocol } = new URL(address);
  return { address: hostname, port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port) };
}

/** Characters of a value that nobody has called a secret: a shorter one would mask ordinary words. */
const shortestSecret = 8;

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
  const query = Object.entries(splitAddress(baseUrl).query).flatMap(([name, value]) => (/version/i.test(name) ? [] : [value]));
  const parts = Object.values(headers).flatMap((value) => [value, ...value.split(/[\s,;="]+/)]);
  return [...(apiKey ? [apiKey] : []), ...[...query, ...parts].filter((value) => value.length >= shortestSecret)];
}
