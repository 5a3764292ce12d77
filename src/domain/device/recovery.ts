// The story of a recovery, for people: which work did not simply return a result, what was found out about it, and what was done. The rules are in action-knowledge.ts.
import { fitBytes } from '../text/fit-bytes.js';
import type { Evidence, NextMove } from './perform-endings.js';

export type Recovery = WorkRecovery | DeviceRecovery;

/** An observation or a `perform` that did not simply return a result. */
interface WorkRecovery {
  readonly kind: 'work';
  /** ISO 8601, by the workflow's clock. */
  readonly at: string;
  /** Its activity: `perform-3`, or `look`. */
  readonly work: string;
  readonly actions: string;
  /** How many times the same work has been sent, from 1. */
  readonly attempt: number;
  readonly host: string;
  readonly epoch: number;
  readonly evidence: Evidence;
  /** What the host's journal said, if it had to be asked. */
  readonly journal?: Evidence;
  /** What an effect check said, if nobody else could. */
  readonly check?: Evidence;
  /** What the witness found, be it the interface or the check. */
  readonly witness?: string;
  readonly decision: NextMove;
}

/** The device is there again: the same UI session, or another one. */
interface DeviceRecovery {
  readonly kind: 'device';
  readonly at: string;
  readonly host: string;
  readonly epoch: number;
  readonly same: boolean;
}

/** A normal result, a refusal that only makes the run look again, and a cancellation are not recoveries, unless the journal had to be asked. */
export function isRecovery(decision: NextMove, wasAsked = false): boolean {
  if (wasAsked) return true;
  return decision !== 'use-result' && decision !== 'observe-again' && decision !== 'stop';
}

/** At most this many are kept: the oldest are dropped. */
const keptRecoveries = 20;

export function withRecovery(recoveries: readonly Recovery[], recovery: Recovery): readonly Recovery[] {
  return [...recoveries, recovery].slice(-keptRecoveries);
}

/** `perform-3 (click_input "Order" [12]), attempt 1 on host H, epoch 1: its host fell silent; the journal has its outcome; that outcome is taken.` */
export function recoveryText(recovery: Recovery): string {
  const place = `host ${recovery.host}, epoch ${recovery.epoch}`;
  if (recovery.kind === 'device')
    return recovery.same
      ? `The device was attached again, as it was: ${place}.`
      : `Another device was opened: ${place}. What was on the old one is gone.`;
  const { work, actions, attempt, evidence, journal, check, witness, decision } = recovery;
  const what = actions === '' ? work : `${work} (${fitBytes(actions, 120)})`;
  const found = [journal, check].flatMap((one) => (one ? [evidenceTexts[one]] : []));
  const said = [evidenceTexts[evidence], ...found, ...(witness === undefined ? [] : [witness]), decisionTexts[decision]];
  return `${what}, attempt ${attempt} on ${place}: ${said.join('; ')}.`;
}

const evidenceTexts: Readonly<Record<Evidence, string>> = {
  result: 'it came back',
  'result-of-old-epoch': 'it came back from a UI session that has ended',
  'never-began': 'its host did not begin it in time',
  'never-began-again': 'its host did not begin it in time again',
  'no-device-in-time': 'no device came in time',
  'heartbeat-timeout': 'its host fell silent while it ran',
  'start-to-close-timeout': 'it did not end in time',
  'connection-lost': 'the connection to the device broke while it ran',
  'worker-shutdown': 'its worker was stopped while it ran',
  cancelled: 'it was cancelled before it began',
  'other-failure': 'it failed, and did not say whether it had run',
  'stale-epoch': 'refused before it ran, because another device was opened',
  'device-gone': 'refused before it ran, because the device is gone',
  'stale-observation': 'refused before it ran, since the screen has changed',
  'control-changed': 'refused before it ran, since the control has changed',
  'lease-lost': 'refused before it ran, since the host no longer held the device',
  'lease-unconfirmed': 'refused before it ran, since Temporal did not confirm it in time',
  'journal-unavailable': 'refused before it ran, since the journal could not be written',
  'host-draining': 'refused before it ran, since the host shuts down',
  'journal-done': 'the journal has its outcome',
  'journal-fenced': 'the journal proves that it did not run and never will',
  'journal-unknown': 'the journal shows that it began, and not how it ended',
  'journal-unseen': 'the journal shows that the driver accepted it, and the UI session ended before the result was seen',
  'journal-witnessed': 'the journal shows only that it began, but its interface tells that it ran',
  'host-unreachable': 'the host does not answer, so nobody can read its journal',
  'check-done': 'the effect check found it done',
  'check-not-done': 'the effect check found it not done',
  'check-too-early': 'the effect check found it not done, but it may still come',
  'check-changed-otherwise': 'the effect check found something else changed',
  'check-failed': 'the effect check failed',
};

const decisionTexts: Readonly<Record<NextMove, string>> = {
  'use-result': 'the result is taken',
  'drop-result': 'its outcome is used, and the screen is observed again',
  'retry-once': 'sent once more',
  'wait-for-device': 'waiting for the device',
  'device-lost': 'the device is given up',
  'observe-again': 'the screen is observed again',
  'report-failure': 'the model is told',
  'ask-journal': 'the journal is asked',
  'use-journal': 'that outcome is taken',
  'run-again': 'sent again',
  'run-later': 'sent again after a pause',
  'wait-for-disk': 'sent again once it can be written down',
  'out-of-time': 'its time is used up, so it is not sent again',
  'accept-unknown': 'unknown, and never sent again: the model looks at the screen and decides',
  stop: 'nothing more is sent',
};

/** What such a record says, as a clause; empty: a later version's word. */
export function evidenceText(evidence: unknown): string {
  return textIn(evidenceTexts, evidence);
}

export function decisionText(decision: unknown): string {
  return textIn(decisionTexts, decision);
}

function textIn(texts: Readonly<Record<string, string>>, word: unknown): string {
  return typeof word === 'string' && Object.hasOwn(texts, word) ? (texts[word] ?? '') : '';
}

/** How the next worker in a folder fails what a killed one was at. Reports know a kill by it. */
export const killedWorkerText = 'The worker that ran it was killed; this is told by the next one in its folder.';
