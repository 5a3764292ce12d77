// `/healthz` and `/readyz` of a worker. They tell words of ours only: no address, no path, no message of anything else.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { ConfigError } from '../config/issues.js';
import { whyNotAlive, whyNotPolling, type WorkerFacts } from '../domain/telemetry/health.js';

/** Undefined: it is well. A rejection is told as `failed`. */
type Check = () => Promise<string | undefined>;

export interface HealthParts {
  /** `address:port` */
  readonly address: string;
  readonly facts: () => WorkerFacts;
  /** By name; asked at most once a second, all at once. */
  readonly checks: Readonly<Record<string, Check>>;
}

export interface Health {
  close(): Promise<void>;
}

const checkedWithinMs = 2_000;
const keptMs = 1_000;
/** What asks is one line. */
const slowestRequestMs = 30_000;

/** Throws `ConfigError` when the address cannot be bound. */
export async function openHealth({ address, facts, checks }: HealthParts): Promise<Health> {
  let kept: { readonly at: number; readonly told: Promise<Readonly<Record<string, string>>> } | undefined;

  function ready(): Promise<Readonly<Record<string, string>>> {
    if (!kept || performance.now() - kept.at > keptMs) kept = { at: performance.now(), told: checked(checks) };
    return kept.told;
  }

  const server = createServer(
    { requestTimeout: slowestRequestMs, connectionsCheckingInterval: slowestRequestMs / 10 },
    (request, response) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, { status: 'GET only' });
      switch (request.url?.split('?')[0]) {
        case '/healthz': {
          const why = whyNotAlive(facts());
          return answer(response, why === undefined ? 200 : 503, why === undefined ? { status: 'ok' } : { status: 'failed', why });
        }
        case '/readyz':
          ready()
            .then((told) => {
              const all = { workers: whyNotPolling(facts()) ?? 'ok', ...told };
              const isReady = Object.values(all).every((text) => text === 'ok');
              answer(response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', checks: all });
            })
            // Whoever asks takes no answer for "not ready", too.
            .catch(() => response.destroy());
          return;
        default:
          return answer(response, 404, { status: 'there are /healthz and /readyz' });
      }
    },
  );
  await listen(server, address);
  return {
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function listen(server: ReturnType<typeof createServer>, address: string): Promise<void> {
  const at = address.lastIndexOf(':');
  try {
    server.listen(Number(address.slice(at + 1)), address.slice(0, at).replace(/^\[|\]$/g, ''));
    await once(server, 'listening');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Health cannot be shown at ${address} (STEADYHAND_HEALTH or "health"): ${why}`, { cause: error });
  }
}

async function checked(checks: HealthParts['checks']): Promise<Readonly<Record<string, string>>> {
  const told = Object.entries(checks).map(async ([name, check]) => [name, await inTime(check)] as const);
  return Object.fromEntries(await Promise.all(told));
}

async function inTime(check: Check): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer'), checkedWithinMs);
  });
  try {
    return await Promise.race([check().then((why) => why ?? 'ok'), late]);
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(`${JSON.stringify(body)}\n`);
}
