// The person of the example report who signs in by hand: what they know, and where on the page they put it.
import { exampleSecret, oneTimeCode } from '../../examples/sign-in/one-time-code.mjs';

export const member = { password: 'verifier-trajectory-1969', codeSecret: exampleSecret };
/** px of the page's picture. */
export const places = { password: { x: 640, y: 254 }, code: { x: 640, y: 347 }, button: { x: 640, y: 419 } };

/** What they type at that time (ms); it is in no report. */
export function typedAt(now) {
  return { password: member.password, code: oneTimeCode(member.codeSecret, now) };
}
