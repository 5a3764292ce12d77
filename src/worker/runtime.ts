import { DefaultLogger, Runtime, type LogEntry } from '@temporalio/worker';
import { ConfigError, type Config } from '../config/config.js';
import { bucketsOf } from '../domain/telemetry/metrics.js';
import { visibleLine } from '../domain/visible-text.js';

/**
 * Installs Temporal's runtime as our worker needs it: once per process, before its first worker. If you install another one, keep `shutdownSignals`
 * empty, so that running actions end by themselves. Throws `ConfigError` when the address for metrics cannot be bound.
 */
export function installRuntime({ metrics }: Pick<Config, 'metrics'>): void {
  try {
    Runtime.install({
      // The SDK's own signal handling would cancel activities that must end by themselves.
      shutdownSignals: [],
      logger: new DefaultLogger('WARN', logLine),
      // `steadyhand hosts` reads what workers report to the server.
      workerHeartbeatInterval: '10 seconds',
      ...(metrics === undefined
        ? {}
        : { telemetryOptions: { metrics: { prometheus: { bindAddress: metrics, histogramBucketOverrides: bucketsOf() } } } }),
    });
  } catch (error) {
    if (metrics === undefined) throw error;
    throw new ConfigError(
      `Metrics cannot be shown at ${metrics} (STEADYHAND_METRICS or "metrics"): ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** A host's queues carry activities only, on purpose: the SDK's warning about that is left out. */
function logLine({ level, message, meta }: LogEntry): void {
  if (message.startsWith('No workflows registered')) return;
  const line = `${level} ${message}${meta ? ` ${JSON.stringify(meta, errorText)}` : ''}`;
  process.stderr.write(`${visibleLine(line)}\n`);
}

/** For `JSON.stringify`. */
export function errorText(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Error ? value.message : value;
}
