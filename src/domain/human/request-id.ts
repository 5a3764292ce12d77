// The id of a request: `c2-7k3q…`, in a child `app-1.c2-7k3q…`.
//
// requestid-1. Whoever answers must know the whole id, which ends in 130 random bits. No refusal tells them.
// requestid-2. The bits come from outside the workflow: its own `uuid4()` and `Math.random()` follow from its run id, by way of 64 bits.
// requestid-3. Only the client, which reads runs anyway, takes a beginning. It has child, kind and number in full: `c1` means neither `c12-…` nor what another child asks.

/** Crockford's digits: none looks like another. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';
/** 26 digits of 5 bits. */
export const secretBytes = 26;
const form = /^((.+\.)?[qc]\d+)-[0-9a-z]{26}$/;

/** A digit for each random byte; 256 is a multiple of 32, so that all are equally likely. */
export function secretOf(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => digits[byte % digits.length]).join('');
}

/** `child`: its name, if a child asks. */
export function requestIdOf({ frameName, kind, number, secret }: RequestIdParts): string {
  return `${frameName === undefined ? '' : `${frameName}.`}${kind === 'question' ? 'q' : 'c'}${number}-${secret}`;
}

interface RequestIdParts {
  readonly frameName: string | undefined;
  readonly kind: 'question' | 'confirmation';
  readonly number: number;
  readonly secret: string;
}

/** `app-1.c2`: what a person types. */
export function beginningOf(requestId: string): string {
  return form.exec(requestId)?.[1] ?? requestId;
}

/** `app-1.c2-…`: for those who may not learn it. */
export function withoutSecret(requestId: string): string {
  const beginning = beginningOf(requestId);
  return beginning === requestId ? requestId : `${beginning}-…`;
}

/** Whether a person who typed that means this request. */
export function isBeginningOf(typed: string, requestId: string): boolean {
  const [, name] = form.exec(requestId) ?? [];
  return name !== undefined && requestId.startsWith(typed) && typed.length >= name.length;
}
