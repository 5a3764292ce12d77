// The approvals that are remembered, as the workflow that keeps them changes its list (HE42).
//
// kept-1. An approval is kept once, under its id: a repeated one changes nothing.
// kept-2. What has expired is dropped. Beyond `mostKept` the oldest is: a person is asked again, which is always safe.
// kept-3. Of several that cover what is asked, the one that lasts longest is used.
import { covers, hasExpired, type Approval, type Asked, type GivenBefore } from './approvals.js';

export type Approvals = readonly Approval[];

/** Each is at most about 3 KB, and all of them are carried when the workflow continues as new. */
const mostKept = 300;

export function remember(approvals: Approvals, approval: Approval): Approvals {
  return approvals.some(({ id }) => id === approval.id) ? approvals : [...approvals, approval].slice(-mostKept);
}

/** Uses one that covers it, if there is one. */
export function use(
  approvals: Approvals,
  asked: Asked,
  now: string,
): { readonly approvals: Approvals; readonly used: GivenBefore | undefined } {
  const [best] = approvals.filter((each) => covers(each, asked, now)).sort((one, other) => lasting(other).localeCompare(lasting(one)));
  if (!best) return { approvals, used: undefined };
  const { id, for: scope, by, at, until } = best;
  return {
    approvals: approvals.map((each) => (each === best ? { ...each, used: each.used + 1 } : each)),
    used: { id, for: scope, by, at, ...(until === undefined ? {} : { until }) },
  };
}

/** `~` sorts behind every time. */
function lasting({ until }: Approval): string {
  return until ?? '~';
}

export type Revoked = { readonly approvals: Approvals; readonly id: string } | { readonly refusal: string };

/** By its id, or the beginning of it. */
export function revoke(approvals: Approvals, id: string): Revoked {
  const found = approvals.filter((each) => id !== '' && each.id.startsWith(id));
  const exact = found.find((each) => each.id === id) ?? (found.length === 1 ? found[0] : undefined);
  if (exact) return { approvals: approvals.filter((each) => each !== exact), id: exact.id };
  if (found.length > 1) return { refusal: `'${id}' is the beginning of ${found.map((each) => each.id).join(', ')}: give more of the id.` };
  return { refusal: `No approval '${id}' is remembered: it may have expired, or been taken back already.` };
}

export function unexpired(approvals: Approvals, now: string): Approvals {
  return approvals.some((each) => hasExpired(each, now)) ? approvals.filter((each) => !hasExpired(each, now)) : approvals;
}

/** When the next one expires; undefined: none does by itself. */
export function nextExpiry(approvals: Approvals): string | undefined {
  return approvals
    .flatMap(({ until }) => until ?? [])
    .sort()
    .at(0);
}
