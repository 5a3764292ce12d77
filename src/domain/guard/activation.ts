// What an action would set going, whatever the function: the controls that it would press, judged before anything is sent.
//
// activation-1. It is computed where the screen is known: in the activity that decides (agents), in the tool's turn (flows), in the explorer's look. What is attached to the action is small and plain, so that a workflow
//     keeps it in its history and never reads a screen.
// activation-2. The words are read there too, once; a workflow only compares kinds, so that new words change no recorded decision.
// activation-3. At most `mostPressed` controls and `mostFound` findings, each name cut: it stays below 2 KB, with facts below 5 KB, with what an approval would be for below 7 KB.
import type { Remembering } from '../human/approvals.js';
import type { Facts } from '../human/requests.js';
import { shorten } from '../text/fit-bytes.js';

/** What an action may do that needs a person, and the reason that the person reads: of several the first. */
export const riskReasons = {
  deletes: 'deletes something',
  pays: 'pays or orders something',
  sends: 'sends or publishes something',
  configures: "changes the system's configuration",
  agrees: 'agrees to a contract',
  transfers: 'transfers rights',
  runs: 'runs a command',
  exposes: 'puts a secret into an address',
  unclear: 'presses something that has no name',
} as const;

export type RiskKind = keyof typeof riskReasons;

export interface Activation {
  readonly version: 1;
  /** What it presses, chooses or is dropped on. */
  readonly presses: readonly Pressed[];
  readonly risks: readonly Found[];
  /** Where it is risky: what a person is shown. */
  readonly facts?: Facts;
  /** Where it is risky, and there is one control that it presses (guard.ts). */
  readonly at?: DeedPlace;
  /** What an approval would be for if it were remembered. Absent: judged without knowing the page. */
  readonly remembering?: Remembering;
  /** It cannot be done to this control; nothing is sent. */
  readonly refused?: { readonly code: 'not-a-field' | 'origin-refused'; readonly message: string };
}

export interface Pressed {
  readonly role: string;
  readonly name: string;
}

export interface Found {
  readonly kind: RiskKind;
  /** What the guard saw, in words; empty where the target's own name says it. */
  readonly why: string;
}

/** Origin, and path with its route, which may stand in the fragment: `#/orders/17`. No query. Without an address, the application's name. */
export interface PagePlace {
  /** Empty where there are no addresses. */
  readonly origin: string;
  readonly path: string;
}

/** Where the one control is that an action would press. */
export interface DeedPlace extends PagePlace {
  readonly role: string;
  readonly name: string;
}

const mostPressed = 5;
const mostFound = 3;
const longestName = 120;
const longestWhy = 200;

export function activationOf(presses: readonly Pressed[], risks: readonly Found[], refused?: Activation['refused']): Activation {
  const kinds = risks.filter(({ kind }, index) => risks.findIndex((other) => other.kind === kind) === index);
  const different = presses.filter(
    ({ role, name }, index) => presses.findIndex((other) => other.role === role && other.name === name) === index,
  );
  return {
    version: 1,
    presses: different.slice(0, mostPressed).map(({ role, name }) => ({ role, name: shorten(name, longestName) })),
    risks: kinds.slice(0, mostFound).map(({ kind, why }) => ({ kind, why: shorten(why, longestWhy) })),
    refused,
  };
}
