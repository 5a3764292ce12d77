import type { FlowNode } from './document.js';

/** ms, a day: as long as any time in a flow may be. */
const longest = 86_400_000;

/** ms before a node's attempt `retry` (from 1); 0: at once. */
export function pauseBefore({ retry_delay_ms: first = 0, retry_factor: factor = 1 }: FlowNode, retry: number): number {
  return Math.min(longest, Math.round(first * factor ** (retry - 1)));
}
