// Overlap policies by our names and by the SDK's.
import type { ScheduleOverlapPolicy } from '@temporalio/client';
import { overlapPolicies, type OverlapPolicy } from '../../domain/schedule/overlap.js';

const sdkNames = {
  skip: 'SKIP',
  'buffer-one': 'BUFFER_ONE',
  'buffer-all': 'BUFFER_ALL',
  'cancel-other': 'CANCEL_OTHER',
  'terminate-other': 'TERMINATE_OTHER',
  'allow-all': 'ALLOW_ALL',
} as const satisfies Readonly<Record<OverlapPolicy, ScheduleOverlapPolicy>>;

export function policyOf(name: OverlapPolicy): ScheduleOverlapPolicy {
  return sdkNames[name];
}

/** A server takes no policy for `skip`. */
export function nameOfPolicy(policy: ScheduleOverlapPolicy): OverlapPolicy {
  return overlapPolicies.find((name) => sdkNames[name] === policy) ?? 'skip';
}
