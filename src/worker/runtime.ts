import { Runtime } from '@temporalio/worker';
import type { Config } from '../config/config.js';
import { ConfigError } from '../config/issues.js';
import { bucketsOf } from '../domain/telemetry/metrics.js';
import { createLogs } from './logs.js';

/**
 * Installs Temporal's runtime as our worker needs it: once per process, before its first worker. If you install another one, keep `shutdownSignals`
 * empty, so that running actions end by themselves. Throws `ConfigError` when the address for metrics cannot be bound.
 */
export function installRuntime(config: Pick<Config, 'metrics'> & Partial<Config>): void {
  const { metrics, logs = { format: 'pretty', level: 'info' } } = config;
  try {
    Runtime.install({
      // The SDK's own signal handling would cancel activities that must end by themselves.
      shutdownSignals: [],
      logger: createLogs({ ...config, logs }).sdk,
      // `steadyhand hosts` reads what workers report to the server.
      workerHeartbeatInterval: '10 seconds',
      telemetryOptions: {
        // By default its native part writes lines of its own to standard output, past format, level and mask.
        logging: { forward: {}, filter: { core: logs.level === 'debug' ? 'DEBUG' : 'WARN', other: 'ERROR' } },
        metrics: metrics === undefined ? undefined : { prometheus: { bindAddress: metrics, histogramBucketOverrides: bucketsOf() } },
      },
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
