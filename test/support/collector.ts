// An OpenTelemetry collector for spans: accepts OTLP over HTTP as JSON, and keeps the requests.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly SentAttribute[];
  readonly events: readonly { readonly name: string; readonly attributes: readonly SentAttribute[] }[];
  readonly status: { readonly code: number; readonly message?: string };
}

export interface SentAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface SentBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly SentAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

export interface Collector {
  readonly url: string;
  /** One of each id, as last told. */
  spans(): readonly SentSpan[];
  resources(): readonly SentAttribute[];
  /** Request bodies as received. */
  bodies(): readonly string[];
  /** How often spans were sent, accepted or not. */
  asked(): number;
  /** The answer from now on; 200: accepts; `never`: leaves requests unanswered until this is called again. */
  answer(status: number | 'never'): void;
  /** Headers of the last request. */
  headers(): IncomingHttpHeaders;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  let status: number | 'never' = 200;
  let headers: IncomingHttpHeaders = {};
  let asked = 0;
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const found = request.url === '/v1/traces' && request.method === 'POST';
      if (found) asked += 1;
      if (found && status === 200) bodies.push(Buffer.concat(chunks).toString('utf8'));
      headers = request.headers;
      if (status === 'never') waiting.push(response);
      else response.writeHead(found ? status : 404, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // What is told again, as when a workflow task was done again, has the id it had: one span.
  const byId = (spans: readonly SentSpan[]) => [...new Map(spans.map((span) => [`${span.traceId} ${span.spanId}`, span])).values()];
  const resourceSpans = () => bodies.flatMap((body) => (JSON.parse(body) as SentBody).resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => byId(resourceSpans().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))),
    resources: () => resourceSpans().flatMap(({ resource }) => resource.attributes),
    bodies: () => [...bodies],
    asked: () => asked,
    headers: () => headers,
    answer(next) {
      status = next;
      if (next !== 'never') for (const response of waiting.splice(0)) response.writeHead(next).end();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
