// What may go unasked (`guard.allow`): one control, at one place, for one kind of risk, named by the configuration alone.
//
// allowed-1. The place is the browser's word, the control the only one of its role and name on the screen that the action would press. What aims at a point, at nothing named, or presses more than that is asked about.
// allowed-2. It lifts that one kind. What else the action would do is held as ever, and so is what rules of the configuration or the input name.
import type { DeedPlace } from './judged-page.js';
import type { RiskKind } from './risk.js';

export interface AllowedDeed {
  readonly origin: string;
  /** As in `PagePlace`; a `*` stands for one step: `/orders/*`. */
  readonly path: string;
  readonly control: { readonly role: string; readonly name: string };
  readonly kind: RiskKind;
}

export function isAllowedDeed(allowed: readonly AllowedDeed[] = [], at: DeedPlace | undefined, risk: RiskKind): boolean {
  return (
    at !== undefined &&
    allowed.some(
      ({ origin, path, control, kind }) =>
        kind === risk && control.role === at.role && control.name === at.name && origin === at.origin && isPath(path, at.path),
    )
  );
}

function isPath(allowed: string, asked: string): boolean {
  const [wanted, steps] = [allowed.split('/'), asked.split('/')];
  return wanted.length === steps.length && wanted.every((step, index) => step === steps[index] || (step === '*' && steps[index] !== ''));
}
