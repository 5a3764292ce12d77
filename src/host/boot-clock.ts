import { uptime } from 'node:os';

/** ms since the machine started, the same in all its processes; it counts while the machine sleeps, and nobody sets it. In steps of 10 ms on Linux. */
export function bootNow(): number {
  return uptime() * 1_000;
}
