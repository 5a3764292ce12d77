// What waiting for people adds to the worker's metrics.
import type { PendingRequest } from '../../domain/human/requests.js';
import { engineHere, measure } from '../engine/measures.js';
import type { Reply } from './people-state.js';

export function measureAsked(kind: PendingRequest['kind']): void {
  measure({ name: 'steadyhand_requests_total', value: 1, labels: { engine: engineHere(), kind } });
}

/** Nobody is asked: an earlier approval covers it. */
export function measureRemembered(): void {
  measure({ name: 'steadyhand_approvals_total', value: 1, labels: { engine: engineHere(), answer: 'remembered' } });
}

/** Counted from when it was asked, over continue-as-new and restarts. */
export function measureReply({ kind, askedAt }: PendingRequest, reply: Reply): void {
  const engine = engineHere();
  const seconds = Math.max(0, Date.now() - Date.parse(askedAt)) / 1_000;
  measure({ name: 'steadyhand_people_wait_seconds', value: seconds, labels: { engine, kind } });
  if (kind === 'confirmation') measure({ name: 'steadyhand_approvals_total', value: 1, labels: { engine, answer: answerOf(reply) } });
}

function answerOf(reply: Reply): string {
  if (reply.type === 'confirmed') return reply.approved ? 'approved' : 'rejected';
  return reply.type;
}
