// How a `perform` can end, and what can be done next. The table in action-knowledge.ts maps one to the other.

/** How a `perform` (or the question about it) ended. */
export type Evidence =
  | 'result'
  | 'result-of-old-epoch'
  | 'never-began'
  | 'never-began-again'
  | 'no-device-in-time'
  | 'heartbeat-timeout'
  | 'start-to-close-timeout'
  | 'connection-lost'
  | 'worker-shutdown'
  | 'cancelled'
  | 'other-failure'
  | Refusal
  | 'journal-done'
  | 'journal-fenced'
  | 'journal-unknown'
  | 'journal-unseen'
  | 'journal-witnessed'
  | 'host-unreachable'
  | 'check-done'
  | 'check-not-done'
  | 'check-too-early'
  | 'check-changed-otherwise'
  | 'check-failed';

export type NextMove =
  /** Use the outcomes and the observation of the result. */
  | 'use-result'
  /** Use the outcomes but not the observation: it ran on a UI session that no longer exists. The next look tells the model of the reset. */
  | 'drop-result'
  /** Schedule the same `perform` once more. */
  | 'retry-once'
  /** Wait for a `deviceReady` that was not yet known when the `perform` was scheduled; then observe. Any handle other than the one used will do. */
  | 'wait-for-device'
  /** Fail with `device-lost`. */
  | 'device-lost'
  /** Look again and let the model decide again. */
  | 'observe-again'
  /** Tell the model that the action was refused, by code and message; nothing ran. */
  | 'report-failure'
  /** Ask the performing host with `outcomeOf`, for at most 30 s. */
  | 'ask-journal'
  /** Use the outcomes in the journal, and observe. */
  | 'use-journal'
  /** The same action may be sent again under a new key, if the observation is still the newest. */
  | 'run-again'
  /** The same, after a pause: the device is there, but Temporal did not answer its host in time. */
  | 'run-later'
  /** The same once the host can write to its disk again, however long that takes; with its time used up, it is refused. */
  | 'wait-for-disk'
  /** Fail with `timeout`: nothing ran, and its time is used up. */
  | 'out-of-time'
  /** Outcome `unknown`: never resent. Observe, tell the model, count. */
  | 'accept-unknown'
  /** The run is being cancelled: nothing more is sent. */
  | 'stop';

// ── Failures of `perform` and `observe` that prove that nothing ran ─────────────

export const refusals = [
  'stale-epoch',
  'device-gone',
  'stale-observation',
  'control-changed',
  'lease-lost',
  'lease-unconfirmed',
  'journal-unavailable',
  'host-draining',
] as const;

export type Refusal = (typeof refusals)[number];

export function isRefusal(code: string): code is Refusal {
  return refusals.some((refusal) => refusal === code);
}
