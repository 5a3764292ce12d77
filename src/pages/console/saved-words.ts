import { duration } from '../../domain/report/iso-time.js';
import type { FlowSummary } from '../../client/library/flows.js';
import { money } from '../words.js';

/** Against the run that it was compiled from: `saved $1.20 and 8 min`. */
export function savedWords({ usd, ms }: NonNullable<FlowSummary['saved']>): string {
  const cost = usd < 0 ? `${money(-usd)} more` : `saved ${money(usd)}`;
  return `${cost} and ${ms < 0 ? `${duration(-ms)} more` : duration(ms)}`;
}
