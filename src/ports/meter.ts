import type { Measured } from '../domain/telemetry/metrics.js';

/** Takes what a worker measures outside workflows. Never throws. */
export type Meter = (measured: Measured) => void;
