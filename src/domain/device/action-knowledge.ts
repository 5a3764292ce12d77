// What is known about a requested `perform`, and what to do next. One table, which the workflow follows.
//
//   perform ──result──────────────▶ use-result                 (drop-result when its epoch is no longer current)
//      │──never began─────────────▶ retry-once ▸ wait-for-device ▸ device-lost
//      │──refused by the host─────▶ did not run: observe-again · wait-for-device · run-later · wait-for-disk
//      └──nobody can say──────────▶ ask-journal ──done────▶ use-journal
//                                               ├─fenced──▶ run-again       (it never will run under the old key)
//                                               ├─intended, and its interface heard it ▶ use-journal
//                                               └─intended, unseen, or the host is out of reach ▶ accept-unknown
//                                                      └──an effect check──done────▶ use-journal
//                                                                         ├─not done▶ observe-again  (decided again, under the same approval)
//                                                                         └─else────▶ accept-unknown
//
// knowledge-1. Only what certainly did not run may run again; `accept-unknown` never resends: it observes, tells the model, and counts.
// knowledge-2. "Did not run" needs proof: a schedule-to-start timeout, a cancellation (see below), the host's own refusal, or a fence.
// knowledge-3. A driver's result proves nothing if the UI session ended before the run saw the effect: a browser that dies after a click takes the request with it.
// knowledge-4. A failure of a kind that this table does not know counts as unknown.
// knowledge-5. Running out of time stops only what would be sent again, which certainly did not run; what ran, or may have run, is concluded as usual.
// knowledge-6. A witness only adds knowledge. `check-not-done` needs more than an unchanged reading: a host that answered, and effect-1 of effect-check.ts.
// A cancelled `perform` never began: once begun, the activity runs to completion (WAIT_CANCELLATION_COMPLETED) and never reports itself as cancelled.
import { sentText } from '../wire/sent-request.js';
import { assertNever } from '../errors/assert-never.js';
import type { ActionOutcome, JournalVerdict } from './device-work.js';
import { type Evidence, type NextMove, isRefusal } from './perform-endings.js';

/** Did it happen? `open`: the journal can tell. */
export type Knowledge = 'ran' | 'did-not-run' | 'open' | 'unknown';

export const actionKnowledge = {
  result: { knowledge: 'ran', next: 'use-result' },
  'result-of-old-epoch': { knowledge: 'ran', next: 'drop-result' },
  'never-began': { knowledge: 'did-not-run', next: 'retry-once' },
  'never-began-again': { knowledge: 'did-not-run', next: 'wait-for-device' },
  'no-device-in-time': { knowledge: 'did-not-run', next: 'device-lost' },
  'heartbeat-timeout': { knowledge: 'open', next: 'ask-journal' },
  'start-to-close-timeout': { knowledge: 'open', next: 'ask-journal' },
  'connection-lost': { knowledge: 'open', next: 'ask-journal' },
  'worker-shutdown': { knowledge: 'open', next: 'ask-journal' },
  cancelled: { knowledge: 'did-not-run', next: 'stop' },
  'other-failure': { knowledge: 'open', next: 'ask-journal' },
  'stale-epoch': { knowledge: 'did-not-run', next: 'wait-for-device' },
  'device-gone': { knowledge: 'did-not-run', next: 'wait-for-device' },
  'stale-observation': { knowledge: 'did-not-run', next: 'observe-again' },
  'control-changed': { knowledge: 'did-not-run', next: 'observe-again' },
  'lease-lost': { knowledge: 'did-not-run', next: 'wait-for-device' },
  'lease-unconfirmed': { knowledge: 'did-not-run', next: 'run-later' },
  'journal-unavailable': { knowledge: 'did-not-run', next: 'wait-for-disk' },
  'host-draining': { knowledge: 'did-not-run', next: 'wait-for-device' },
  'journal-done': { knowledge: 'ran', next: 'use-journal' },
  'journal-fenced': { knowledge: 'did-not-run', next: 'run-again' },
  'journal-unknown': { knowledge: 'unknown', next: 'accept-unknown' },
  'journal-unseen': { knowledge: 'unknown', next: 'accept-unknown' },
  'journal-witnessed': { knowledge: 'ran', next: 'use-journal' },
  'host-unreachable': { knowledge: 'unknown', next: 'accept-unknown' },
  'check-done': { knowledge: 'ran', next: 'use-journal' },
  'check-not-done': { knowledge: 'did-not-run', next: 'observe-again' },
  'check-too-early': { knowledge: 'unknown', next: 'accept-unknown' },
  'check-changed-otherwise': { knowledge: 'unknown', next: 'accept-unknown' },
  'check-failed': { knowledge: 'unknown', next: 'accept-unknown' },
} as const satisfies Record<Evidence, { readonly knowledge: Knowledge; readonly next: NextMove }>;

export function whatToDo(evidence: Evidence): { readonly knowledge: Knowledge; readonly next: NextMove } {
  return actionKnowledge[evidence];
}

/** knowledge-5. `leftMs`: undefined when there is no limit. */
export function withinTime(next: NextMove, leftMs: number | undefined): NextMove {
  if (leftMs === undefined || leftMs > 0) return next;
  switch (next) {
    case 'retry-once':
    case 'wait-for-device':
    case 'run-again':
    case 'run-later':
      return 'out-of-time';
    case 'wait-for-disk':
      return 'report-failure'; // it says why
    case 'use-result':
    case 'drop-result':
    case 'device-lost':
    case 'observe-again':
    case 'report-failure':
    case 'ask-journal':
    case 'use-journal':
    case 'out-of-time':
    case 'accept-unknown':
    case 'stop':
      return next;
    default:
      return assertNever(next);
  }
}

/** A failed activity as the workflow sees it, without Temporal's classes: `TimeoutFailure.timeoutType`, `ApplicationFailure.type`, `CancelledFailure`. */
export type PerformFailure =
  | { readonly kind: 'timeout'; readonly timeoutType: string }
  | { readonly kind: 'application'; readonly type: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'other' };

/** `neverBegan`: how many schedule-to-start timeouts this action has already had. */
export function evidenceOf(failure: PerformFailure, neverBegan: number): Evidence {
  switch (failure.kind) {
    case 'timeout':
      if (failure.timeoutType === 'SCHEDULE_TO_START') return neverBegan === 0 ? 'never-began' : 'never-began-again';
      return timeouts[failure.timeoutType] ?? 'other-failure';
    case 'application':
      return isRefusal(failure.type) ? failure.type : (applicationFailures[failure.type] ?? 'other-failure');
    case 'cancelled':
      return 'cancelled';
    case 'other':
      return 'other-failure';
    default:
      return assertNever(failure);
  }
}

const timeouts: Readonly<Record<string, Evidence>> = { HEARTBEAT: 'heartbeat-timeout', START_TO_CLOSE: 'start-to-close-timeout' };
const applicationFailures: Readonly<Record<string, Evidence>> = { 'connection-lost': 'connection-lost', WorkerShutdown: 'worker-shutdown' };

export interface JournalSummary {
  readonly evidence: 'journal-done' | 'journal-witnessed' | 'journal-fenced' | 'journal-unknown' | 'journal-unseen';
  /** What the interface heard, where only that tells. */
  readonly witness?: string;
  /** One per requested action: what the journal has, `unknown`, or `skipped` if it was fenced. */
  readonly outcomes: readonly ActionOutcome[];
}

/** Combines the verdicts on the actions of one `perform`: one unknown makes the whole unknown; if none began, it may run again. */
export function summarizeVerdicts(verdicts: readonly JournalVerdict[]): JournalSummary {
  const outcomes = verdicts.map(outcomeOfVerdict);
  const witnesses = verdicts.flatMap((verdict) => (verdict.verdict === 'done' && verdict.witness !== undefined ? [verdict.witness] : []));
  if (verdicts.some(({ verdict }) => verdict === 'unseen')) return { evidence: 'journal-unseen', outcomes };
  if (outcomes.some((outcome) => outcome.status === 'unknown')) return { evidence: 'journal-unknown', outcomes };
  if (witnesses.length > 0) return { evidence: 'journal-witnessed', outcomes, witness: witnesses.join('; ') };
  return { evidence: outcomes.every(provesThatNothingRan) ? 'journal-fenced' : 'journal-done', outcomes };
}

function outcomeOfVerdict(verdict: JournalVerdict): ActionOutcome {
  switch (verdict.verdict) {
    case 'done':
      return verdict.outcome;
    case 'fenced':
      return { status: 'skipped' };
    case 'unknown':
      return verdict.sent ? { status: 'unknown', witness: sentText(verdict.sent) } : { status: 'unknown' };
    case 'unseen':
      return { status: 'unknown' };
    default:
      return assertNever(verdict);
  }
}

/** Begun and then refused before dispatch (the lease was lost in between) is as good as never begun. */
function provesThatNothingRan(outcome: ActionOutcome): boolean {
  return outcome.status === 'skipped' || (outcome.status === 'failed' && isRefusal(outcome.code));
}
