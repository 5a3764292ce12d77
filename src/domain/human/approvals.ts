// Approvals that are remembered for the run that asked: what one is for, and whether it covers what a person would be asked about.
//
// remembered-1. What it is for was read on the screen by the product (domain/guard/approval-context.ts); nothing of it is a model's word.
// remembered-2. It covers the same action on the same control while the page reads the same. What is approved for good stands in the configuration (`guard.allow`), never in a run.
// remembered-3. It ends with its run, or at the time that its giver named.

export interface Approvable {
  /** For people: `click button "Send"`. */
  readonly text: string;
  /** Of the action, its control and all that the page says. */
  readonly digest: string;
}

/** Whether the approval of an action may be remembered; `not` completes "cannot be remembered: …". */
export type Remembering = { readonly what: Approvable } | { readonly not: string };

export interface Approval {
  readonly id: string;
  readonly what: Approvable;
  /** Who gave it; empty: not told. */
  readonly by: string;
  /** ISO 8601, UTC, all in one form, so that they compare as texts. */
  readonly at: string;
  /** Absent: until its run ends. */
  readonly until?: string;
}

/** An approval as it is told with the action that it let run. */
export type EarlierApproval = Omit<Approval, 'what'>;

/** A person is asked again for what the oldest was for, which is always safe. */
const mostKept = 100;

export function remember(approvals: readonly Approval[], approval: Approval): readonly Approval[] {
  return [...approvals, approval].slice(-mostKept);
}

/** @param now - as `until` */
export function approvedBefore(
  approvals: readonly Approval[],
  remembering: Remembering | undefined,
  now: string,
): EarlierApproval | undefined {
  if (!remembering || !('what' in remembering)) return undefined;
  const { digest } = remembering.what;
  const found = approvals.findLast(({ what, until }) => what.digest === digest && (until === undefined || until > now));
  if (!found) return undefined;
  const { what: _, ...given } = found;
  return given;
}

/** `ada's approval 1f00c2d4 of 2026-11-24 12:03 UTC, for this run` */
export function approvalText(given: EarlierApproval): string {
  const whose = given.by === '' ? 'the approval' : `${given.by}'s approval`;
  return `${whose} ${given.id} of ${moment(given.at)}, for ${scopeText(given)}`;
}

/** `this run`, `this run until …` */
export function scopeText({ until }: Pick<Approval, 'until'>): string {
  return `this run${until === undefined ? '' : ` until ${moment(until)}`}`;
}

function moment(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
