// Approvals that are remembered (HE42): what one is for, and whether it covers what a person would be asked about.
//
// remembered-1. What it is for was read on the screen by the product (domain/guard/remembering.ts); nothing of it is a model's word.
// remembered-2. It covers the same control on the same page, the same kind of action, in the same row and to the same recipient, and the same amounts of money or less. An amount of another currency, one where none
//     was, or none where one was: a person is asked.
// remembered-3. It is for one run or for the application, until a time, and can be taken back.

/** What is compared. All texts are folded. */
export interface Approvable {
  readonly version: 1;
  /** For people: `click button "Pay now"`. */
  readonly text: string;
  /** `click`, `press {ENTER}`, `option:express`, … */
  readonly kind: string;
  readonly control: { readonly role: string; readonly name: string; readonly path: string };
  /** Origin and path of the address; without one, the application's name. */
  readonly page: string;
  /** Words that tell what it is about: of its row, of recipients. */
  readonly among: readonly string[];
  /** The largest of each currency, and of each field with a number. */
  readonly amounts: Amounts;
}

export type Amounts = Readonly<Record<string, Amount>>;

/** The same but where the way of writing leaves two readings. */
export interface Amount {
  readonly low: number;
  readonly high: number;
}

/** Whether the approval of an action may be remembered; `not` completes "cannot be remembered: …". */
export type Remembering = { readonly what: Approvable } | { readonly not: string };

/** The run that an approval may be limited to. */
export interface RunName {
  readonly id: string;
  /** Its chain's first run: ids are used again. */
  readonly first: string;
}

export const rememberedFor = ['run', 'app'] as const;

export interface Approval {
  readonly id: string;
  readonly for: (typeof rememberedFor)[number];
  readonly run: RunName;
  readonly what: Approvable;
  /** Who gave it; empty: not told. */
  readonly by: string;
  /** ISO 8601, UTC, all in one form, so that they compare as texts. */
  readonly at: string;
  /** Absent: until its run ends. */
  readonly until?: string;
  readonly requestId: string;
  /** How often it was used. */
  readonly used: number;
}

/** An approval as it is told with the action that it let run. */
export type GivenBefore = Pick<Approval, 'id' | 'for' | 'by' | 'at' | 'until'>;

/** Names of the workflow that keeps them, for those who cannot import it. */
export const approvalsWorkflow = {
  id: 'steadyhand-approvals',
  type: 'approvals',
  remember: 'remember',
  key: 'key',
  use: 'use',
} as const;

export interface Asked {
  readonly what: Approvable;
  readonly run: RunName;
}

/** `now`: as `until`. */
export function covers(approval: Approval, { what, run }: Asked, now: string): boolean {
  return (
    !hasExpired(approval, now) &&
    (approval.for === 'app' || (approval.run.id === run.id && approval.run.first === run.first)) &&
    isSame(approval.what, what) &&
    isWithin(what.amounts, approval.what.amounts)
  );
}

export function hasExpired({ until }: Pick<Approval, 'until'>, now: string): boolean {
  return until !== undefined && until <= now;
}

function isSame(one: Approvable, other: Approvable): boolean {
  return (
    one.version === other.version &&
    one.kind === other.kind &&
    one.page === other.page &&
    one.control.role === other.control.role &&
    one.control.name === other.control.name &&
    one.control.path === other.control.path &&
    one.among.length === other.among.length &&
    one.among.every((text, index) => text === other.among[index])
  );
}

function isWithin(asked: Amounts, approved: Amounts): boolean {
  const names = new Set([...Object.keys(asked), ...Object.keys(approved)]);
  return [...names].every((name) => {
    const [wanted, most] = [asked[name], approved[name]];
    return wanted !== undefined && most !== undefined && wanted.low <= most.low && wanted.high <= most.high;
  });
}

/** `ada's approval 1f00c2d4 of 2026-11-24 12:03 UTC, for this application until 2026-11-25 12:03 UTC` */
export function approvalText(given: GivenBefore): string {
  const whose = given.by === '' ? 'the approval' : `${given.by}'s approval`;
  return `${whose} ${given.id} of ${moment(given.at)}, for ${scopeText(given)}`;
}

/** `this run`, `this application until …` */
export function scopeText({ for: scope, until }: Pick<Approval, 'for' | 'until'>): string {
  return `this ${scope === 'run' ? 'run' : 'application'}${until === undefined ? '' : ` until ${moment(until)}`}`;
}

function moment(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** `up to 30 $, quantity up to 2`; empty: it is about no amount. */
export function amountsText(amounts: Amounts): string {
  return Object.entries(amounts)
    .map(([name, { high }]) => `${name} ${high}`.trim())
    .join(', ');
}
