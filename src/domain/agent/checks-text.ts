import type { SafetyCheck } from '../computer/computer-turn.js';
import { shorten } from './memory.js';

/** What a provider asks about, in its own words, which are data. */
export function checksText(checks: readonly SafetyCheck[]): string {
  return checks.map(({ code, message }) => shorten([code, message].filter(Boolean).join(': ') || 'a safety check', 500)).join('; ');
}
