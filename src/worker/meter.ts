// Metrics of the worker itself, in the registry of Temporal's SDK: one scrape shows all.
import type { MetricMeter } from '@temporalio/common';
import { metrics } from '../domain/telemetry/metrics.js';
import type { Meter } from '../ports/meter.js';

/** `of`: found at the first value, since asking the SDK for its runtime installs one. */
export function createMeter(of: () => MetricMeter): Meter {
  return ({ name, value, labels }) => {
    const { type, help, ...metric } = metrics[name];
    const unit = 'unit' in metric ? metric.unit : undefined;
    switch (type) {
      case 'counter':
        return of().createCounter(name, unit, help).add(value, labels);
      case 'histogram':
        return of().createHistogram(name, 'float', unit, help).record(value, labels);
      case 'gauge':
        return of().createGauge(name, 'int', unit, help).set(value, labels);
    }
  };
}
